// Written by `npm run client` from the description of the API. Do not edit.

export interface paths {
  "/v1/projects/{project_id}/checkouts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List checkouts */
    get: operations["listCheckouts"];
    put?: never;
    /**
     * Create a checkout
     * @description Send the customer to the returned `url`. The checkout can be paid for two months, or until `expires_at`.
     */
    post: operations["createCheckout"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/checkouts/{checkout_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Retrieve a checkout */
    get: operations["retrieveCheckout"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/checkouts/{checkout_id}/pay": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pay a checkout, in test mode
     * @description Fills in the form and presses Pay, as the customer would on the page, by the same rules. Fields that you do not send keep the values of the page. Returns the updated checkout. A declined test payment leaves it open.
     */
    post: operations["payCheckout"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/checkouts/{checkout_id}/expire": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Expire a checkout
     * @description The checkout can no longer be paid. Only an open checkout can be expired.
     */
    post: operations["expireCheckout"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/subscriptions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List subscriptions */
    get: operations["listSubscriptions"];
    put?: never;
    /**
     * Start a trial
     * @description Starts a subscription without payment. A paid subscription starts with a checkout.
     */
    post: operations["createSubscription"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/subscriptions/{subscription_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Retrieve a subscription */
    get: operations["retrieveSubscription"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Update a subscription */
    patch: operations["updateSubscription"];
    trace?: never;
  };
  "/v1/projects/{project_id}/subscriptions/{subscription_id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a subscription
     * @description Cancels at the end of the paid time, or now with `immediately`, which cannot be undone.
     */
    post: operations["cancelSubscription"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/subscriptions/{subscription_id}/resume": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Withdraw a requested cancellation */
    post: operations["resumeSubscription"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/subscriptions/{subscription_id}/schedule-change": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change the plan when the period ends
     * @description Sets the price of the next renewal; null withdraws the change. Refused while a cancellation is pending.
     */
    post: operations["scheduleChange"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/subscriptions/{subscription_id}/timeline": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a timeline
     * @description Returns past events and expected future ones, in order.
     */
    get: operations["retrieveTimeline"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/entitlements": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what a customer may use
     * @description Returns everything that a trial, a paid period or a grace period gives access to now. The list is empty for an unknown customer.
     */
    get: operations["listEntitlements"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/billing-portal/sessions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open the portal for a customer
     * @description Send the customer to the returned `url`. It works for 30 minutes and signs the browser in for an hour.
     */
    post: operations["createBillingPortalSession"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/billing-portal/sessions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open the portal for a customer, without the project in the path
     * @description Send the customer to the returned `url`. It works for 30 minutes and signs the browser in for an hour. The token selects the project.
     */
    post: operations["createBillingPortalSessionByToken"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/payments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List payments */
    get: operations["listPayments"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/payments/{payment_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Retrieve a payment */
    get: operations["retrievePayment"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/payments/{payment_id}/confirm": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm a transfer
     * @description Records that the money has arrived, reported or not, and completes the order. A transfer that lapsed or was rejected can be confirmed for 60 days. If the order can no longer be completed, the payment becomes `refund_required`. Send each partial amount with its own `Idempotency-Key`. It is added once per key, even after the stored answer has expired; then a repeated request returns the current payment.
     */
    post: operations["confirmPayment"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/payments/{payment_id}/reject": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reject a reported transfer
     * @description Records that the money has not arrived. The customer gets an email, and can pay again.
     */
    post: operations["rejectPayment"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/payments/{payment_id}/refunds": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Refund a payment
     * @description Returns money of a payment to the customer. If the provider can refund, it does: the refund is `pending` until then, and `failed` with a `failure_message` if it fails. For other methods, such as a bank transfer, send the money by hand and record it here. The customer gets an email when it is done. The payment is `refunded` when all of it was returned. A refund lowers the credit for the subscription time that the payment bought. Fully refunded time that has not begun is removed.
     */
    post: operations["createRefund"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/refunds": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List refunds */
    get: operations["listRefunds"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/refunds/{refund_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Retrieve a refund */
    get: operations["retrieveRefund"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/invoices": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List invoices */
    get: operations["listInvoices"];
    put?: never;
    /**
     * Create an invoice
     * @description The invoice opens at once, with a number and a page. If `auto_advance` is false, it stays a draft. Without a `due_date` it is due a day after it opens.
     */
    post: operations["createInvoice"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/invoices/{invoice_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Retrieve an invoice */
    get: operations["retrieveInvoice"];
    put?: never;
    post?: never;
    /**
     * Delete a draft
     * @description An invoice that was opened cannot be deleted. Void it instead.
     */
    delete: operations["deleteInvoice"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/invoices/{invoice_id}/finalize": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open a draft
     * @description The invoice gets a number and a page, and can be paid.
     */
    post: operations["finalizeInvoice"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/invoices/{invoice_id}/pay": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pay an invoice, in test mode
     * @description Pays as the customer would on the page, by the same rules. Returns the updated invoice. A declined test payment leaves it open.
     */
    post: operations["payInvoice"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/invoices/{invoice_id}/void": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Void an open invoice
     * @description The invoice can no longer be paid. Its number is not reused. Confirm or reject a reported transfer first.
     */
    post: operations["voidInvoice"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/products": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List products */
    get: operations["listProducts"];
    put?: never;
    /** Create a product */
    post: operations["createProduct"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/products/{product_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Retrieve a product */
    get: operations["retrieveProduct"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update a product
     * @description A product is never deleted; archive it with `active: false`.
     */
    patch: operations["updateProduct"];
    trace?: never;
  };
  "/v1/projects/{project_id}/prices": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List prices */
    get: operations["listPrices"];
    put?: never;
    /**
     * Create a price
     * @description Creates a price for an existing product, or for a new one from `product_data`.
     */
    post: operations["createPrice"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/prices/{price_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Retrieve a price */
    get: operations["retrievePrice"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update a price
     * @description The amount and the interval never change. Create a new price instead, and archive this one.
     */
    patch: operations["updatePrice"];
    trace?: never;
  };
  "/v1/projects/{project_id}/promotion-codes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List promotion codes */
    get: operations["listPromotionCodes"];
    put?: never;
    /** Create a promotion code */
    post: operations["createPromotionCode"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/promotion-codes/{promotion_code_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Retrieve a promotion code */
    get: operations["retrievePromotionCode"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update a promotion code
     * @description The discount never changes. Create a new code instead, and deactivate this one.
     */
    patch: operations["updatePromotionCode"];
    trace?: never;
  };
  "/v1/projects/{project_id}/customers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List customers */
    get: operations["listCustomers"];
    put?: never;
    /**
     * Create or update a customer
     * @description If a customer with this `client_reference_id` exists, it is updated with the fields that you send, and the status is 200. So you can call this before every checkout.
     */
    post: operations["saveCustomer"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/customers/{customer_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a customer
     * @description `subscriptions` lists those that give access now.
     */
    get: operations["retrieveCustomer"];
    put?: never;
    post?: never;
    /**
     * Delete a customer
     * @description Erases the personal data of the customer: name, email, phone, addresses and answers. Records of money are kept without the name. Open checkouts expire.
     */
    delete: operations["deleteCustomer"];
    options?: never;
    head?: never;
    /** Update a customer */
    patch: operations["updateCustomer"];
    trace?: never;
  };
  "/v1/projects/{project_id}/customers/by-client-reference-id/{client_reference_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Retrieve a customer by your own reference */
    get: operations["retrieveCustomerByClientReferenceId"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/erasures": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Erase a guest
     * @description Erases the personal data of a guest with this email address: email, phone, addresses and answers, in orders, invoices, payments, events and emails. Records of money are kept. Open checkouts of the guest expire. If there are very many orders, the last ones are erased within seconds. Registered customers are not erased: delete each of them.
     */
    post: operations["eraseGuest"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Retrieve the project and its settings */
    get: operations["retrieveProject"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update the project's settings
     * @description The settings are the same in test and live mode.
     */
    patch: operations["updateProject"];
    trace?: never;
  };
  "/v1/projects/{project_id}/payment-methods/{payment_method}/check": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check how a payment method is set up
     * @description Returns the missing settings in the mode of the token, and asks the method's provider whether it accepts payments with these settings. Nothing is paid. A successful answer of the provider is cached for a minute.
     */
    post: operations["checkPaymentMethod"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/search": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search customers, checkouts, invoices and payments
     * @description Searches emails, phone numbers, your references, transfer references, receipt and invoice numbers, and names. References are case-sensitive; everything else is not. Returns at most twenty objects of each kind.
     */
    get: operations["searchObjects"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events
     * @description Newest first; with `after`, oldest first. To catch up, request again with `after` set to `meta.safe_after`. No new event can appear up to that id.
     */
    get: operations["listEvents"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/events/{event_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Retrieve an event */
    get: operations["retrieveEvent"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/webhook-endpoints": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List webhook endpoints */
    get: operations["listWebhookEndpoints"];
    put?: never;
    /**
     * Create a webhook endpoint
     * @description Store the `secret`: it is shown in full only here and when it is replaced. Each mode can have 200 endpoints.
     */
    post: operations["createWebhookEndpoint"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/webhook-endpoints/{webhook_endpoint_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Retrieve a webhook endpoint */
    get: operations["retrieveWebhookEndpoint"];
    put?: never;
    post?: never;
    /** Delete a webhook endpoint */
    delete: operations["deleteWebhookEndpoint"];
    options?: never;
    head?: never;
    /**
     * Update a webhook endpoint
     * @description Deactivating an endpoint cancels its pending deliveries. `resend_since` sends the events that it missed.
     */
    patch: operations["updateWebhookEndpoint"];
    trace?: never;
  };
  "/v1/projects/{project_id}/webhook-endpoints/{webhook_endpoint_id}/rotate-secret": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace a webhook endpoint's signing secret
     * @description Deliveries carry signatures of the old and the new secret for 24 hours, so that you can switch. If you replace it again, each of the last four secrets has its own 24 hours.
     */
    post: operations["rotateWebhookEndpointSecret"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/webhook-endpoints/{webhook_endpoint_id}/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a webhook endpoint a test event
     * @description Sends the event to this endpoint only, whatever its `events` are.
     */
    post: operations["testWebhookEndpoint"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/webhook-endpoints/{webhook_endpoint_id}/rehearse": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rehearse a subscription's life
     * @description In test mode only. Signs and sends twelve events, from the first payment to the end, to this endpoint, filtered by its `events`. Their objects do not exist: their ids are 900000000000000 or more, and `metadata.rehearsal` names the rehearsal.
     */
    post: operations["rehearseWebhookEndpoint"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/webhook-endpoints/{webhook_endpoint_id}/rehearsals/{rehearsal_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a rehearsal
     * @description Returns the answer to each delivery and the conclusions.
     */
    get: operations["retrieveWebhookRehearsal"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/webhook-deliveries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List webhook deliveries */
    get: operations["listWebhookDeliveries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/webhook-deliveries/{webhook_delivery_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Retrieve a webhook delivery */
    get: operations["retrieveWebhookDelivery"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/webhook-deliveries/resend": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send failed webhook deliveries again
     * @description Sends each delivery once, in addition to its schedule. They are sent in batches, so many take a while.
     */
    post: operations["resendFailedWebhookDeliveries"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/webhook-deliveries/{webhook_delivery_id}/resend": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a webhook delivery again
     * @description Sends the same id and the same bytes again, whatever the status.
     */
    post: operations["resendWebhookDelivery"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/test-clocks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List test clocks */
    get: operations["listTestClocks"];
    put?: never;
    /**
     * Create a test clock
     * @description The checkouts, payments, invoices and subscriptions of customers created with its id use its time. For test tokens only.
     */
    post: operations["createTestClock"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/test-clocks/{test_clock_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Retrieve a test clock */
    get: operations["retrieveTestClock"];
    put?: never;
    post?: never;
    /**
     * Delete a test clock
     * @description Deletes the clock and erases its customers. First their open checkouts expire, invoices become void and subscriptions are canceled.
     */
    delete: operations["deleteTestClock"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_id}/test-clocks/{test_clock_id}/advance": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Advance a test clock
     * @description All reminders, expiries and ends up to that time happen in order, each at its own time, with its emails and events. Wait until `status` is `ready` again: changes for its customers in the meantime happen at the time that the clock shows then.
     */
    post: operations["advanceTestClock"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description Why a request was refused. */
    ApiError: {
      /** @description The problem and what to do, for people. It may change. */
      message: string;
      /**
       * @description The kind of problem, for programs. It never changes.
       * @enum {string}
       */
      code: "invalid_json" | "unauthenticated" | "forbidden" | "not_found" | "method_not_allowed" | "body_too_large" | "unsupported_media_type" | "rate_limited" | "internal_error" | "unavailable" | "overloaded" | "validation_failed" | "unsupported_filter_combination" | "idempotency_key_reused" | "idempotency_in_progress" | "idempotency_key_expired" | "lookup_key_not_found" | "lookup_key_taken" | "promotion_code_taken" | "price_not_found" | "price_inactive" | "price_not_recurring" | "product_not_found" | "customer_not_found" | "customer_required" | "customer_has_subscription" | "payment_in_progress" | "customer_has_pending_payment" | "single_item_required" | "discount_exceeds_subtotal" | "amount_too_large" | "subscription_not_found" | "subscription_id_required" | "subscription_canceled" | "period_too_long" | "plan_change_at_period_end" | "renewal_already_paid" | "plan_limit_reached" | "no_payment_method" | "trial_already_used" | "already_subscribed" | "test_clock_busy" | "test_clock_backwards" | "checkout_not_open" | "payment_not_pending" | "payment_not_paid" | "refund_exceeds_payment" | "invoice_not_draft" | "invoice_not_open" | "endpoint_inactive";
      /** @description The id of this request. Include it when you ask for help. */
      request_id: string;
    };
    /** @description A link to the portal, where a customer manages their subscriptions. */
    BillingPortalSession: {
      /** @description The link. */
      id: number;
      /** @description Send the customer here. It is returned only once. Anyone who has it can act as the customer. */
      url: string;
      /** @description The customer whose portal it opens. */
      customer_id: number;
      /** @description Your page to return to. */
      return_url: string | null;
      /**
       * Format: date-time
       * @description When it stops working.
       */
      expires_at: string;
    };
    /** @description The body of POST /billing-portal/sessions. */
    BillingPortalSessionCreate: {
      /** @description The customer of the portal. */
      customer_id?: number;
      /** @description Your own id of the customer, instead of `customer_id`. */
      client_reference_id?: string;
      /** @description The address of the link back to your site. */
      return_url?: string;
      /**
       * @description The language of the pages; `auto` uses the browser's. Default: `auto`.
       * @enum {string}
       */
      locale?: "auto" | "en" | "mn";
      /**
       * @description Opens the portal on this page of `subscription_id`.
       * @enum {string}
       */
      flow?: "renew" | "change_plan" | "cancel";
      /** @description The subscription for `flow`. */
      subscription_id?: number;
    } & ({
      /** @description The customer of the portal. */
      customer_id: number;
      client_reference_id?: never;
    } | {
      customer_id?: never;
      /** @description Your own id of the customer, instead of `customer_id`. */
      client_reference_id: string;
    });
    /** @description The customer's reason for the cancellation, given in the portal. */
    CancellationDetails: {
      /**
       * @description The chosen reason.
       * @enum {string|null}
       */
      feedback: "too_expensive" | "unused" | "missing_features" | "switched_service" | "other" | null;
      /** @description The customer's comment. */
      comment: string | null;
    };
    /** @description The body of POST /subscriptions/{subscription_id}/schedule-change. */
    ChangeSchedule: {
      /** @description The lookup key of the price for the next renewal; null withdraws the change. */
      price?: string | null;
      /** @description The id of that price. It takes precedence over `price`. */
      price_id?: number | null;
    } & ({
      /** @description The lookup key of the price for the next renewal; null withdraws the change. */
      price: string | null;
    } | {
      /** @description The id of that price. It takes precedence over `price`. */
      price_id: number | null;
    });
    /** @description A page on which a customer pays for items, with its current state. */
    Checkout: {
      /** @description The checkout. */
      id: number;
      /** @description The payment page, for the customer. */
      url: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The status; `pending` while a reported transfer is checked.
       * @enum {string}
       */
      status: "open" | "pending" | "complete" | "expired";
      /**
       * @description `subscription` if an item has a recurring price.
       * @enum {string}
       */
      mode: "payment" | "subscription";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description The currency of every amount (ISO 4217). */
      currency: string;
      /** @description The sum of the items, before anything is taken off. */
      amount_subtotal: number;
      /** @description The amount to pay now. */
      amount_total: number;
      /** @description The part of the subtotal that is covered by unused time of a plan. */
      credit_amount: number;
      /** @description Your own order reference. */
      client_reference_id: string | null;
      /** @description The customer. */
      customer_id: number | null;
      /** @description The customer. */
      customer: {
        /** @description The customer. */
        id: number;
        /** @description The customer's name. */
        name: string | null;
        /** @description The customer's email address. */
        email: string | null;
        /** @description In the form +97699112233 (E.164). */
        phone: string | null;
        /** @description Your own id of this customer. */
        client_reference_id: string | null;
      } | null;
      /** @description The email address for this checkout; for a guest, the one typed on the page. */
      customer_email: string | null;
      /** @description True when no customer is attached. */
      is_guest: boolean;
      /** @description The subscription that the checkout renews, changes or has started. */
      subscription_id: number | null;
      /** @description The items that are bought. */
      items: components["schemas"]["CheckoutItem"][];
      /** @description Direct discounts. */
      discounts: {
        /** @description The amount that it takes off. */
        amount: number;
        /** @description The text that the customer sees. */
        description: string;
      }[];
      /** @description The codes that the customer has entered. */
      promotion_codes: {
        /** @description The code, in capitals. */
        code: string;
        /** @description The amount that it takes off this checkout. */
        amount: number;
      }[];
      /** @description The same codes in an older form, for existing clients. */
      coupon_codes: {
        /** @description The code, in capitals. */
        code: string;
        /** @description The same as `code`. */
        coupon_name: string;
        /** @description The amount that it takes off this checkout. */
        discount_amount: number;
        /**
         * Format: date-time
         * @description When the checkout was paid.
         */
        redeemed_at: string | null;
      }[];
      /** @description Your questions, with the answers. */
      custom_fields: {
        /** @description The key of the answer. */
        key: string;
        /** @description The question that the customer sees. */
        label: string;
        /**
         * @description The kind of answer.
         * @enum {string}
         */
        type: "text" | "numeric" | "dropdown";
        /** @description Whether it may be left blank. */
        optional: boolean;
        /** @description The choices of a dropdown. */
        dropdown: {
          /** @description The options. */
          options: {
            /** @description The text that the customer sees. */
            label: string;
            /** @description The value that you receive. */
            value: string;
          }[];
        } | null;
        /** @description The answer; for a dropdown, the value of the chosen option. */
        value: string | null;
      }[];
      /** @description Whether the page has a field for codes. */
      allow_promotion_codes: boolean;
      /** @description Whether the page asks for an email address. */
      email_collection: boolean;
      /** @description Whether the page asks for a phone number. */
      phone_number_collection: boolean;
      /** @description Whether the page asks for a delivery address. */
      delivery_address_collection: boolean;
      /** @description The phone number given on the page (E.164). */
      phone_number: string | null;
      /** @description The delivery address given on the page. */
      delivery_address: {
        /** @description Street and house. */
        line1: string;
        /** @description Flat, floor, entrance. */
        line2?: string;
        /** @description The city. */
        city: string;
        /** @description The district or province. */
        district?: string;
        /** @description The postal code. */
        postal_code?: string;
        /** @description The country in two letters (ISO 3166). */
        country: string;
        /** @description Delivery instructions. */
        note?: string;
      } | null;
      /**
       * @description The page's language; `auto` is the browser's.
       * @enum {string}
       */
      locale: "auto" | "en" | "mn";
      /** @description The customer is sent here after paying. */
      success_url: string | null;
      /** @description The customer is sent here after canceling. */
      cancel_url: string | null;
      /** @description The payment method; null for a total of 0. */
      payment_method: string | null;
      /**
       * Format: date-time
       * @description When it was paid.
       */
      paid_at: string | null;
      /** @description The receipt's number, such as R-000001. */
      receipt_number: string | null;
      /** @description The number in `receipt_number`. Receipts of a project and mode are numbered in order of payment. */
      receipt_id: number | null;
      /** @description Your own keys and values. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it expires: it can no longer be paid then.
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    /** @description A checkout was paid. */
    CheckoutCompletedEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "checkout.completed";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "checkout";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Checkout"] | null;
      };
    };
    /** @description The body of POST /checkouts. */
    CheckoutCreate: {
      /** @description The items to buy. With a recurring price, exactly one. */
      items: components["schemas"]["CheckoutCreateItem"][];
      /** @description The address that the customer returns to after paying. `{CHECKOUT_ID}` in it is replaced. */
      success_url?: string;
      /** @description The address that the customer returns to without paying. `{CHECKOUT_ID}` in it is replaced. */
      cancel_url?: string;
      /** @description The customer. Required with a recurring price. */
      customer_id?: number;
      /**
       * Format: email
       * @description The email address of this checkout. Without `customer_id`, the customer with this address is attached, or created.
       */
      customer_email?: string;
      /** @description Your own order reference. */
      client_reference_id?: string;
      /** @description The subscription to renew (same price) or to change (another recurring price). Required for a change. */
      subscription_id?: number;
      /** @description Whether the page asks for an email address; without one no receipt is sent. Default: `true`. */
      email_collection?: boolean;
      /** @description Whether the page asks for a phone number. Default: `false`. */
      phone_number_collection?: boolean;
      /** @description Whether the page asks for a delivery address. Default: `false`. */
      delivery_address_collection?: boolean;
      /** @description Whether the page has a field for promotion codes. Default: `false`. */
      allow_promotion_codes?: boolean;
      /** @description Further questions on the page. */
      custom_fields?: components["schemas"]["CheckoutCreateCustomField"][];
      /**
       * @description The language of the page; `auto` uses the browser's. Default: `auto`.
       * @enum {string}
       */
      locale?: "auto" | "en" | "mn";
      /**
       * Format: date-time
       * @description The time until which it can be paid: 30 minutes to 2 months ahead.
       */
      expires_at?: string;
      /** @description Direct discounts; in total at most the sum of the items. */
      discounts?: components["schemas"]["CheckoutCreateDiscount"][];
      /** @description Your own keys and values, returned with the object. A new value replaces all of them. */
      metadata?: {
        [key: string]: string;
      };
    };
    CheckoutCreateCustomField: {
      /** @description The question that the customer sees. */
      label: string;
      /**
       * @description The kind of answer: up to 255 characters, digits only, or one of a list.
       * @enum {string}
       */
      type: "text" | "numeric" | "dropdown";
      /** @description The key of the answer. Default: derived from the label. 1 to 50 characters of a-z, 0-9 and _. */
      key?: string;
      /** @description Whether it may be left blank. Default: `false`. */
      optional?: boolean;
      dropdown?: components["schemas"]["CheckoutCreateCustomFieldDropdown"];
    } & ({
      /**
       * @description The kind of answer: up to 255 characters, digits only, or one of a list.
       * @enum {string}
       */
      type: "dropdown";
      dropdown: components["schemas"]["CheckoutCreateCustomFieldDropdown"];
    } | {
      /**
       * @description The kind of answer: up to 255 characters, digits only, or one of a list.
       * @enum {string}
       */
      type: "text" | "numeric";
      dropdown?: never;
    });
    /** @description The choices; for the type `dropdown` only. */
    CheckoutCreateCustomFieldDropdown: {
      /** @description The options to choose from. */
      options: components["schemas"]["CheckoutCreateCustomFieldDropdownOption"][];
    };
    CheckoutCreateCustomFieldDropdownOption: {
      /** @description The text that the customer sees. */
      label: string;
      /** @description The value that you get. Default: derived from the label. */
      value?: string;
    };
    CheckoutCreateDiscount: {
      /** @description The amount to take off. */
      amount: number;
      /** @description The text that the customer sees. */
      description: string;
    };
    CheckoutCreateItem: {
      /** @description The lookup key of a registered price. */
      price?: string;
      /** @description The id of a registered price. */
      price_id?: number;
      price_data?: components["schemas"]["CheckoutCreateItemPriceData"];
      /** @description The quantity; for a recurring price the number of periods, at most 60. */
      quantity: number;
      adjustable_quantity?: components["schemas"]["CheckoutCreateItemAdjustableQuantity"];
    } & ({
      /** @description The lookup key of a registered price. */
      price: string;
      price_id?: never;
      price_data?: never;
    } | {
      price?: never;
      /** @description The id of a registered price. */
      price_id: number;
      price_data?: never;
    } | {
      price?: never;
      price_id?: never;
      price_data: components["schemas"]["CheckoutCreateItemPriceData"];
    });
    /** @description Lets the customer choose the quantity. */
    CheckoutCreateItemAdjustableQuantity: {
      /** @description Whether the customer can change the quantity on the page. */
      enabled: boolean;
      /** @description The smallest quantity; at most `quantity`. Default: `1`. */
      min?: number;
      /** @description The largest quantity; at least `quantity`. Default: 99, or 60 for a recurring price. */
      max?: number;
    };
    /** @description A price and product that are not registered. */
    CheckoutCreateItemPriceData: {
      /** @description The price of one, in the smallest unit of the currency. */
      unit_amount: number;
      product_data: components["schemas"]["CheckoutCreateItemPriceDataProductData"];
    };
    /** @description The product. It need not be registered. */
    CheckoutCreateItemPriceDataProductData: {
      /** @description The name that customers see. */
      name: string;
      /** @description More details, for customers. */
      description?: string;
      /** @description A picture of it. Pages show a small copy of it, made within moments. It must be a PNG, JPEG, WebP or GIF of at most 2 MiB at a public address; redirects are not followed. Send the address again to refresh the copy. */
      image_url?: string;
      /** @description Your own reference for the product. */
      client_reference_id?: string;
    };
    /** @description A checkout can no longer be paid. */
    CheckoutExpiredEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "checkout.expired";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "checkout";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Checkout"] | null;
      };
    };
    /** @description One line of a checkout. */
    CheckoutItem: {
      /** @description The item. */
      id: number;
      /** @description The checkout of the item. */
      checkout_id: number;
      /** @description The registered price; null for `price_data`. */
      price_id: number | null;
      /** @description The product's name when the checkout was created. */
      name: string;
      /** @description The price's name when the checkout was created. */
      price_name: string | null;
      /** @description The product's description when the checkout was created. */
      description: string | null;
      /** @description The quantity; for a recurring price, the number of periods. */
      quantity: number;
      /** @description The price of one unit. */
      unit_amount: number;
      /** @description The same as `unit_amount`. */
      amount_unit: number;
      /** @description The quantity times the unit amount. */
      amount_subtotal: number;
      /** @description The subtotal, less the product codes. */
      amount_total: number;
      /** @description The quantities that the customer can choose; null if the quantity is fixed. */
      adjustable_quantity: {
        /** @description Always true. */
        enabled: boolean;
        /** @description The lowest quantity that the customer can choose. */
        min: number;
        /** @description The highest quantity that the customer can choose. */
        max: number;
      } | null;
      /** @description The price, with its product. */
      price: components["schemas"]["Price"] | {
        id: null;
        /** @description The price of one unit. */
        unit_amount: number;
        product: {
          id: null;
          /** @description The project that it belongs to. */
          project_id: number;
          /** @description The name that the customer sees. */
          name: string;
          /** @description A description for customers. */
          description: string | null;
          /** @description The address of a picture, as you sent it. The page shows our copy of it. */
          image_url: string | null;
          /** @description Your own reference of the product. */
          client_reference_id: string | null;
        };
      };
      /** @description The product, as in `price`. */
      product: components["schemas"]["Product"] | {
        id: null;
        /** @description The project that it belongs to. */
        project_id: number;
        /** @description The name that the customer sees. */
        name: string;
        /** @description A description for customers. */
        description: string | null;
        /** @description The address of a picture, as you sent it. The page shows our copy of it. */
        image_url: string | null;
        /** @description Your own reference of the product. */
        client_reference_id: string | null;
      };
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When its checkout was last changed.
       */
      updated_at: string;
    };
    /** @description A page of a list. */
    CheckoutPage: {
      data: components["schemas"]["Checkout"][];
      meta: {
        /** @description The number of this page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description The number of objects on a page. */
        per_page: number;
        /** @description The number of objects in the list. Above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether more objects follow. */
        has_more: boolean;
      };
    };
    /** @description The body of POST /checkouts/{checkout_id}/pay. */
    CheckoutPay: {
      /**
       * @description The payment method. Default: the test method, which moves no money.
       * @enum {string}
       */
      payment_method?: "test" | "qpay" | "stripe" | "bank_transfer";
      /**
       * @description The outcome. Default: the first one.
       * @enum {string}
       */
      test_outcome?: "succeeds" | "declined" | "delayed" | "never";
      /** @description The email address for the receipt. Default: the one that the page has already. */
      email?: string;
      /** @description The phone number, if the page asks for it. */
      phone?: string;
      delivery_address?: components["schemas"]["CheckoutPayDeliveryAddress"];
      /** @description Answers by the keys of the checkout's `custom_fields`. The answer to a dropdown is the `value` of an option. */
      custom_fields?: {
        [key: string]: string;
      };
      /** @description Promotion codes, entered one after the other as a customer would. */
      promotion_codes?: string[];
      /** @description Quantities by item id, for `items` with an adjustable quantity. */
      quantities?: {
        [key: string]: number;
      };
    };
    /** @description The complete delivery address. */
    CheckoutPayDeliveryAddress: {
      /** @description Street and house. */
      line1?: string;
      /** @description A second line. */
      line2?: string;
      /** @description City or province. */
      city?: string;
      /** @description District. */
      district?: string;
      /** @description Postal code. */
      postal_code?: string;
      /** @description Default: the project's country. The two letters of a country. */
      country?: string;
      /** @description Delivery instructions. */
      note?: string;
    };
    /** @description A person who buys from you, with the subscriptions that give access now. */
    Customer: {
      /** @description The customer. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /** @description The customer's name. */
      name: string | null;
      /** @description The customer's email address. */
      email: string | null;
      /** @description In the form +97699112233 (E.164). */
      phone: string | null;
      /** @description Your own id of this customer, unique in the project. */
      client_reference_id: string | null;
      /** @description Your own keys and values. */
      metadata: {
        [key: string]: string;
      };
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description The test clock that this customer lives on; null in real time. */
      test_clock_id: number | null;
      /** @description The subscriptions that give access now: trialing, active and past_due. */
      subscriptions: components["schemas"]["Subscription"][];
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    /** @description A page of a list. */
    CustomerPage: {
      data: components["schemas"]["Customer"][];
      meta: {
        /** @description The number of this page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description The number of objects on a page. */
        per_page: number;
        /** @description The number of objects in the list. Above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether more objects follow. */
        has_more: boolean;
      };
    };
    /** @description The body of POST /customers. */
    CustomerSave: {
      /** @description The name. */
      name?: string;
      /**
       * Format: email
       * @description The email address.
       */
      email?: string;
      /** @description A phone number. Without a country code, the project's country applies. */
      phone?: string;
      /** @description Your own id of this customer, unique in the project. */
      client_reference_id?: string;
      /** @description Your own keys and values, returned with the object. A new value replaces all of them. */
      metadata?: {
        [key: string]: string;
      };
      /** @description In test mode: the test clock for this customer and all their objects. It cannot be changed later. */
      test_clock_id?: number;
    } & ({
      /**
       * Format: email
       * @description The email address.
       */
      email: string;
    } | {
      /** @description A phone number. Without a country code, the project's country applies. */
      phone: string;
    } | {
      /** @description Your own id of this customer, unique in the project. */
      client_reference_id: string;
    });
    /** @description The body of PATCH /customers/{customer_id}. */
    CustomerUpdate: {
      /** @description The name. */
      name?: string | null;
      /**
       * Format: email
       * @description The email address.
       */
      email?: string | null;
      /** @description A phone number. Without a country code, the project's country applies. */
      phone?: string | null;
      /** @description Your own id of this customer, unique in the project. */
      client_reference_id?: string | null;
      /** @description Your own keys and values, returned with the object. A new value replaces all of them. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    /** @description A deleted object, with the time. */
    Deleted: {
      /** @description The deleted object. */
      id: number;
      /**
       * Format: date-time
       * @description When it was deleted.
       */
      deleted_at: string;
    };
    /** @description An attempt to pay that stands otherwise at its provider. */
    DiscrepantPayment: {
      /** @description The payment. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /** @description How it is paid: `test`, `qpay`, `stripe`, `bank_transfer` … */
      method: string;
      /** @description The method once more, for older clients. */
      driver: string;
      /**
       * @description Where it stands; `refund_required` is money that arrived and bought nothing.
       * @enum {string}
       */
      status: "started" | "pending" | "paid" | "failed" | "canceled" | "refund_required" | "refunded";
      /** @description How much is to be paid. */
      amount: number;
      /** @description How much of it has come, or more than that. */
      amount_received: number;
      /** @description In which currency the received, the refunded and the remaining amounts are: `currency`, unless its provider took another. */
      received_currency: string;
      /** @description How much of that was given back. */
      amount_refunded: number;
      /** @description How much of that is to be given back yet. */
      amount_to_refund: number;
      /** @description The currency (ISO 4217). */
      currency: string;
      /** @description What the customer writes on a transfer. */
      reference: string | null;
      /** @description Your bank, as the customer was shown it. */
      bank_name: string | null;
      /** @description Your account, as the customer was shown it. */
      account_number: string | null;
      /** @description Its holder, as the customer was shown it. */
      account_holder: string | null;
      /**
       * Format: date-time
       * @description When the customer reported the transfer.
       */
      claimed_at: string | null;
      /**
       * Format: date-time
       * @description Until when it can be paid, or a reported transfer holds things open.
       */
      expires_at: string | null;
      /**
       * @description Why it ended without its money: the method declined it, you rejected it, its time ran out, or another attempt took its place.
       * @enum {string|null}
       */
      failure_code: "declined" | "rejected" | "lapsed" | "replaced" | null;
      /** @description Why it failed or was rejected. */
      failure_message: string | null;
      /** @description Who confirmed or rejected the transfer. */
      verified_by: string | null;
      /** @description What was given back, oldest first. */
      refunds: components["schemas"]["Refund"][];
      /** @description What it pays for. */
      payable: {
        /**
         * @description Which kind of thing.
         * @enum {string}
         */
        type: "checkout" | "invoice";
        /** @description Which one. */
        id: number;
        /** @description An invoice's number, or a paid checkout's receipt number. */
        number: string | null;
        /** @description Its page. */
        url: string;
        /**
         * @description Where that stands now.
         * @enum {string}
         */
        status: "open" | "pending" | "complete" | "expired" | "draft" | "paid" | "void";
      };
      /** @description Your own name for what it pays for. */
      client_reference_id: string | null;
      /** @description Whose that is. */
      customer_id: number | null;
      /** @description The customer's email address. */
      customer_email: string | null;
      /** @description The customer's phone number. */
      phone_number: string | null;
      /** @description The name on the account that a transfer comes from, where the customer told it. */
      payer_name: string | null;
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
      /** @description What its provider says otherwise. Amounts are in the smallest unit. */
      discrepancy: {
        /**
         * @description What differs: it was paid there and given up here; another sum came, or in another currency; or more or less was given back there.
         * @enum {string}
         */
        kind: "paid_there" | "received_differs" | "currency_differs" | "refunded_there" | "not_refunded_there";
        /**
         * @description How it stands there: `over` can never be paid any more.
         * @enum {string}
         */
        provider_status: "open" | "processing" | "paid" | "over";
        /** @description What has come there. */
        provider_amount: number;
        /** @description In which currency; null where nothing has. */
        provider_currency: string | null;
        /** @description What of it was given back there. */
        provider_refunded: number;
        /**
         * Format: date-time
         * @description When we asked.
         */
        found_at: string;
      };
    };
    /** @description A subscription whose customer was reminded to renew. */
    DueSubscription: {
      /** @description The subscription. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The state of the subscription.
       * @enum {string}
       */
      status: "trialing" | "active" | "past_due" | "canceled";
      /** @description Whether it gives access: true for trialing, active and past_due. */
      entitled: boolean;
      /** @description The customer. */
      customer_id: number;
      /** @description The product. */
      product_id: number;
      /** @description The current price; a plan change replaces it. */
      price_id: number;
      /**
       * Format: date-time
       * @description When the current period began.
       */
      current_period_start: string;
      /**
       * Format: date-time
       * @description When access ends unless it is renewed.
       */
      current_period_end: string;
      /**
       * Format: date-time
       * @description When the trial ends; null without one.
       */
      trial_ends_at: string | null;
      /**
       * Format: date-time
       * @description When the cancellation was requested.
       */
      canceled_at: string | null;
      /**
       * Format: date-time
       * @description When it ended.
       */
      ended_at: string | null;
      /**
       * @description Why it ended.
       * @enum {string|null}
       */
      cancellation_reason: "requested" | "unpaid" | "trial_ended" | "immediately" | null;
      /** @description The customer's reason, given in the portal; null if none was given. */
      cancellation_details: components["schemas"]["CancellationDetails"] | null;
      /** @description The price of the next renewal. */
      scheduled_price_id: number | null;
      /** @description Your own keys and values. */
      metadata: {
        [key: string]: string;
      };
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description The customer. */
      customer: {
        /** @description The customer. */
        id: number;
        /** @description The customer's name. */
        name: string | null;
        /** @description The customer's email address. */
        email: string | null;
        /** @description In the form +97699112233 (E.164). */
        phone: string | null;
        /** @description Your own id of this customer. */
        client_reference_id: string | null;
      };
      price: components["schemas"]["Price"];
      product: components["schemas"]["Product"];
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
      /** @description The number of days before the end for which the reminder was sent. */
      days_before: number;
    };
    /** @description A product that a customer may use now. */
    Entitlement: {
      /** @description The product that may be used. */
      product_id: number;
      /** @description Your own id of the product. */
      product_client_reference_id: string | null;
      /** @description The name of the product. */
      product_name: string;
      /** @description The price that is paid. */
      price_id: number;
      /** @description The lookup key of the price. */
      lookup_key: string | null;
      /** @description The subscription that gives access. */
      subscription_id: number;
      /**
       * @description The status of the subscription.
       * @enum {string}
       */
      status: "trialing" | "active" | "past_due";
      /**
       * Format: date-time
       * @description The time at which access ends unless something is paid: the end of the trial, of the paid period or of the grace days, or later while a reported transfer waits. Never in the past.
       */
      until: string;
    };
    /** @description The number of objects that contained the address. Their personal data is erased. */
    Erasure: {
      /** @description Orders of a guest with this address. */
      checkouts: number;
      /** @description Invoices without a customer, with this address. */
      invoices: number;
      /** @description Payments with this address. */
      payments: number;
      /** @description Registered customers with this address. This request does not erase them: delete each customer instead. */
      customers: number;
    };
    /** @description A change of an object, with the object as it was at that moment. */
    Event: components["schemas"]["CheckoutCompletedEvent"] | components["schemas"]["CheckoutExpiredEvent"] | components["schemas"]["SubscriptionCreatedEvent"] | components["schemas"]["SubscriptionRenewedEvent"] | components["schemas"]["SubscriptionUpdatedEvent"] | components["schemas"]["SubscriptionRenewalDueEvent"] | components["schemas"]["SubscriptionPastDueEvent"] | components["schemas"]["SubscriptionCanceledEvent"] | components["schemas"]["PaymentAwaitingVerificationEvent"] | components["schemas"]["PaymentVerificationDueEvent"] | components["schemas"]["PaymentFailedEvent"] | components["schemas"]["PaymentPartiallyPaidEvent"] | components["schemas"]["PaymentRefundRequiredEvent"] | components["schemas"]["PaymentRefundedEvent"] | components["schemas"]["PaymentRefundFailedEvent"] | components["schemas"]["PaymentDiscrepancyEvent"] | components["schemas"]["InvoicePaidEvent"] | components["schemas"]["InvoiceVoidEvent"] | components["schemas"]["TestEvent"];
    /** @description A page of a list. */
    EventPage: {
      data: components["schemas"]["Event"][];
      meta: {
        /** @description The number of this page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description The number of objects on a page. */
        per_page: number;
        /** @description The number of objects in the list. Above 10 000 it may be a minute old. */
        total: number;
        /** @description No new event can appear up to this id. Continue from here. */
        safe_after: number;
      } | {
        /** @description Whether more objects follow. */
        has_more: boolean;
        /** @description No new event can appear up to this id. Continue from here. */
        safe_after: number;
      };
    };
    /** @description The body of POST /webhook-deliveries/resend. */
    FailedWebhookDeliveriesResend: {
      /**
       * Format: date-time
       * @description Sends every delivery again that has failed since this time, also one that waits for its next attempt.
       */
      since: string;
      /** @description Only deliveries to this endpoint. Default: to every active one. */
      endpoint_id?: number;
    };
    /** @description The body of POST /erasures. */
    GuestErase: {
      /**
       * Format: email
       * @description The email address of the guest.
       */
      email: string;
    };
    /** @description A request to pay one amount. */
    Invoice: {
      /** @description The invoice. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The status of the invoice.
       * @enum {string}
       */
      status: "draft" | "open" | "paid" | "void";
      /** @description Assigned when the invoice opens, without gaps; null in a draft. */
      number: string | null;
      /** @description The amount to pay, in the smallest unit of the currency. */
      amount: number;
      /** @description The currency (ISO 4217). */
      currency: string;
      /** @description The purpose of the invoice. */
      description: string | null;
      /** @description Your own reference. */
      client_reference_id: string | null;
      /** @description The customer. */
      customer_id: number | null;
      /** @description The email address for the receipt. */
      customer_email: string | null;
      /**
       * Format: date-time
       * @description The day by which it should be paid. It can be paid later too.
       */
      due_date: string;
      /** @description The invoice's page, for the customer; null in a draft. */
      url: string | null;
      /** @description The customer is sent here after paying. */
      success_url: string | null;
      /** @description The customer is sent here after canceling. */
      cancel_url: string | null;
      /**
       * @description The page's language; `auto` is the browser's.
       * @enum {string}
       */
      locale: "auto" | "en" | "mn";
      /** @description The payment method. */
      payment_method: string | null;
      /**
       * Format: date-time
       * @description When it was paid.
       */
      paid_at: string | null;
      /** @description The receipt's number. */
      receipt_number: string | null;
      /** @description Your own keys and values. */
      metadata: {
        [key: string]: string;
      };
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    /** @description The body of POST /invoices. */
    InvoiceCreate: {
      /** @description The amount to pay, in the smallest unit of the currency. */
      amount: number;
      /** @description The purpose, as the customer sees it. */
      description?: string;
      /** @description The customer. */
      customer_id?: number;
      /**
       * Format: email
       * @description The email address for the receipt. Without `customer_id`, the customer with this address is attached, or created.
       */
      customer_email?: string;
      /** @description Your own reference. */
      client_reference_id?: string;
      /** @description Whether it opens at once; false creates a draft. Default: `true`. */
      auto_advance?: boolean;
      /**
       * Format: date-time
       * @description The time by which it should be paid. Default: a day after it opens. It can still be paid later.
       */
      due_date?: string;
      /** @description The address that the customer returns to after paying. */
      success_url?: string;
      /** @description The address that the customer returns to without paying. */
      cancel_url?: string;
      /**
       * @description The language of the page; `auto` uses the browser's. Default: `auto`.
       * @enum {string}
       */
      locale?: "auto" | "en" | "mn";
      /** @description Your own keys and values, returned with the object. A new value replaces all of them. */
      metadata?: {
        [key: string]: string;
      };
    };
    /** @description A page of a list. */
    InvoicePage: {
      data: components["schemas"]["Invoice"][];
      meta: {
        /** @description The number of this page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description The number of objects on a page. */
        per_page: number;
        /** @description The number of objects in the list. Above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether more objects follow. */
        has_more: boolean;
      };
    };
    /** @description An invoice was paid. */
    InvoicePaidEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "invoice.paid";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "invoice";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Invoice"] | null;
      };
    };
    /** @description The body of POST /invoices/{invoice_id}/pay. */
    InvoicePay: {
      /**
       * @description The payment method. Default: the test method, which moves no money.
       * @enum {string}
       */
      payment_method?: "test" | "qpay" | "stripe" | "bank_transfer";
      /**
       * @description The outcome. Default: the first one.
       * @enum {string}
       */
      test_outcome?: "succeeds" | "declined" | "delayed" | "never";
      /** @description The email address for the receipt. Default: the one that the page has already. */
      email?: string;
    };
    /** @description An invoice can no longer be paid. */
    InvoiceVoidEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "invoice.void";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "invoice";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Invoice"] | null;
      };
    };
    /** @description A checkout that has just been created. */
    NewCheckout: {
      /** @description The checkout. */
      id: number;
      /** @description Send the customer to this page. */
      url: string;
    };
    /** @description One attempt to pay. */
    Payment: {
      /** @description The payment. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /** @description How it is paid: `test`, `qpay`, `stripe`, `bank_transfer` … */
      method: string;
      /** @description The method once more, for older clients. */
      driver: string;
      /**
       * @description Where it stands; `refund_required` is money that arrived and bought nothing.
       * @enum {string}
       */
      status: "started" | "pending" | "paid" | "failed" | "canceled" | "refund_required" | "refunded";
      /** @description How much is to be paid. */
      amount: number;
      /** @description How much of it has come, or more than that. */
      amount_received: number;
      /** @description In which currency the received, the refunded and the remaining amounts are: `currency`, unless its provider took another. */
      received_currency: string;
      /** @description How much of that was given back. */
      amount_refunded: number;
      /** @description How much of that is to be given back yet. */
      amount_to_refund: number;
      /** @description The currency (ISO 4217). */
      currency: string;
      /** @description What the customer writes on a transfer. */
      reference: string | null;
      /** @description Your bank, as the customer was shown it. */
      bank_name: string | null;
      /** @description Your account, as the customer was shown it. */
      account_number: string | null;
      /** @description Its holder, as the customer was shown it. */
      account_holder: string | null;
      /**
       * Format: date-time
       * @description When the customer reported the transfer.
       */
      claimed_at: string | null;
      /**
       * Format: date-time
       * @description Until when it can be paid, or a reported transfer holds things open.
       */
      expires_at: string | null;
      /**
       * @description Why it ended without its money: the method declined it, you rejected it, its time ran out, or another attempt took its place.
       * @enum {string|null}
       */
      failure_code: "declined" | "rejected" | "lapsed" | "replaced" | null;
      /** @description Why it failed or was rejected. */
      failure_message: string | null;
      /** @description Who confirmed or rejected the transfer. */
      verified_by: string | null;
      /** @description What was given back, oldest first. */
      refunds: components["schemas"]["Refund"][];
      /** @description What it pays for. */
      payable: {
        /**
         * @description Which kind of thing.
         * @enum {string}
         */
        type: "checkout" | "invoice";
        /** @description Which one. */
        id: number;
        /** @description An invoice's number, or a paid checkout's receipt number. */
        number: string | null;
        /** @description Its page. */
        url: string;
        /**
         * @description Where that stands now.
         * @enum {string}
         */
        status: "open" | "pending" | "complete" | "expired" | "draft" | "paid" | "void";
      };
      /** @description Your own name for what it pays for. */
      client_reference_id: string | null;
      /** @description Whose that is. */
      customer_id: number | null;
      /** @description The customer's email address. */
      customer_email: string | null;
      /** @description The customer's phone number. */
      phone_number: string | null;
      /** @description The name on the account that a transfer comes from, where the customer told it. */
      payer_name: string | null;
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    /** @description A customer reported a transfer: look for it. */
    PaymentAwaitingVerificationEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "payment.awaiting_verification";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "payment";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Payment"] | null;
      };
    };
    /** @description The body of POST /payments/{payment_id}/confirm. */
    PaymentConfirm: {
      /** @description The amount that arrived this time. Default: the whole missing amount (see `accept_partial`). If it is less, the payment waits for the rest, and the customer gets an email. If it is more, refund the surplus. */
      amount_received?: number;
      /** @description Completes the order with less than the full amount too. Without `amount_received`, the amount that arrived before completes it, if there is any. Default: `false`. */
      accept_partial?: boolean;
      /** @description Completes an expired order too, if that is still possible. A plan change with a credit is never completed late: its payment becomes `refund_required`. Default: `false`. */
      accept_late?: boolean;
    };
    /** @description The provider's record of a payment disagrees with ours. */
    PaymentDiscrepancyEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "payment.discrepancy";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "payment";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["DiscrepantPayment"] | null;
      };
    };
    /** @description A payment was declined or rejected, or its time ran out. */
    PaymentFailedEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "payment.failed";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "payment";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Payment"] | null;
      };
    };
    /** @description The result of checking a payment method. */
    PaymentMethodCheck: {
      /** @description Whether customers can pay with it, in the mode of the token. */
      ok: boolean;
      /** @description Problems with their solution, one sentence each. */
      problems: string[];
    };
    /** @description A page of a list. */
    PaymentPage: {
      data: components["schemas"]["Payment"][];
      meta: {
        /** @description The number of this page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description The number of objects on a page. */
        per_page: number;
        /** @description The number of objects in the list. Above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether more objects follow. */
        has_more: boolean;
      };
    };
    /** @description Less than the sum has come: the payment waits for the rest. */
    PaymentPartiallyPaidEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "payment.partially_paid";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "payment";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Payment"] | null;
      };
    };
    /** @description A refund by the provider failed, also one that had succeeded: the customer does not have the money. */
    PaymentRefundFailedEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "payment.refund_failed";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "payment";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Payment"] | null;
      };
    };
    /** @description Money has come that can pay for nothing: give it back. */
    PaymentRefundRequiredEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "payment.refund_required";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "payment";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Payment"] | null;
      };
    };
    /** @description A payment was refunded, in part or in full. */
    PaymentRefundedEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "payment.refunded";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "payment";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Payment"] | null;
      };
    };
    /** @description The body of POST /payments/{payment_id}/reject. */
    PaymentReject: {
      /** @description The reason that the customer is shown. */
      reason?: string;
    };
    /** @description A reported transfer still awaits your decision. */
    PaymentVerificationDueEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "payment.verification_due";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "payment";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Payment"] | null;
      };
    };
    /** @description The price of a product, paid once or for every month or year. Its amount never changes: create a new price instead. */
    Price: {
      /** @description The price. */
      id: number;
      /** @description The product that it belongs to. */
      product_id: number;
      product: components["schemas"]["Product"];
      /**
       * @description Whether it is paid once or for each period.
       * @enum {string}
       */
      type: "one_time" | "recurring";
      /** @description The price of one unit, in the smallest unit of the currency. */
      unit_amount: number;
      /**
       * @description The unit of a billing period.
       * @enum {string|null}
       */
      recurring_interval: "month" | "year" | null;
      /** @description How many units make one period. */
      recurring_interval_count: number | null;
      /** @description Distinguishes it from the product's other prices; shown next to the product's name. */
      name: string | null;
      /** @description Whether the portal offers it. If false, only existing subscribers can renew it there. */
      portal: boolean;
      /** @description Your own name for it, unique in the project. */
      lookup_key: string | null;
      /** @description Whether it can be sold. */
      active: boolean;
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Your own keys and values. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    /** @description The body of POST /prices. */
    PriceCreate: {
      /** @description The product of the price. */
      product_id?: number;
      product_data?: components["schemas"]["PriceCreateProductData"];
      /**
       * @description Follows from `recurring_interval`. If you send it, it must match.
       * @enum {string}
       */
      type?: "one_time" | "recurring";
      /** @description The price of one, in the smallest unit of the currency. */
      unit_amount: number;
      /**
       * @description The unit of a billing period. Without it the price is paid once.
       * @enum {string}
       */
      recurring_interval?: "month" | "year";
      /** @description The number of units in a period: up to 12 months, or 3 years. Default: `1`. */
      recurring_interval_count?: number;
      /** @description A name that distinguishes it from the product's other prices; shown next to the product's name. */
      name?: string;
      /** @description Whether the portal offers it. If false, only its current subscribers can renew it there. Default: `true`. */
      portal?: boolean;
      /** @description Your own name for it, unique in the project. 1 to 100 characters of A-Z, a-z, 0-9 and . _ - :. */
      lookup_key?: string;
      /** @description Moves the lookup key from the price that has it now. Default: `false`. */
      transfer_lookup_key?: boolean;
      /** @description Whether it can be sold. Default: `true`. */
      active?: boolean;
      /** @description Your own keys and values, returned with the object. A new value replaces all of them. */
      metadata?: {
        [key: string]: string;
      };
    } & ({
      /** @description The product of the price. */
      product_id: number;
      product_data?: never;
    } | {
      product_id?: never;
      product_data: components["schemas"]["PriceCreateProductData"];
    });
    /** @description A new product for the price. */
    PriceCreateProductData: {
      /** @description The name that customers see. */
      name: string;
      /** @description More details, for customers. */
      description?: string;
      /** @description A picture of it. Pages show a small copy of it, made within moments. It must be a PNG, JPEG, WebP or GIF of at most 2 MiB at a public address; redirects are not followed. Send the address again to refresh the copy. */
      image_url?: string;
      /** @description Your own reference. */
      client_reference_id?: string;
      /** @description Days of access after an unpaid period. Default: `0`. */
      grace_period_days?: number;
      /** @description Whether it can be sold. Default: `true`. */
      active?: boolean;
      /** @description Your own keys and values, returned with the object. A new value replaces all of them. */
      metadata?: {
        [key: string]: string;
      };
    };
    /** @description A page of a list. */
    PricePage: {
      data: components["schemas"]["Price"][];
      meta: {
        /** @description The number of this page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description The number of objects on a page. */
        per_page: number;
        /** @description The number of objects in the list. Above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether more objects follow. */
        has_more: boolean;
      };
    };
    /** @description The body of PATCH /prices/{price_id}. */
    PriceUpdate: {
      /** @description A name that distinguishes it from the product's other prices; shown next to the product's name. */
      name?: string | null;
      /** @description Whether the portal offers it. If false, only its current subscribers can renew it there. */
      portal?: boolean;
      /** @description Your own name for it, unique in the project. 1 to 100 characters of A-Z, a-z, 0-9 and . _ - :. */
      lookup_key?: string | null;
      /** @description Moves the lookup key from the price that has it now. Default: `false`. */
      transfer_lookup_key?: boolean;
      /** @description Whether it can be sold. */
      active?: boolean;
      /** @description Your own keys and values, returned with the object. A new value replaces all of them. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    /** @description Something that you sell. Its prices set how much it costs. */
    Product: {
      /** @description The product. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /** @description The name that customers see. */
      name: string;
      /** @description A description for customers. */
      description: string | null;
      /** @description The URL of its picture, as you sent it. Pages show our own copy. */
      image_url: string | null;
      /** @description Your own reference. */
      client_reference_id: string | null;
      /** @description Days of access after a period ends unpaid. */
      grace_period_days: number;
      /** @description Whether it can be sold. */
      active: boolean;
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Your own keys and values. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    /** @description The body of POST /products. */
    ProductCreate: {
      /** @description The name that customers see. */
      name: string;
      /** @description More details, for customers. */
      description?: string;
      /** @description A picture of it. Pages show a small copy of it, made within moments. It must be a PNG, JPEG, WebP or GIF of at most 2 MiB at a public address; redirects are not followed. Send the address again to refresh the copy. */
      image_url?: string;
      /** @description Your own reference. */
      client_reference_id?: string;
      /** @description Days of access after an unpaid period. Default: `0`. */
      grace_period_days?: number;
      /** @description Whether it can be sold. Default: `true`. */
      active?: boolean;
      /** @description Your own keys and values, returned with the object. A new value replaces all of them. */
      metadata?: {
        [key: string]: string;
      };
    };
    /** @description A page of a list. */
    ProductPage: {
      data: components["schemas"]["Product"][];
      meta: {
        /** @description The number of this page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description The number of objects on a page. */
        per_page: number;
        /** @description The number of objects in the list. Above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether more objects follow. */
        has_more: boolean;
      };
    };
    /** @description The body of PATCH /products/{product_id}. */
    ProductUpdate: {
      /** @description The name that customers see. */
      name?: string;
      /** @description More details, for customers. */
      description?: string | null;
      /** @description A picture of it. Pages show a small copy of it, made within moments. It must be a PNG, JPEG, WebP or GIF of at most 2 MiB at a public address; redirects are not followed. Send the address again to refresh the copy. */
      image_url?: string | null;
      /** @description Your own reference. */
      client_reference_id?: string | null;
      /** @description Days of access after an unpaid period. */
      grace_period_days?: number;
      /** @description Whether it can be sold. */
      active?: boolean;
      /** @description Your own keys and values, returned with the object. A new value replaces all of them. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    /** @description Your project and its settings, the same in test and live mode. */
    Project: {
      /** @description The project. */
      id: number;
      /** @description The name that customers know. */
      name: string;
      /** @description The currency of every amount (ISO 4217). */
      currency: string;
      /** @description The country in two letters (ISO 3166). */
      country: string;
      /** @description The time zone in which billing counts days: an IANA name. */
      timezone: string;
      /**
       * @description The language used if the customer asks for none.
       * @enum {string}
       */
      locale: "en" | "mn";
      /**
       * @description The plan that the operator set: `starter` allows 30 live subscriptions with access, `growth` any number.
       * @enum {string}
       */
      plan: "starter" | "growth";
      /** @description The address that receives emails to you and replies from customers. */
      email: string | null;
      /** @description The phone number that customers can call. */
      support_phone: string | null;
      /** @description The name on receipts. */
      legal_name: string | null;
      /** @description The registration number on receipts. */
      registration_number: string | null;
      /** @description The address on receipts. */
      address: string | null;
      /** @description Your terms. */
      terms_url: string | null;
      /** @description Your shop: the way back from pages without a return URL of their own. */
      website_url: string | null;
      /** @description The URL of your logo, as you sent it. Pages show our own copy. */
      logo_url: string | null;
      /** @description Your colour, for buttons and links: '#1f5fd0'. */
      color: string | null;
      /** @description The prefix of invoice numbers: 'INV' gives INV-0001. */
      invoice_prefix: string;
      /** @description Optional emails to you, in addition to those that need your action. */
      notifications: {
        /** @description For each completed checkout and each paid invoice. */
        sale: boolean;
        /** @description For each requested cancellation, with the customer's reason. */
        cancellation: boolean;
      };
      /** @description How customers can pay. */
      payment_methods: {
        /** @description QPay: a QR code, and the apps of Mongolian banks. For projects in MNT. */
        qpay: {
          /** @description Used in live mode, for real money. */
          live: {
            /** @description Whether customers can choose it. */
            enabled: boolean;
            /** @description The name by which QPay knows you (`client_id`). */
            username: string | null;
            /** @description Whether it is set. Your password there (`client_secret`). */
            password_set: boolean;
            /** @description What QPay’s invoices for you go by. */
            invoice_code: string | null;
          };
          /** @description Used in test mode. */
          test: {
            /** @description Whether customers can choose it. */
            enabled: boolean;
            /** @description The name by which QPay knows you (`client_id`). */
            username: string | null;
            /** @description Whether it is set. Your password there (`client_secret`). */
            password_set: boolean;
            /** @description What QPay’s invoices for you go by. */
            invoice_code: string | null;
          };
        };
        /** @description Cards and wallets on a page of Stripe’s, paid out by Stripe. */
        stripe: {
          /** @description Used in live mode, for real money. */
          live: {
            /** @description Whether customers can choose it. */
            enabled: boolean;
            /** @description Whether it is set. The secret key of your Stripe account, or a restricted one: it begins with `sk_test_` or `rk_test_` for trying out, with `sk_live_` or `rk_live_` for money. */
            secret_key_set: boolean;
            /** @description Whether it is set. The signing secret of the webhook endpoint that you add at Stripe for our hint address: it begins with `whsec_`. */
            webhook_secret_set: boolean;
          };
          /** @description Used in test mode. */
          test: {
            /** @description Whether customers can choose it. */
            enabled: boolean;
            /** @description Whether it is set. The secret key of your Stripe account, or a restricted one: it begins with `sk_test_` or `rk_test_` for trying out, with `sk_live_` or `rk_live_` for money. */
            secret_key_set: boolean;
            /** @description Whether it is set. The signing secret of the webhook endpoint that you add at Stripe for our hint address: it begins with `whsec_`. */
            webhook_secret_set: boolean;
          };
        };
        /** @description A transfer to your account, which you confirm. */
        bank_transfer: {
          /** @description Whether customers can choose it. */
          enabled: boolean;
          /** @description Your bank. */
          bank_name: string | null;
          /** @description Your account. */
          account_number: string | null;
          /** @description The account holder. */
          account_holder: string | null;
        };
      };
      /** @description The order in which customers see the methods. */
      payment_method_order: ("qpay" | "stripe" | "bank_transfer")[];
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    /** @description The body of PATCH for the project. */
    ProjectUpdate: {
      /** @description The name of the shop that customers see. */
      name?: string;
      /** @description Cannot change while there are prices, promotion codes with amounts, or open orders. A currency of ISO 4217, such as MNT. */
      currency?: string;
      /** @description The default country of phone numbers and addresses. A country of ISO 3166 in two capital letters, such as MN. */
      country?: string;
      /** @description The time zone of billing days. Cannot change once there is a subscription. The IANA name of a time zone, such as Asia/Ulaanbaatar. */
      timezone?: string;
      /**
       * @description The default language.
       * @enum {string}
       */
      locale?: "en" | "mn";
      /**
       * Format: email
       * @description The address for emails to you and for replies of customers.
       */
      email?: string | null;
      /** @description The phone number that customers can call. */
      support_phone?: string | null;
      /** @description The name on receipts. */
      legal_name?: string | null;
      /** @description The registration number on receipts. */
      registration_number?: string | null;
      /** @description The address on receipts. */
      address?: string | null;
      /** @description Your terms, linked on pages and receipts. */
      terms_url?: string | null;
      /** @description Your shop: the link back from pages without an address of their own. */
      website_url?: string | null;
      /** @description Your logo. Pages show a small copy of it, made within moments. It must be a PNG, JPEG, WebP or GIF of at most 2 MiB at a public address; redirects are not followed. Send the address again to refresh the copy. */
      logo_url?: string | null;
      /** @description Your colour, for buttons and links. A colour such as #1a73e8. */
      color?: string | null;
      /** @description The prefix of invoice numbers. 1 to 12 characters of A-Z, 0-9 and -. */
      invoice_prefix?: string;
      notifications?: components["schemas"]["ProjectUpdateNotifications"];
      payment_methods?: components["schemas"]["ProjectUpdatePaymentMethods"];
      /** @description The order in which pages show the methods. The others follow in the default order. Null uses the default order for all. */
      payment_method_order?: ("qpay" | "stripe" | "bank_transfer")[] | null;
    };
    /** @description The optional emails to you. Emails that require an action are always sent. */
    ProjectUpdateNotifications: {
      /** @description For each completed checkout and each paid invoice. */
      sale?: boolean;
      /** @description For each requested cancellation, with the reason that the customer gives. */
      cancellation?: boolean;
    };
    /** @description The ways in which customers can pay. */
    ProjectUpdatePaymentMethods: {
      qpay?: components["schemas"]["ProjectUpdatePaymentMethodsQpay"];
      stripe?: components["schemas"]["ProjectUpdatePaymentMethodsStripe"];
      bank_transfer?: components["schemas"]["ProjectUpdatePaymentMethodsBankTransfer"];
    };
    /** @description A transfer to your account, which you confirm. */
    ProjectUpdatePaymentMethodsBankTransfer: {
      /** @description Whether customers can choose it. */
      enabled?: boolean;
      /** @description Your bank. */
      bank_name?: string | null;
      /** @description Your account. */
      account_number?: string | null;
      /** @description The account holder. */
      account_holder?: string | null;
    };
    /** @description QPay: a QR code, and the apps of Mongolian banks. For projects in MNT. */
    ProjectUpdatePaymentMethodsQpay: {
      live?: components["schemas"]["ProjectUpdatePaymentMethodsQpayLive"];
      test?: components["schemas"]["ProjectUpdatePaymentMethodsQpayTest"];
    };
    /** @description For live mode. */
    ProjectUpdatePaymentMethodsQpayLive: {
      /** @description Whether customers can choose it. */
      enabled?: boolean;
      /** @description The name by which QPay knows you (`client_id`). */
      username?: string | null;
      /** @description Your password there (`client_secret`). Never returned: `password_set` shows whether it is set. */
      password?: string | null;
      /** @description What QPay’s invoices for you go by. */
      invoice_code?: string | null;
    };
    /** @description For test mode. */
    ProjectUpdatePaymentMethodsQpayTest: {
      /** @description Whether customers can choose it. */
      enabled?: boolean;
      /** @description The name by which QPay knows you (`client_id`). */
      username?: string | null;
      /** @description Your password there (`client_secret`). Never returned: `password_set` shows whether it is set. */
      password?: string | null;
      /** @description What QPay’s invoices for you go by. */
      invoice_code?: string | null;
    };
    /** @description Cards and wallets on a page of Stripe’s, paid out by Stripe. */
    ProjectUpdatePaymentMethodsStripe: {
      live?: components["schemas"]["ProjectUpdatePaymentMethodsStripeLive"];
      test?: components["schemas"]["ProjectUpdatePaymentMethodsStripeTest"];
    };
    /** @description For live mode. */
    ProjectUpdatePaymentMethodsStripeLive: {
      /** @description Whether customers can choose it. */
      enabled?: boolean;
      /** @description The secret key of your Stripe account, or a restricted one: it begins with `sk_test_` or `rk_test_` for trying out, with `sk_live_` or `rk_live_` for money. Never returned: `secret_key_set` shows whether it is set. */
      secret_key?: string | null;
      /** @description The signing secret of the webhook endpoint that you add at Stripe for our hint address: it begins with `whsec_`. Never returned: `webhook_secret_set` shows whether it is set. */
      webhook_secret?: string | null;
    };
    /** @description For test mode. */
    ProjectUpdatePaymentMethodsStripeTest: {
      /** @description Whether customers can choose it. */
      enabled?: boolean;
      /** @description The secret key of your Stripe account, or a restricted one: it begins with `sk_test_` or `rk_test_` for trying out, with `sk_live_` or `rk_live_` for money. Never returned: `secret_key_set` shows whether it is set. */
      secret_key?: string | null;
      /** @description The signing secret of the webhook endpoint that you add at Stripe for our hint address: it begins with `whsec_`. Never returned: `webhook_secret_set` shows whether it is set. */
      webhook_secret?: string | null;
    };
    /** @description A code for a discount, which customers type on the page. */
    PromotionCode: {
      /** @description The promotion code. */
      id: number;
      /** @description The code that customers type; stored in capitals. */
      code: string;
      /**
       * @description The discounted amount: the order total, or certain products.
       * @enum {string}
       */
      type: "order_total" | "product";
      /** @description The discount in percent. */
      percent_off: number | null;
      /** @description The discount as an amount. */
      amount_off: number | null;
      /** @description The discounted products; empty for the whole order. */
      product_ids: number[];
      /** @description The lowest subtotal that it applies to. */
      minimum_amount: number | null;
      /**
       * Format: date-time
       * @description When it starts to work.
       */
      starts_at: string | null;
      /**
       * Format: date-time
       * @description When it stops working.
       */
      expires_at: string | null;
      /** @description How often it can be used. */
      max_redemptions: number | null;
      /** @description How often one customer can use it. */
      max_redemptions_per_customer: number | null;
      /** @description Whether it can be combined with other codes. */
      combinable: boolean;
      /** @description Whether it works. */
      active: boolean;
      /** @description How often successful payments have used it. */
      times_redeemed: number;
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    /** @description The body of POST /promotion-codes. */
    PromotionCodeCreate: {
      /** @description The text that customers type. Stored in capitals. 3 to 50 characters of A-Z, 0-9, - and _. */
      code: string;
      /**
       * @description The part of the order that it applies to: the whole order, or the listed products.
       * @enum {string}
       */
      type: "order_total" | "product";
      /** @description The percentage to take off. */
      percent_off?: number;
      /** @description The amount to take off. */
      amount_off?: number;
      /** @description The products; for the type `product` only. */
      product_ids?: number[];
      /** @description The smallest subtotal that it applies to. */
      minimum_amount?: number;
      /**
       * Format: date-time
       * @description The time when it starts to work.
       */
      starts_at?: string;
      /**
       * Format: date-time
       * @description The time when it stops working.
       */
      expires_at?: string;
      /** @description The most times that it can be used. Unlimited by default. */
      max_redemptions?: number;
      /** @description The most times that one customer can use it. */
      max_redemptions_per_customer?: number;
      /** @description Whether it can be combined with other codes. Default: `false`. */
      combinable?: boolean;
      /** @description Whether it works. Default: `true`. */
      active?: boolean;
    } & (({
      /** @description The percentage to take off. */
      percent_off: number;
      amount_off?: never;
    } | {
      percent_off?: never;
      /** @description The amount to take off. */
      amount_off: number;
    }) & ({
      /**
       * @description The part of the order that it applies to: the whole order, or the listed products.
       * @enum {string}
       */
      type: "product";
      /** @description The products; for the type `product` only. */
      product_ids: number[];
    } | {
      /**
       * @description The part of the order that it applies to: the whole order, or the listed products.
       * @enum {string}
       */
      type: "order_total";
      product_ids?: never;
    }));
    /** @description A page of a list. */
    PromotionCodePage: {
      data: components["schemas"]["PromotionCode"][];
      meta: {
        /** @description The number of this page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description The number of objects on a page. */
        per_page: number;
        /** @description The number of objects in the list. Above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether more objects follow. */
        has_more: boolean;
      };
    };
    /** @description The body of PATCH /promotion-codes/{promotion_code_id}. */
    PromotionCodeUpdate: {
      /** @description The smallest subtotal that it applies to. */
      minimum_amount?: number | null;
      /**
       * Format: date-time
       * @description The time when it starts to work.
       */
      starts_at?: string | null;
      /**
       * Format: date-time
       * @description The time when it stops working.
       */
      expires_at?: string | null;
      /** @description The most times that it can be used. Unlimited by default. */
      max_redemptions?: number | null;
      /** @description The most times that one customer can use it. */
      max_redemptions_per_customer?: number | null;
      /** @description Whether it can be combined with other codes. */
      combinable?: boolean;
      /** @description Whether it works. */
      active?: boolean;
    };
    /** @description Money returned to a customer. */
    Refund: {
      /** @description The refund. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /** @description The refunded payment. */
      payment_id: number;
      /** @description The refunded amount. */
      amount: number;
      /** @description The currency (ISO 4217). */
      currency: string;
      /**
       * @description The state of the refund.
       * @enum {string}
       */
      status: "pending" | "succeeded" | "failed";
      /**
       * @description The reason for the refund.
       * @enum {string|null}
       */
      reason: "requested" | "duplicate" | "late" | "other" | null;
      /** @description Your own note; customers do not see it. */
      note: string | null;
      /** @description Why the provider did not refund it, and what to do. */
      failure_message: string | null;
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    /** @description The body of POST /payments/{payment_id}/refunds. */
    RefundCreate: {
      /** @description The amount. Default: everything that is left. */
      amount?: number;
      /**
       * @description The reason.
       * @enum {string}
       */
      reason?: "requested" | "duplicate" | "late" | "other";
      /** @description Your own note; customers do not see it. */
      note?: string;
      /** @description Whether the subscription that was paid for ends at once. Default: `false`. */
      cancel_subscription?: boolean;
      /** @description Whether you have sent the money yourself. Then the provider is not asked to refund. Default: `false`. */
      by_hand?: boolean;
    };
    /** @description A page of a list. */
    RefundPage: {
      data: components["schemas"]["Refund"][];
      meta: {
        /** @description The number of this page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description The number of objects on a page. */
        per_page: number;
        /** @description The number of objects in the list. Above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether more objects follow. */
        has_more: boolean;
      };
    };
    /** @description Objects that begin with the searched text, at most twenty of each kind. */
    SearchResult: {
      /** @description By email, phone, your own reference and name. */
      customers: components["schemas"]["Customer"][];
      /** @description By your order reference, receipt number and email. */
      checkouts: components["schemas"]["Checkout"][];
      /** @description By number, your own reference, receipt number and email. */
      invoices: components["schemas"]["Invoice"][];
      /** @description By the transfer's reference, email and phone. */
      payments: components["schemas"]["Payment"][];
    };
    /** @description Access of one customer to one product, paid period by period. */
    Subscription: {
      /** @description The subscription. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The state of the subscription.
       * @enum {string}
       */
      status: "trialing" | "active" | "past_due" | "canceled";
      /** @description Whether it gives access: true for trialing, active and past_due. */
      entitled: boolean;
      /** @description The customer. */
      customer_id: number;
      /** @description The product. */
      product_id: number;
      /** @description The current price; a plan change replaces it. */
      price_id: number;
      /**
       * Format: date-time
       * @description When the current period began.
       */
      current_period_start: string;
      /**
       * Format: date-time
       * @description When access ends unless it is renewed.
       */
      current_period_end: string;
      /**
       * Format: date-time
       * @description When the trial ends; null without one.
       */
      trial_ends_at: string | null;
      /**
       * Format: date-time
       * @description When the cancellation was requested.
       */
      canceled_at: string | null;
      /**
       * Format: date-time
       * @description When it ended.
       */
      ended_at: string | null;
      /**
       * @description Why it ended.
       * @enum {string|null}
       */
      cancellation_reason: "requested" | "unpaid" | "trial_ended" | "immediately" | null;
      /** @description The customer's reason, given in the portal; null if none was given. */
      cancellation_details: components["schemas"]["CancellationDetails"] | null;
      /** @description The price of the next renewal. */
      scheduled_price_id: number | null;
      /** @description Your own keys and values. */
      metadata: {
        [key: string]: string;
      };
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description The customer. */
      customer: {
        /** @description The customer. */
        id: number;
        /** @description The customer's name. */
        name: string | null;
        /** @description The customer's email address. */
        email: string | null;
        /** @description In the form +97699112233 (E.164). */
        phone: string | null;
        /** @description Your own id of this customer. */
        client_reference_id: string | null;
      };
      price: components["schemas"]["Price"];
      product: components["schemas"]["Product"];
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    /** @description The body of POST /subscriptions/{subscription_id}/cancel. */
    SubscriptionCancel: {
      /**
       * @description The time of the cancellation: at the end of the paid time, or immediately, which cannot be undone. Default: `at_period_end`.
       * @enum {string}
       */
      mode?: "at_period_end" | "immediately";
    };
    /** @description The subscription has ended: take access away. */
    SubscriptionCanceledEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "subscription.canceled";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "subscription";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Subscription"] | null;
      };
    };
    /** @description The body of POST /subscriptions. */
    SubscriptionCreate: {
      /** @description The customer. */
      customer_id: number;
      /** @description The lookup key of a recurring price. */
      price?: string;
      /** @description The id of a recurring price. It takes precedence over `price`. */
      price_id?: number;
      /** @description The length in days. The trial ends at the end of the local day. */
      trial_days: number;
    } & ({
      /** @description The lookup key of a recurring price. */
      price: string;
    } | {
      /** @description The id of a recurring price. It takes precedence over `price`. */
      price_id: number;
    });
    /** @description A subscription was started, by a payment or as a trial. */
    SubscriptionCreatedEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "subscription.created";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "subscription";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Subscription"] | null;
      };
    };
    /** @description A page of a list. */
    SubscriptionPage: {
      data: components["schemas"]["Subscription"][];
      meta: {
        /** @description The number of this page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description The number of objects on a page. */
        per_page: number;
        /** @description The number of objects in the list. Above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether more objects follow. */
        has_more: boolean;
      };
    };
    /** @description The period is over and the days of grace have begun. */
    SubscriptionPastDueEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "subscription.past_due";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "subscription";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Subscription"] | null;
      };
    };
    /** @description The customer was reminded to renew. */
    SubscriptionRenewalDueEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "subscription.renewal_due";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "subscription";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["DueSubscription"] | null;
      };
    };
    /** @description More time was paid for. */
    SubscriptionRenewedEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "subscription.renewed";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "subscription";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Subscription"] | null;
        /** @description For `subscription.updated` and `subscription.renewed`: the fields that changed, with their former values. Merge them into the object to get its former state. */
        previous_attributes?: {
          /** @description The subscription. */
          id?: number;
          /** @description The project that it belongs to. */
          project_id?: number;
          /**
           * @description The state of the subscription.
           * @enum {string}
           */
          status?: "trialing" | "active" | "past_due" | "canceled";
          /** @description Whether it gives access: true for trialing, active and past_due. */
          entitled?: boolean;
          /** @description The customer. */
          customer_id?: number;
          /** @description The product. */
          product_id?: number;
          /** @description The current price; a plan change replaces it. */
          price_id?: number;
          /**
           * Format: date-time
           * @description When the current period began.
           */
          current_period_start?: string;
          /**
           * Format: date-time
           * @description When access ends unless it is renewed.
           */
          current_period_end?: string;
          /**
           * Format: date-time
           * @description When the trial ends; null without one.
           */
          trial_ends_at?: string | null;
          /**
           * Format: date-time
           * @description When the cancellation was requested.
           */
          canceled_at?: string | null;
          /**
           * Format: date-time
           * @description When it ended.
           */
          ended_at?: string | null;
          /**
           * @description Why it ended.
           * @enum {string|null}
           */
          cancellation_reason?: "requested" | "unpaid" | "trial_ended" | "immediately" | null;
          /** @description The customer's reason, given in the portal; null if none was given. */
          cancellation_details?: components["schemas"]["CancellationDetails"] | null;
          /** @description The price of the next renewal. */
          scheduled_price_id?: number | null;
          /** @description Your own keys and values. */
          metadata?: {
            [key: string]: string;
          };
          /** @description Whether it was created with a test token. */
          is_test?: boolean;
          /** @description The customer. */
          customer?: {
            /** @description The customer. */
            id: number;
            /** @description The customer's name. */
            name: string | null;
            /** @description The customer's email address. */
            email: string | null;
            /** @description In the form +97699112233 (E.164). */
            phone: string | null;
            /** @description Your own id of this customer. */
            client_reference_id: string | null;
          };
          price?: components["schemas"]["Price"];
          product?: components["schemas"]["Product"];
          /**
           * Format: date-time
           * @description When it was created.
           */
          created_at?: string;
          /**
           * Format: date-time
           * @description When it was last changed.
           */
          updated_at?: string;
        };
      };
    };
    /** @description The body of PATCH /subscriptions/{subscription_id}. */
    SubscriptionUpdate: {
      /** @description Replaces the metadata; null clears it. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    /** @description The plan or the period changed, a change was scheduled or taken back, or a cancellation was requested, explained or taken back. */
    SubscriptionUpdatedEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "subscription.updated";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "subscription";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Subscription"] | null;
        /** @description For `subscription.updated` and `subscription.renewed`: the fields that changed, with their former values. Merge them into the object to get its former state. */
        previous_attributes?: {
          /** @description The subscription. */
          id?: number;
          /** @description The project that it belongs to. */
          project_id?: number;
          /**
           * @description The state of the subscription.
           * @enum {string}
           */
          status?: "trialing" | "active" | "past_due" | "canceled";
          /** @description Whether it gives access: true for trialing, active and past_due. */
          entitled?: boolean;
          /** @description The customer. */
          customer_id?: number;
          /** @description The product. */
          product_id?: number;
          /** @description The current price; a plan change replaces it. */
          price_id?: number;
          /**
           * Format: date-time
           * @description When the current period began.
           */
          current_period_start?: string;
          /**
           * Format: date-time
           * @description When access ends unless it is renewed.
           */
          current_period_end?: string;
          /**
           * Format: date-time
           * @description When the trial ends; null without one.
           */
          trial_ends_at?: string | null;
          /**
           * Format: date-time
           * @description When the cancellation was requested.
           */
          canceled_at?: string | null;
          /**
           * Format: date-time
           * @description When it ended.
           */
          ended_at?: string | null;
          /**
           * @description Why it ended.
           * @enum {string|null}
           */
          cancellation_reason?: "requested" | "unpaid" | "trial_ended" | "immediately" | null;
          /** @description The customer's reason, given in the portal; null if none was given. */
          cancellation_details?: components["schemas"]["CancellationDetails"] | null;
          /** @description The price of the next renewal. */
          scheduled_price_id?: number | null;
          /** @description Your own keys and values. */
          metadata?: {
            [key: string]: string;
          };
          /** @description Whether it was created with a test token. */
          is_test?: boolean;
          /** @description The customer. */
          customer?: {
            /** @description The customer. */
            id: number;
            /** @description The customer's name. */
            name: string | null;
            /** @description The customer's email address. */
            email: string | null;
            /** @description In the form +97699112233 (E.164). */
            phone: string | null;
            /** @description Your own id of this customer. */
            client_reference_id: string | null;
          };
          price?: components["schemas"]["Price"];
          product?: components["schemas"]["Product"];
          /**
           * Format: date-time
           * @description When it was created.
           */
          created_at?: string;
          /**
           * Format: date-time
           * @description When it was last changed.
           */
          updated_at?: string;
        };
      };
    };
    /** @description A clock for test customers. Its time only changes when you advance it. */
    TestClock: {
      /** @description The test clock. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /** @description Your name for it. */
      name: string | null;
      /**
       * @description Whether it is stopped, or advancing to a later time.
       * @enum {string}
       */
      status: "ready" | "advancing";
      /**
       * Format: date-time
       * @description Its current time.
       */
      frozen_time: string;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    /** @description The body of POST /test-clocks/{test_clock_id}/advance. */
    TestClockAdvance: {
      /**
       * Format: date-time
       * @description The time to advance to: later than the current one, by at most two years.
       */
      frozen_time: string;
    };
    /** @description The body of POST /test-clocks. */
    TestClockCreate: {
      /**
       * Format: date-time
       * @description The time at the start, in the past or the future.
       */
      frozen_time: string;
      /** @description Your own name for the clock. */
      name?: string;
    };
    /** @description A page of a list. */
    TestClockPage: {
      data: components["schemas"]["TestClock"][];
      meta: {
        /** @description The number of this page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description The number of objects on a page. */
        per_page: number;
        /** @description The number of objects in the list. Above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether more objects follow. */
        has_more: boolean;
      };
    };
    /** @description You sent a test event. */
    TestEvent: {
      /** @description The event. */
      id: number;
      /** @description The id of the event in the header `webhook-id` of its deliveries. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description The type of the event. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "test";
      /**
       * @description The kind of object.
       * @enum {string}
       */
      object: "test";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can detect events that arrive out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same as `created_at`: an event never changes.
       */
      updated_at: string;
      /** @description The object and its changes. */
      data: {
        /** @description The object as GET returned it at that moment; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["TestMessage"] | null;
      };
    };
    /** @description The object of a test event. */
    TestMessage: {
      /** @description The endpoint that is tested. */
      id: number;
      /**
       * @description Always `test`.
       * @enum {string}
       */
      object: "test";
      /** @description The address of the endpoint. */
      url: string;
      /** @description A note for people who read the event. */
      message: string;
    };
    /** @description A past change of a subscription, or a future one if nothing is done. */
    TimelineEntry: {
      /**
       * Format: date-time
       * @description The time.
       */
      at: string;
      /**
       * @description The type of the matching event.
       * @enum {string}
       */
      type: "subscription.created" | "subscription.renewed" | "subscription.updated" | "subscription.renewal_due" | "subscription.past_due" | "subscription.canceled";
      /** @description A description in words. */
      description: string;
      /** @description Whether it has happened. */
      done: boolean;
    };
    /** @description All problems of a request, each under the path of its field. */
    ValidationError: {
      /** @description The problem and what to do, for people. It may change. */
      message: string;
      /**
       * @description The kind of problem, for programs. It never changes.
       * @enum {string}
       */
      code: "invalid_json" | "unauthenticated" | "forbidden" | "not_found" | "method_not_allowed" | "body_too_large" | "unsupported_media_type" | "rate_limited" | "internal_error" | "unavailable" | "overloaded" | "validation_failed" | "unsupported_filter_combination" | "idempotency_key_reused" | "idempotency_in_progress" | "idempotency_key_expired" | "lookup_key_not_found" | "lookup_key_taken" | "promotion_code_taken" | "price_not_found" | "price_inactive" | "price_not_recurring" | "product_not_found" | "customer_not_found" | "customer_required" | "customer_has_subscription" | "payment_in_progress" | "customer_has_pending_payment" | "single_item_required" | "discount_exceeds_subtotal" | "amount_too_large" | "subscription_not_found" | "subscription_id_required" | "subscription_canceled" | "period_too_long" | "plan_change_at_period_end" | "renewal_already_paid" | "plan_limit_reached" | "no_payment_method" | "trial_already_used" | "already_subscribed" | "test_clock_busy" | "test_clock_backwards" | "checkout_not_open" | "payment_not_pending" | "payment_not_paid" | "refund_exceeds_payment" | "invoice_not_draft" | "invoice_not_open" | "endpoint_inactive";
      /** @description Sentences by the path of their field, such as `items.0.price`. */
      errors: {
        [key: string]: string[];
      };
      /** @description The id of this request. Include it when you ask for help. */
      request_id: string;
    };
    /** @description The delivery of one event to one endpoint. */
    WebhookDelivery: {
      /** @description The delivery. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /** @description The endpoint that receives it. */
      endpoint_id: number;
      /** @description The delivered event. */
      event_id: number;
      /**
       * @description The event's type.
       * @enum {string}
       */
      event_type: "checkout.completed" | "checkout.expired" | "subscription.created" | "subscription.renewed" | "subscription.updated" | "subscription.renewal_due" | "subscription.past_due" | "subscription.canceled" | "payment.awaiting_verification" | "payment.verification_due" | "payment.failed" | "payment.partially_paid" | "payment.refund_required" | "payment.refunded" | "payment.refund_failed" | "payment.discrepancy" | "invoice.paid" | "invoice.void" | "test";
      /**
       * @description The state of the delivery.
       * @enum {string}
       */
      status: "pending" | "succeeded" | "failed" | "canceled";
      /**
       * Format: date-time
       * @description When the next attempt is due.
       */
      next_attempt_at: string | null;
      /** @description Every attempt, oldest first; of more than 50 the newest. */
      attempts: {
        /**
         * Format: date-time
         * @description When it was made.
         */
        attempted_at: string;
        /** @description The headers that were sent, including signatures; null for very old attempts. */
        request_headers: {
          [key: string]: string;
        } | null;
        /** @description The endpoint's response status; null if it did not respond. */
        status_code: number | null;
        /** @description Duration in milliseconds. */
        duration_ms: number;
        /** @description The first 4 KiB of the response. */
        response_body: string | null;
        /** @description Why there was no response. */
        error: string | null;
      }[];
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    /** @description A page of a list. */
    WebhookDeliveryPage: {
      data: components["schemas"]["WebhookDelivery"][];
      meta: {
        /** @description The number of this page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description The number of objects on a page. */
        per_page: number;
        /** @description The number of objects in the list. Above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether more objects follow. */
        has_more: boolean;
      };
    };
    /** @description Your address that receives events. */
    WebhookEndpoint: {
      /** @description The endpoint. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /** @description The address that receives events. */
      url: string;
      /** @description Your own note. */
      description: string | null;
      /** @description The types of events that it receives. */
      events: ("checkout.completed" | "checkout.expired" | "subscription.created" | "subscription.renewed" | "subscription.updated" | "subscription.renewal_due" | "subscription.past_due" | "subscription.canceled" | "payment.awaiting_verification" | "payment.verification_due" | "payment.failed" | "payment.partially_paid" | "payment.refund_required" | "payment.refunded" | "payment.refund_failed" | "payment.discrepancy" | "invoice.paid" | "invoice.void" | "test")[];
      /** @description The header that carries the plain signature for this endpoint; null for the default. */
      signature_header: string | null;
      /** @description Whether events are sent to it. */
      active: boolean;
      /** @description The secret that signs deliveries: complete when it is new, otherwise its last four characters. */
      secret: string;
      /** @description Why it was disabled automatically. */
      disabled_reason: string | null;
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    /** @description The body of POST /webhook-endpoints. */
    WebhookEndpointCreate: {
      /** @description The address that events are sent to: `https:` and public in live mode. */
      url: string;
      /** @description Your own note. */
      description?: string;
      /** @description The event types to send. Default: all. */
      events?: ("checkout.completed" | "checkout.expired" | "subscription.created" | "subscription.renewed" | "subscription.updated" | "subscription.renewal_due" | "subscription.past_due" | "subscription.canceled" | "payment.awaiting_verification" | "payment.verification_due" | "payment.failed" | "payment.partially_paid" | "payment.refund_required" | "payment.refunded" | "payment.refund_failed" | "payment.discrepancy" | "invoice.paid" | "invoice.void" | "test")[];
      /** @description The header for the plain signature, instead of the default one. The headers of Standard Webhooks are always sent. The name of an unused HTTP header of at most 64 characters, such as X-Signature. */
      signature_header?: string;
      /** @description Whether events are sent to it. Default: `true`. */
      active?: boolean;
    };
    /** @description A page of a list. */
    WebhookEndpointPage: {
      data: components["schemas"]["WebhookEndpoint"][];
      meta: {
        /** @description The number of this page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description The number of objects on a page. */
        per_page: number;
        /** @description The number of objects in the list. Above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether more objects follow. */
        has_more: boolean;
      };
    };
    /** @description The body of POST /webhook-endpoints/{webhook_endpoint_id}/rehearse. */
    WebhookEndpointRehearse: {
      /** @description Sends each event a second time after it was delivered. Default: `false`. */
      duplicates?: boolean;
      /** @description Sends events out of order. Default: `false`. */
      reorder?: boolean;
    };
    /** @description The body of PATCH /webhook-endpoints/{webhook_endpoint_id}. */
    WebhookEndpointUpdate: {
      /** @description The address that events are sent to: `https:` and public in live mode. */
      url?: string;
      /** @description Your own note. */
      description?: string | null;
      /** @description The event types to send. Default: all. */
      events?: ("checkout.completed" | "checkout.expired" | "subscription.created" | "subscription.renewed" | "subscription.updated" | "subscription.renewal_due" | "subscription.past_due" | "subscription.canceled" | "payment.awaiting_verification" | "payment.verification_due" | "payment.failed" | "payment.partially_paid" | "payment.refund_required" | "payment.refunded" | "payment.refund_failed" | "payment.discrepancy" | "invoice.paid" | "invoice.void" | "test")[] | null;
      /** @description The header for the plain signature, instead of the default one. The headers of Standard Webhooks are always sent. The name of an unused HTTP header of at most 64 characters, such as X-Signature. */
      signature_header?: string | null;
      /** @description Whether events are sent to it. */
      active?: boolean;
      /**
       * Format: date-time
       * @description With `active: true`: sends the events since this time that were not delivered.
       */
      resend_since?: string;
    };
    /** @description The events of a subscription's whole life, sent to an endpoint in test mode. */
    WebhookRehearsal: {
      /** @description The rehearsal. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /** @description The endpoint that receives it. */
      endpoint_id: number;
      /** @description Always true. */
      is_test: boolean;
      /** @description Whether each delivery is sent again after it has succeeded. */
      duplicates: boolean;
      /** @description Whether deliveries are sent out of order. */
      reorder: boolean;
      /**
       * @description `running` until all deliveries are finished.
       * @enum {string}
       */
      status: "running" | "finished";
      /** @description The deliveries, in the order of their events. */
      deliveries: {
        /** @description The delivery. */
        delivery_id: number;
        /** @description The event. */
        event_id: number;
        /**
         * @description The event's type.
         * @enum {string}
         */
        event_type: "checkout.completed" | "checkout.expired" | "subscription.created" | "subscription.renewed" | "subscription.updated" | "subscription.renewal_due" | "subscription.past_due" | "subscription.canceled" | "payment.awaiting_verification" | "payment.verification_due" | "payment.failed" | "payment.partially_paid" | "payment.refund_required" | "payment.refunded" | "payment.refund_failed" | "payment.discrepancy" | "invoice.paid" | "invoice.void" | "test";
        /**
         * @description The type of its object.
         * @enum {string}
         */
        object: "checkout" | "subscription";
        /** @description The id of its object: 900000000000000 or more, which no real object has. */
        object_id: number;
        /** @description The event's number in the life of its object. */
        sequence: number;
        /** @description Its position in the order of first attempts; null until it is sent. */
        order_sent: number | null;
        /** @description Whether a later event of the same object had been sent before it. */
        out_of_order: boolean;
        /**
         * @description The state of the delivery.
         * @enum {string}
         */
        status: "pending" | "succeeded" | "failed" | "canceled";
        /** @description The result of each attempt, oldest first. */
        attempts: {
          /**
           * Format: date-time
           * @description When it was made.
           */
          attempted_at: string;
          /** @description The endpoint's response status; null if it did not respond. */
          status_code: number | null;
          /** @description Duration in milliseconds. */
          duration_ms: number;
          /** @description Why there was no response. */
          error: string | null;
          /** @description Whether the endpoint had already received the event. */
          duplicate: boolean;
        }[];
      }[];
      /** @description Findings about your receiver, one sentence each. */
      verdicts: string[];
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
    };
    /** @description The number of failed deliveries that are sent again. */
    WebhookResend: {
      /** @description The number of deliveries; inactive endpoints are left out. */
      count: number;
      /**
       * Format: date-time
       * @description The start of the period in which they failed.
       */
      since: string;
      /** @description The endpoint; null for every active one. */
      endpoint_id: number | null;
    };
  };
  responses: never;
  parameters: {
    /** @description The project that the token belongs to. */
    ProjectId: number;
    /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
    IdempotencyKey: string;
    /** @description Your own id for this request. An invalid one is replaced. */
    RequestId: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listCheckouts: {
    parameters: {
      query?: {
        /** @description The page number, from 1, newest first. */
        page?: number;
        /** @description The most objects to return. */
        limit?: number;
        /** @description Only objects after the one with this id, oldest first; 0 starts at the first. */
        after?: number;
        /** @description Only objects before the one with this id, newest first. */
        before?: number;
        /** @description Only objects created after this time. */
        "created[gt]"?: string;
        /** @description Only objects created at this time or later. */
        "created[gte]"?: string;
        /** @description Only objects created before this time. */
        "created[lt]"?: string;
        /** @description Only objects created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only checkouts with one of these statuses. */
        status?: ("open" | "pending" | "complete" | "expired")[];
        /** @description Only checkouts of this customer. */
        customer_id?: number;
        /** @description Only checkouts with your order reference. */
        client_reference_id?: string;
      };
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CheckoutPage"];
        };
      };
    };
  };
  createCheckout: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CheckoutCreate"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["NewCheckout"];
          };
        };
      };
    };
  };
  retrieveCheckout: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the checkout. */
        checkout_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Checkout"];
          };
        };
      };
    };
  };
  payCheckout: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the checkout. */
        checkout_id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["CheckoutPay"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Checkout"];
          };
        };
      };
    };
  };
  expireCheckout: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the checkout. */
        checkout_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Checkout"];
          };
        };
      };
    };
  };
  listSubscriptions: {
    parameters: {
      query?: {
        /** @description The page number, from 1, newest first. */
        page?: number;
        /** @description The most objects to return. */
        limit?: number;
        /** @description Only objects after the one with this id, oldest first; 0 starts at the first. */
        after?: number;
        /** @description Only objects before the one with this id, newest first. */
        before?: number;
        /** @description Only objects created after this time. */
        "created[gt]"?: string;
        /** @description Only objects created at this time or later. */
        "created[gte]"?: string;
        /** @description Only objects created before this time. */
        "created[lt]"?: string;
        /** @description Only objects created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only subscriptions of this customer. */
        customer_id?: number;
        /** @description Only subscriptions with this price. */
        price_id?: number;
        /** @description Only subscriptions whose price has this lookup key. */
        price?: string;
        /** @description Only subscriptions with one of these statuses. */
        status?: ("trialing" | "active" | "past_due" | "canceled")[];
      };
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubscriptionPage"];
        };
      };
    };
  };
  createSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SubscriptionCreate"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Subscription"];
          };
        };
      };
    };
  };
  retrieveSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the subscription. */
        subscription_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Subscription"];
          };
        };
      };
    };
  };
  updateSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the subscription. */
        subscription_id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["SubscriptionUpdate"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Subscription"];
          };
        };
      };
    };
  };
  cancelSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the subscription. */
        subscription_id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["SubscriptionCancel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Subscription"];
          };
        };
      };
    };
  };
  resumeSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the subscription. */
        subscription_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Subscription"];
          };
        };
      };
    };
  };
  scheduleChange: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the subscription. */
        subscription_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeSchedule"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Subscription"];
          };
        };
      };
    };
  };
  retrieveTimeline: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the subscription. */
        subscription_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["TimelineEntry"][];
          };
        };
      };
    };
  };
  listEntitlements: {
    parameters: {
      query?: {
        /** @description The customer. */
        customer_id?: number;
        /** @description Your own id of the customer, instead of `customer_id`. */
        client_reference_id?: string;
      };
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Entitlement"][];
          };
        };
      };
    };
  };
  createBillingPortalSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["BillingPortalSessionCreate"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["BillingPortalSession"];
          };
        };
      };
    };
  };
  createBillingPortalSessionByToken: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["BillingPortalSessionCreate"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["BillingPortalSession"];
          };
        };
      };
    };
  };
  listPayments: {
    parameters: {
      query?: {
        /** @description The page number, from 1, newest first. */
        page?: number;
        /** @description The most objects to return. */
        limit?: number;
        /** @description Only objects after the one with this id, oldest first; 0 starts at the first. */
        after?: number;
        /** @description Only objects before the one with this id, newest first. */
        before?: number;
        /** @description Only objects created after this time. */
        "created[gt]"?: string;
        /** @description Only objects created at this time or later. */
        "created[gte]"?: string;
        /** @description Only objects created before this time. */
        "created[lt]"?: string;
        /** @description Only objects created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only payments with one of these statuses. */
        status?: ("started" | "pending" | "paid" | "failed" | "canceled" | "refund_required" | "refunded")[];
        /** @description Only payments with this method. */
        method?: "test" | "qpay" | "stripe" | "bank_transfer";
        /** @description Only payments for this checkout. */
        checkout_id?: number;
        /** @description Only payments for this invoice. */
        invoice_id?: number;
        /** @description Only payments with this transfer reference. */
        reference?: string;
        /** @description Only payments of this amount. */
        amount?: number;
        /** @description Only payments for orders and invoices with your own reference. */
        client_reference_id?: string;
        /** @description Only payments of this customer. */
        customer_id?: number;
        /** @description Only payments of the customer or guest with this email address. */
        customer_email?: string;
      };
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentPage"];
        };
      };
    };
  };
  retrievePayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the payment. */
        payment_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Payment"];
          };
        };
      };
    };
  };
  confirmPayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the payment. */
        payment_id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["PaymentConfirm"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Payment"];
          };
        };
      };
    };
  };
  rejectPayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the payment. */
        payment_id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["PaymentReject"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Payment"];
          };
        };
      };
    };
  };
  createRefund: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the payment. */
        payment_id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["RefundCreate"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Refund"];
          };
        };
      };
    };
  };
  listRefunds: {
    parameters: {
      query?: {
        /** @description The page number, from 1, newest first. */
        page?: number;
        /** @description The most objects to return. */
        limit?: number;
        /** @description Only objects after the one with this id, oldest first; 0 starts at the first. */
        after?: number;
        /** @description Only objects before the one with this id, newest first. */
        before?: number;
        /** @description Only objects created after this time. */
        "created[gt]"?: string;
        /** @description Only objects created at this time or later. */
        "created[gte]"?: string;
        /** @description Only objects created before this time. */
        "created[lt]"?: string;
        /** @description Only objects created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only refunds of this payment. */
        payment_id?: number;
      };
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RefundPage"];
        };
      };
    };
  };
  retrieveRefund: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the refund. */
        refund_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Refund"];
          };
        };
      };
    };
  };
  listInvoices: {
    parameters: {
      query?: {
        /** @description The page number, from 1, newest first. */
        page?: number;
        /** @description The most objects to return. */
        limit?: number;
        /** @description Only objects after the one with this id, oldest first; 0 starts at the first. */
        after?: number;
        /** @description Only objects before the one with this id, newest first. */
        before?: number;
        /** @description Only objects created after this time. */
        "created[gt]"?: string;
        /** @description Only objects created at this time or later. */
        "created[gte]"?: string;
        /** @description Only objects created before this time. */
        "created[lt]"?: string;
        /** @description Only objects created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only invoices with this status. */
        status?: "draft" | "open" | "paid" | "void";
        /** @description Only invoices of this customer. */
        customer_id?: number;
        /** @description Only invoices with your own reference. */
        client_reference_id?: string;
      };
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InvoicePage"];
        };
      };
    };
  };
  createInvoice: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["InvoiceCreate"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Invoice"];
          };
        };
      };
    };
  };
  retrieveInvoice: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the invoice. */
        invoice_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Invoice"];
          };
        };
      };
    };
  };
  deleteInvoice: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the invoice. */
        invoice_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Deleted"];
          };
        };
      };
    };
  };
  finalizeInvoice: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the invoice. */
        invoice_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Invoice"];
          };
        };
      };
    };
  };
  payInvoice: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the invoice. */
        invoice_id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["InvoicePay"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Invoice"];
          };
        };
      };
    };
  };
  voidInvoice: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the invoice. */
        invoice_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Invoice"];
          };
        };
      };
    };
  };
  listProducts: {
    parameters: {
      query?: {
        /** @description The page number, from 1, newest first. */
        page?: number;
        /** @description The most objects to return. */
        limit?: number;
        /** @description Only objects after the one with this id, oldest first; 0 starts at the first. */
        after?: number;
        /** @description Only objects before the one with this id, newest first. */
        before?: number;
        /** @description Only objects created after this time. */
        "created[gt]"?: string;
        /** @description Only objects created at this time or later. */
        "created[gte]"?: string;
        /** @description Only objects created before this time. */
        "created[lt]"?: string;
        /** @description Only objects created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only products that can be sold, or only archived ones. */
        active?: boolean;
      };
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProductPage"];
        };
      };
    };
  };
  createProduct: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ProductCreate"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Product"];
          };
        };
      };
    };
  };
  retrieveProduct: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the product. */
        product_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Product"];
          };
        };
      };
    };
  };
  updateProduct: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the product. */
        product_id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["ProductUpdate"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Product"];
          };
        };
      };
    };
  };
  listPrices: {
    parameters: {
      query?: {
        /** @description The page number, from 1, newest first. */
        page?: number;
        /** @description The most objects to return. */
        limit?: number;
        /** @description Only objects after the one with this id, oldest first; 0 starts at the first. */
        after?: number;
        /** @description Only objects before the one with this id, newest first. */
        before?: number;
        /** @description Only objects created after this time. */
        "created[gt]"?: string;
        /** @description Only objects created at this time or later. */
        "created[gte]"?: string;
        /** @description Only objects created before this time. */
        "created[lt]"?: string;
        /** @description Only objects created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only prices of this product. */
        product_id?: number;
        /** @description Only the price with this lookup key. 1 to 100 characters of A-Z, a-z, 0-9 and . _ - :. */
        lookup_key?: string;
        /** @description Only prices that can be sold, or only archived ones. */
        active?: boolean;
      };
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PricePage"];
        };
      };
    };
  };
  createPrice: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PriceCreate"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Price"];
          };
        };
      };
    };
  };
  retrievePrice: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the price. */
        price_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Price"];
          };
        };
      };
    };
  };
  updatePrice: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the price. */
        price_id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["PriceUpdate"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Price"];
          };
        };
      };
    };
  };
  listPromotionCodes: {
    parameters: {
      query?: {
        /** @description The page number, from 1, newest first. */
        page?: number;
        /** @description The most objects to return. */
        limit?: number;
        /** @description Only objects after the one with this id, oldest first; 0 starts at the first. */
        after?: number;
        /** @description Only objects before the one with this id, newest first. */
        before?: number;
        /** @description Only objects created after this time. */
        "created[gt]"?: string;
        /** @description Only objects created at this time or later. */
        "created[gte]"?: string;
        /** @description Only objects created before this time. */
        "created[lt]"?: string;
        /** @description Only objects created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only this code. */
        code?: string;
        /** @description Only active codes, or only inactive ones. */
        active?: boolean;
      };
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PromotionCodePage"];
        };
      };
    };
  };
  createPromotionCode: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PromotionCodeCreate"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["PromotionCode"];
          };
        };
      };
    };
  };
  retrievePromotionCode: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the promotion code. */
        promotion_code_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["PromotionCode"];
          };
        };
      };
    };
  };
  updatePromotionCode: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the promotion code. */
        promotion_code_id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["PromotionCodeUpdate"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["PromotionCode"];
          };
        };
      };
    };
  };
  listCustomers: {
    parameters: {
      query?: {
        /** @description The page number, from 1, newest first. */
        page?: number;
        /** @description The most objects to return. */
        limit?: number;
        /** @description Only objects after the one with this id, oldest first; 0 starts at the first. */
        after?: number;
        /** @description Only objects before the one with this id, newest first. */
        before?: number;
        /** @description Only objects created after this time. */
        "created[gt]"?: string;
        /** @description Only objects created at this time or later. */
        "created[gte]"?: string;
        /** @description Only objects created before this time. */
        "created[lt]"?: string;
        /** @description Only objects created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only customers with this email address. */
        email?: string;
      };
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CustomerPage"];
        };
      };
    };
  };
  saveCustomer: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CustomerSave"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Customer"];
          };
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Customer"];
          };
        };
      };
    };
  };
  retrieveCustomer: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the customer. */
        customer_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Customer"];
          };
        };
      };
    };
  };
  deleteCustomer: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the customer. */
        customer_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Deleted"];
          };
        };
      };
    };
  };
  updateCustomer: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the customer. */
        customer_id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["CustomerUpdate"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Customer"];
          };
        };
      };
    };
  };
  retrieveCustomerByClientReferenceId: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description Your own reference, percent-encoded. */
        client_reference_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Customer"];
          };
        };
      };
    };
  };
  eraseGuest: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["GuestErase"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Erasure"];
          };
        };
      };
    };
  };
  retrieveProject: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Project"];
          };
        };
      };
    };
  };
  updateProject: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["ProjectUpdate"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Project"];
          };
        };
      };
    };
  };
  checkPaymentMethod: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The payment method. */
        payment_method: "test" | "qpay" | "stripe" | "bank_transfer";
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["PaymentMethodCheck"];
          };
        };
      };
    };
  };
  searchObjects: {
    parameters: {
      query: {
        /** @description The beginning of an email address, a phone number, a reference, a number or a name. */
        q: string;
      };
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["SearchResult"];
          };
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description The page number, from 1, newest first. */
        page?: number;
        /** @description The most objects to return. */
        limit?: number;
        /** @description Only objects after the one with this id, oldest first; 0 starts at the first. */
        after?: number;
        /** @description Only objects before the one with this id, newest first. */
        before?: number;
        /** @description Only objects created after this time. */
        "created[gt]"?: string;
        /** @description Only objects created at this time or later. */
        "created[gte]"?: string;
        /** @description Only objects created before this time. */
        "created[lt]"?: string;
        /** @description Only objects created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only events of this type. */
        type?: "checkout.completed" | "checkout.expired" | "subscription.created" | "subscription.renewed" | "subscription.updated" | "subscription.renewal_due" | "subscription.past_due" | "subscription.canceled" | "payment.awaiting_verification" | "payment.verification_due" | "payment.failed" | "payment.partially_paid" | "payment.refund_required" | "payment.refunded" | "payment.refund_failed" | "payment.discrepancy" | "invoice.paid" | "invoice.void" | "test";
        /** @description Only events about this kind of object. */
        object?: "checkout" | "subscription" | "payment" | "invoice" | "test";
        /** @description Only events about objects with this id; use it with `object`. */
        object_id?: number;
      };
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EventPage"];
        };
      };
    };
  };
  retrieveEvent: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the event. */
        event_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Event"];
          };
        };
      };
    };
  };
  listWebhookEndpoints: {
    parameters: {
      query?: {
        /** @description The page number, from 1, newest first. */
        page?: number;
        /** @description The most objects to return. */
        limit?: number;
        /** @description Only objects after the one with this id, oldest first; 0 starts at the first. */
        after?: number;
        /** @description Only objects before the one with this id, newest first. */
        before?: number;
        /** @description Only objects created after this time. */
        "created[gt]"?: string;
        /** @description Only objects created at this time or later. */
        "created[gte]"?: string;
        /** @description Only objects created before this time. */
        "created[lt]"?: string;
        /** @description Only objects created at this time or earlier. */
        "created[lte]"?: string;
      };
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookEndpointPage"];
        };
      };
    };
  };
  createWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookEndpointCreate"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["WebhookEndpoint"];
          };
        };
      };
    };
  };
  retrieveWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the webhook endpoint. */
        webhook_endpoint_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["WebhookEndpoint"];
          };
        };
      };
    };
  };
  deleteWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the webhook endpoint. */
        webhook_endpoint_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Deleted"];
          };
        };
      };
    };
  };
  updateWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the webhook endpoint. */
        webhook_endpoint_id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["WebhookEndpointUpdate"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["WebhookEndpoint"];
          };
        };
      };
    };
  };
  rotateWebhookEndpointSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the webhook endpoint. */
        webhook_endpoint_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["WebhookEndpoint"];
          };
        };
      };
    };
  };
  testWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the webhook endpoint. */
        webhook_endpoint_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Event"];
          };
        };
      };
    };
  };
  rehearseWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the webhook endpoint. */
        webhook_endpoint_id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["WebhookEndpointRehearse"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["WebhookRehearsal"];
          };
        };
      };
    };
  };
  retrieveWebhookRehearsal: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the webhook endpoint. */
        webhook_endpoint_id: number;
        /** @description The id of the rehearsal. */
        rehearsal_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["WebhookRehearsal"];
          };
        };
      };
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description The page number, from 1, newest first. */
        page?: number;
        /** @description The most objects to return. */
        limit?: number;
        /** @description Only objects after the one with this id, oldest first; 0 starts at the first. */
        after?: number;
        /** @description Only objects before the one with this id, newest first. */
        before?: number;
        /** @description Only objects created after this time. */
        "created[gt]"?: string;
        /** @description Only objects created at this time or later. */
        "created[gte]"?: string;
        /** @description Only objects created before this time. */
        "created[lt]"?: string;
        /** @description Only objects created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only deliveries to this endpoint. */
        endpoint_id?: number;
        /** @description Only deliveries of this event. */
        event_id?: number;
        /** @description Only deliveries with this status. */
        status?: "pending" | "succeeded" | "failed" | "canceled";
      };
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookDeliveryPage"];
        };
      };
    };
  };
  retrieveWebhookDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the webhook delivery. */
        webhook_delivery_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["WebhookDelivery"];
          };
        };
      };
    };
  };
  resendFailedWebhookDeliveries: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["FailedWebhookDeliveriesResend"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["WebhookResend"];
          };
        };
      };
    };
  };
  resendWebhookDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the webhook delivery. */
        webhook_delivery_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["WebhookDelivery"];
          };
        };
      };
    };
  };
  listTestClocks: {
    parameters: {
      query?: {
        /** @description The page number, from 1, newest first. */
        page?: number;
        /** @description The most objects to return. */
        limit?: number;
        /** @description Only objects after the one with this id, oldest first; 0 starts at the first. */
        after?: number;
        /** @description Only objects before the one with this id, newest first. */
        before?: number;
        /** @description Only objects created after this time. */
        "created[gt]"?: string;
        /** @description Only objects created at this time or later. */
        "created[gte]"?: string;
        /** @description Only objects created before this time. */
        "created[lt]"?: string;
        /** @description Only objects created at this time or earlier. */
        "created[lte]"?: string;
      };
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TestClockPage"];
        };
      };
    };
  };
  createTestClock: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TestClockCreate"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["TestClock"];
          };
        };
      };
    };
  };
  retrieveTestClock: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the test clock. */
        test_clock_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["TestClock"];
          };
        };
      };
    };
  };
  deleteTestClock: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the test clock. */
        test_clock_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["Deleted"];
          };
        };
      };
    };
  };
  advanceTestClock: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text that is unique for each action. For 24 hours, a repeated request with the same key gets the first response again, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description Your own id for this request. An invalid one is replaced. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The id of the test clock. */
        test_clock_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TestClockAdvance"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            data: components["schemas"]["TestClock"];
          };
        };
      };
    };
  };
}
