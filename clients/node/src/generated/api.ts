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
     * @description Send the customer to the `url` that comes back. It can be paid for two months, unless `expires_at` says otherwise.
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
     * @description Does what its customer would do on the page, by the same rules: fills the form in and presses Pay. What is not given stays as the page shows it. Answers the checkout as it then stands: a test payment that is declined leaves it open.
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
     * @description From now on it cannot be paid. Only an open one can be expired.
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
     * @description A paid subscription starts from a checkout; this is the only one that nobody pays for.
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
     * @description At the end of what is paid for unless you say `immediately`, which cannot be taken back.
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
    /** Take back a requested cancellation */
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
     * @description The next renewal is charged at this price; null takes that back.
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
     * @description What has happened, and what will if nobody acts, in its order.
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
     * @description Everything that a trial, a paid period or days of grace give access to now; an empty list for somebody whom you have not told us of.
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
     * @description Send the customer to the `url` that comes back: it works for 30 minutes and signs the browser in for an hour.
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
     * Open the portal for a customer, by the token alone
     * @description Send the customer to the `url` that comes back: it works for 30 minutes and signs the browser in for an hour. The token names the project.
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
     * @description The money has arrived, reported or not: what it pays for is complete. Also within 60 days of the end of a transfer that lapsed or was rejected. What can complete nothing any more is `refund_required`. Send each part of a sum with an `Idempotency-Key` of its own: a part is added once per key, also after the answer to it is not kept any more; a repeat answers the payment as it stands.
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
     * @description The money has not arrived: the customer is told, and can pay again.
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
     * @description Money of a payment is given back. A provider that can is told to: the refund is `pending` until it has, and `failed` with a `failure_message` where it does not. Otherwise, as of a bank transfer, you have sent it by hand, and it is recorded here. The customer is told when it is done. A payment is `refunded` when nothing of it is left.
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
     * @description It opens at once, with a number and a page, unless `auto_advance` is false: then it is a draft. Without a `due_date` it is due a day after it opens.
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
     * @description An invoice that has been opened cannot be deleted: void it.
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
     * @description From now on it has a number and a page, and can be paid.
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
     * @description Does what its customer would do on the page, by the same rules. Answers the invoice as it then stands: a test payment that is declined leaves it open.
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
     * @description From now on it cannot be paid; its number stays used. While a reported transfer waits, decide that first.
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
     * @description For a product that exists, or with `product_data` for a new one.
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
     * @description What was agreed on never changes: for another amount or interval make a new price, and archive this one.
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
     * @description What it takes off never changes: for another discount make a new code, and end this one.
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
     * @description With a `client_reference_id` that exists already, that customer is updated: given fields overwrite, the others stay, and the answer is 200. So you can call it before every checkout.
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
     * @description `subscriptions` holds those that give access now.
     */
    get: operations["retrieveCustomer"];
    put?: never;
    post?: never;
    /**
     * Delete a customer
     * @description Erases who the customer is: name, email, phone, addresses and answers. The money records stay, without a name on them. Open checkouts expire.
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
     * @description Erases what somebody without a customer has left by an address, as deleting a customer does: email, phone, addresses and answers, in orders, invoices, payments, events and emails. The money records stay. Their open checkouts expire. Of very many orders the rest follows within seconds. Who is registered is not erased by this: delete each customer.
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
     * @description Says what is missing in the mode of the token, and asks the method's provider whether it takes payments with what was entered. Nothing is paid. What its provider found good is believed for a minute.
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
     * @description By what people know them by: email, phone, your references, the reference of a transfer, the numbers of receipts and invoices, and names. References are compared letter by letter, all else without regard to case. At most twenty of each kind are found.
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
     * @description Newest first; with `after`, oldest first. To catch up, ask again with `after` set to `meta.safe_after`: below that id nothing can appear any more.
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
     * @description Keep the `secret`: it is shown whole only here and when it is replaced. There can be 200 in each mode.
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
     * @description An inactive one is sent nothing, and what waits for it is canceled; `resend_since` sends what it has missed.
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
     * @description The old one signs beside the new for 24 hours, so that you can change over. Replaced again meanwhile, each of the last four has its own 24 hours.
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
     * @description To this endpoint alone, whatever types it asks for.
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
     * @description In test mode only. Twelve events, from the first payment to the end, are signed and sent to this endpoint as any others, those that it asks for. Their objects do not exist: their ids are 900000000000000 or more, and `metadata.rehearsal` names the rehearsal.
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
     * @description Which deliveries were answered how, and what follows from it.
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
     * @description Each once, beside its schedule, as if it were resent alone. They leave in batches; many take a while.
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
     * @description The same id and the same bytes once more, whatever became of it before.
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
     * @description Customers created with its id live on it: their checkouts, payments, invoices and subscriptions go by its time. For test tokens only.
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
     * @description Its customers are erased with it. What is open for them ends first: checkouts expire, invoices are void, subscriptions are canceled.
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
     * @description Every reminder, expiry and end on the way happens in order, each at its own time, with its emails and events. Wait until `status` is `ready` again: what you write for its customers meanwhile happens at the time it then shows.
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
      /** @description What is wrong and what to do, for people. It may change. */
      message: string;
      /**
       * @description What is wrong, for programs. It never changes.
       * @enum {string}
       */
      code: "invalid_json" | "unauthenticated" | "forbidden" | "not_found" | "method_not_allowed" | "body_too_large" | "unsupported_media_type" | "rate_limited" | "internal_error" | "unavailable" | "validation_failed" | "idempotency_key_reused" | "idempotency_in_progress" | "lookup_key_not_found" | "lookup_key_taken" | "promotion_code_taken" | "price_not_found" | "price_inactive" | "price_not_recurring" | "product_not_found" | "customer_not_found" | "customer_required" | "customer_has_subscription" | "payment_in_progress" | "customer_has_pending_payment" | "single_item_required" | "discount_exceeds_subtotal" | "amount_too_large" | "subscription_not_found" | "subscription_id_required" | "subscription_canceled" | "period_too_long" | "plan_change_at_period_end" | "renewal_already_paid" | "plan_limit_reached" | "no_payment_method" | "trial_already_used" | "already_subscribed" | "test_clock_busy" | "test_clock_backwards" | "checkout_not_open" | "payment_not_pending" | "payment_not_paid" | "refund_exceeds_payment" | "invoice_not_draft" | "invoice_not_open" | "endpoint_inactive";
      /** @description Names this request: tell it when you ask for help. */
      request_id: string;
    };
    /** @description A link under which a customer looks after their subscriptions. */
    BillingPortalSession: {
      /** @description The link. */
      id: number;
      /** @description Send the customer here. It is told this once; whoever has it can do what the customer can. */
      url: string;
      /** @description Whose portal it opens. */
      customer_id: number;
      /** @description Where the way back to you leads. */
      return_url: string | null;
      /**
       * Format: date-time
       * @description Until when it works.
       */
      expires_at: string;
    };
    /** @description What POST /billing-portal/sessions takes. */
    BillingPortalSessionCreate: {
      /** @description Whose portal it is. */
      customer_id?: number;
      /** @description Your own id of the customer instead. */
      client_reference_id?: string;
      /** @description Where the way back to you leads. */
      return_url?: string;
      /**
       * @description The pages' language; `auto` is the browser's. Default: `auto`.
       * @enum {string}
       */
      locale?: "auto" | "en" | "mn";
      /**
       * @description Opens straight on this page of `subscription_id`.
       * @enum {string}
       */
      flow?: "renew" | "change_plan" | "cancel";
      /** @description The subscription that `flow` is about. */
      subscription_id?: number;
    } & ({
      /** @description Whose portal it is. */
      customer_id: number;
      client_reference_id?: never;
    } | {
      customer_id?: never;
      /** @description Your own id of the customer instead. */
      client_reference_id: string;
    });
    /** @description Why a customer cancels, as they said it in the portal. */
    CancellationDetails: {
      /**
       * @description What they chose.
       * @enum {string|null}
       */
      feedback: "too_expensive" | "unused" | "missing_features" | "switched_service" | "other" | null;
      /** @description In their own words. */
      comment: string | null;
    };
    /** @description What POST /subscriptions/{subscription_id}/schedule-change takes. */
    ChangeSchedule: {
      /** @description The lookup key of the price to renew at; null takes the change back. */
      price?: string | null;
      /** @description Its id instead; it counts where both are given. */
      price_id?: number | null;
    } & ({
      /** @description The lookup key of the price to renew at; null takes the change back. */
      price: string | null;
    } | {
      /** @description Its id instead; it counts where both are given. */
      price_id: number | null;
    });
    /** @description A page on which a customer pays for items, and what has become of it. */
    Checkout: {
      /** @description The checkout. */
      id: number;
      /** @description The payment page, for the customer. */
      url: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description Where it stands; `pending` while a reported transfer is checked.
       * @enum {string}
       */
      status: "open" | "pending" | "complete" | "expired";
      /**
       * @description `subscription` where a recurring price is paid.
       * @enum {string}
       */
      mode: "payment" | "subscription";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description The currency of every amount (ISO 4217). */
      currency: string;
      /** @description The sum of the items, before anything is taken off. */
      amount_subtotal: number;
      /** @description What is to be paid now. */
      amount_total: number;
      /** @description How much of it unused time of a plan pays for. */
      credit_amount: number;
      /** @description Your own order reference. */
      client_reference_id: string | null;
      /** @description The customer. */
      customer_id: number | null;
      /** @description Whose it is. */
      customer: {
        /** @description The customer. */
        id: number;
        /** @description Their name. */
        name: string | null;
        /** @description Where their emails go. */
        email: string | null;
        /** @description In the form +97699112233 (E.164). */
        phone: string | null;
        /** @description Your own id of this customer. */
        client_reference_id: string | null;
      } | null;
      /** @description This checkout's address; a guest's is the one typed on the page. */
      customer_email: string | null;
      /** @description True when no customer is attached. */
      is_guest: boolean;
      /** @description The subscription that it renews, changes or has started. */
      subscription_id: number | null;
      /** @description What is bought. */
      items: components["schemas"]["CheckoutItem"][];
      /** @description Direct discounts. */
      discounts: {
        /** @description What it takes off. */
        amount: number;
        /** @description What the customer sees. */
        description: string;
      }[];
      /** @description The codes that the customer has entered. */
      promotion_codes: {
        /** @description The code, in capitals. */
        code: string;
        /** @description What it takes off this checkout. */
        amount: number;
      }[];
      /** @description The same codes in another form, for clients written for it. */
      coupon_codes: {
        /** @description The code, in capitals. */
        code: string;
        /** @description The same. */
        coupon_name: string;
        /** @description What it takes off this checkout. */
        discount_amount: number;
        /**
         * Format: date-time
         * @description When the checkout was paid.
         */
        redeemed_at: string | null;
      }[];
      /** @description Your questions, with the answers. */
      custom_fields: {
        /** @description What you know the answer by. */
        key: string;
        /** @description What the customer is asked. */
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
          /** @description What can be chosen. */
          options: {
            /** @description As the customer sees it. */
            label: string;
            /** @description As you get it. */
            value: string;
          }[];
        } | null;
        /** @description The answer; for a dropdown the value of the chosen option. */
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
      /** @description Where to deliver, as given on the page. */
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
        /** @description A word for whoever delivers. */
        note?: string;
      } | null;
      /**
       * @description The page's language; `auto` is the browser's.
       * @enum {string}
       */
      locale: "auto" | "en" | "mn";
      /** @description Where the customer goes after paying. */
      success_url: string | null;
      /** @description Where the customer goes after giving up. */
      cancel_url: string | null;
      /** @description How it was paid; null for a total of 0. */
      payment_method: string | null;
      /**
       * Format: date-time
       * @description When it was paid.
       */
      paid_at: string | null;
      /** @description The receipt's number, such as R-000001. */
      receipt_number: string | null;
      /** @description The count in it: receipts of a project and mode are numbered as they are paid. */
      receipt_id: number | null;
      /** @description Your own keys and values. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description From when on it can no longer be paid.
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
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "checkout.completed";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "checkout";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Checkout"] | null;
      };
    };
    /** @description What POST /checkouts takes. */
    CheckoutCreate: {
      /** @description What is bought. With a recurring price, exactly one. */
      items: components["schemas"]["CheckoutCreateItem"][];
      /** @description Where the customer goes after paying; `{CHECKOUT_ID}` in it is replaced. */
      success_url?: string;
      /** @description Where the customer goes after giving up; `{CHECKOUT_ID}` in it is replaced. */
      cancel_url?: string;
      /** @description The customer. Required with a recurring price. */
      customer_id?: number;
      /**
       * Format: email
       * @description This checkout's address. Without `customer_id`, the customer with it is attached, or created.
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
      /** @description What else the page asks. */
      custom_fields?: components["schemas"]["CheckoutCreateCustomField"][];
      /**
       * @description The page's language; `auto` is the browser's. Default: `auto`.
       * @enum {string}
       */
      locale?: "auto" | "en" | "mn";
      /**
       * Format: date-time
       * @description Until when it can be paid: 30 minutes to 2 months ahead.
       */
      expires_at?: string;
      /** @description Direct discounts; together at most the items' sum. */
      discounts?: components["schemas"]["CheckoutCreateDiscount"][];
      /** @description Your own keys and values, returned with the object; sent again, it is replaced whole. */
      metadata?: {
        [key: string]: string;
      };
    };
    CheckoutCreateCustomField: {
      /** @description What the customer is asked. */
      label: string;
      /**
       * @description The kind of answer: up to 255 characters, digits only, or one of a list.
       * @enum {string}
       */
      type: "text" | "numeric" | "dropdown";
      /** @description What you know the answer by; made from the label unless given. 1 to 50 characters of a-z, 0-9 and _. */
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
      /** @description What can be chosen. */
      options: components["schemas"]["CheckoutCreateCustomFieldDropdownOption"][];
    };
    CheckoutCreateCustomFieldDropdownOption: {
      /** @description As the customer sees it. */
      label: string;
      /** @description As you get it; made from the label unless given. */
      value?: string;
    };
    CheckoutCreateDiscount: {
      /** @description What it takes off. */
      amount: number;
      /** @description What the customer sees. */
      description: string;
    };
    CheckoutCreateItem: {
      /** @description The lookup key of a registered price. */
      price?: string;
      /** @description The id of a registered price. */
      price_id?: number;
      price_data?: components["schemas"]["CheckoutCreateItemPriceData"];
      /** @description How many; for a recurring price the number of periods, at most 60. */
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
      /** @description The least, at most the quantity. Default: `1`. */
      min?: number;
      /** @description The most, at least the quantity: 99 unless given, 60 for a recurring price. */
      max?: number;
    };
    /** @description A price and product that are not registered. */
    CheckoutCreateItemPriceData: {
      /** @description What one costs, in the smallest unit of the currency. */
      unit_amount: number;
      product_data: components["schemas"]["CheckoutCreateItemPriceDataProductData"];
    };
    /** @description The product, which need not be registered. */
    CheckoutCreateItemPriceDataProductData: {
      /** @description What the customer sees. */
      name: string;
      /** @description More about it, for customers. */
      description?: string;
      /** @description A picture of it. We show a small copy of our own, made within moments of a PNG, JPEG, WebP or GIF of at most 2 MiB at a public address; redirects are not followed. Give the address again for a fresh copy. */
      image_url?: string;
      /** @description Your own reference of it. */
      client_reference_id?: string;
    };
    /** @description A checkout can no longer be paid. */
    CheckoutExpiredEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "checkout.expired";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "checkout";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Checkout"] | null;
      };
    };
    /** @description One line of a checkout. */
    CheckoutItem: {
      /** @description The item. */
      id: number;
      /** @description The checkout that it is on. */
      checkout_id: number;
      /** @description The registered price; null for `price_data`. */
      price_id: number | null;
      /** @description What it was called when it was put on the checkout. */
      name: string;
      /** @description What its price was called then. */
      price_name: string | null;
      /** @description How it was described then. */
      description: string | null;
      /** @description How many; for a recurring price, how many periods. */
      quantity: number;
      /** @description What one costs. */
      unit_amount: number;
      /** @description The same. */
      amount_unit: number;
      /** @description The quantity times the unit amount. */
      amount_subtotal: number;
      /** @description The same, less what codes take off this product. */
      amount_total: number;
      /** @description Between what the customer can choose; null where the quantity is fixed. */
      adjustable_quantity: {
        /** @description Always true. */
        enabled: boolean;
        /** @description The least the customer can choose. */
        min: number;
        /** @description The most the customer can choose. */
        max: number;
      } | null;
      /** @description The price, with its product. */
      price: components["schemas"]["Price"] | {
        id: null;
        /** @description What one costs. */
        unit_amount: number;
        product: {
          id: null;
          /** @description The project that it belongs to. */
          project_id: number;
          /** @description What the customer sees. */
          name: string;
          /** @description More about it, for customers. */
          description: string | null;
          /** @description A picture of it, as you gave it; we show a copy of our own. */
          image_url: string | null;
          /** @description Your own reference of it. */
          client_reference_id: string | null;
        };
      };
      /** @description The same product. */
      product: components["schemas"]["Product"] | {
        id: null;
        /** @description The project that it belongs to. */
        project_id: number;
        /** @description What the customer sees. */
        name: string;
        /** @description More about it, for customers. */
        description: string | null;
        /** @description A picture of it, as you gave it; we show a copy of our own. */
        image_url: string | null;
        /** @description Your own reference of it. */
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
    /** @description A part of a list. */
    CheckoutPage: {
      data: components["schemas"]["Checkout"][];
      meta: {
        /** @description This page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description How many objects are on a page. */
        per_page: number;
        /** @description How many there are; above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether there is more beyond the last of these. */
        has_more: boolean;
      };
    };
    /** @description What POST /checkouts/{checkout_id}/pay takes. */
    CheckoutPay: {
      /**
       * @description The way to pay; the one that takes no money unless given.
       * @enum {string}
       */
      payment_method?: "test" | "qpay" | "stripe" | "bank_transfer";
      /**
       * @description How it ends; the first unless given.
       * @enum {string}
       */
      test_outcome?: "succeeds" | "declined" | "delayed" | "never";
      /** @description For the receipt; what the page knows already unless given. */
      email?: string;
      /** @description Where the page asks for it. */
      phone?: string;
      delivery_address?: components["schemas"]["CheckoutPayDeliveryAddress"];
      /** @description Answers by the keys of the checkout's `custom_fields`; of a dropdown the option's `value`. */
      custom_fields?: {
        [key: string]: string;
      };
      /** @description Entered one after the other, as a customer would. */
      promotion_codes?: string[];
      /** @description Quantities by the ids of `items` whose quantity can be chosen. */
      quantities?: {
        [key: string]: number;
      };
    };
    /** @description Where to deliver, whole. */
    CheckoutPayDeliveryAddress: {
      /** @description Street and house. */
      line1?: string;
      /** @description More of it. */
      line2?: string;
      /** @description City or province. */
      city?: string;
      /** @description District. */
      district?: string;
      /** @description Postal code. */
      postal_code?: string;
      /** @description The project's unless given. The two letters of a country. */
      country?: string;
      /** @description For whoever delivers. */
      note?: string;
    };
    /** @description Somebody who buys from you, with the subscriptions that give access now. */
    Customer: {
      /** @description The customer. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /** @description Their name. */
      name: string | null;
      /** @description Where their emails go. */
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
      /** @description Those that give access now: trialing, active and past_due. */
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
    /** @description A part of a list. */
    CustomerPage: {
      data: components["schemas"]["Customer"][];
      meta: {
        /** @description This page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description How many objects are on a page. */
        per_page: number;
        /** @description How many there are; above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether there is more beyond the last of these. */
        has_more: boolean;
      };
    };
    /** @description What POST /customers takes. */
    CustomerSave: {
      /** @description The name. */
      name?: string;
      /**
       * Format: email
       * @description Where emails go.
       */
      email?: string;
      /** @description A phone number; without a country code it is one of the project's country. */
      phone?: string;
      /** @description Your own id of this customer, unique in the project. */
      client_reference_id?: string;
      /** @description Your own keys and values, returned with the object; sent again, it is replaced whole. */
      metadata?: {
        [key: string]: string;
      };
      /** @description In test mode: the test clock that this customer and all that is theirs live on, from the beginning and for good. */
      test_clock_id?: number;
    } & ({
      /**
       * Format: email
       * @description Where emails go.
       */
      email: string;
    } | {
      /** @description A phone number; without a country code it is one of the project's country. */
      phone: string;
    } | {
      /** @description Your own id of this customer, unique in the project. */
      client_reference_id: string;
    });
    /** @description What PATCH /customers/{customer_id} takes. */
    CustomerUpdate: {
      /** @description The name. */
      name?: string | null;
      /**
       * Format: email
       * @description Where emails go.
       */
      email?: string | null;
      /** @description A phone number; without a country code it is one of the project's country. */
      phone?: string | null;
      /** @description Your own id of this customer, unique in the project. */
      client_reference_id?: string | null;
      /** @description Your own keys and values, returned with the object; sent again, it is replaced whole. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    /** @description What was deleted, and when. */
    Deleted: {
      /** @description What was deleted. */
      id: number;
      /**
       * Format: date-time
       * @description When.
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
       * @description Where it stands.
       * @enum {string}
       */
      status: "trialing" | "active" | "past_due" | "canceled";
      /** @description Whether it gives access: trialing, active and past_due do. */
      entitled: boolean;
      /** @description The customer. */
      customer_id: number;
      /** @description The product. */
      product_id: number;
      /** @description The current price; a plan change moves it. */
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
      /** @description What the customer said in the portal of why; null where nothing was said. */
      cancellation_details: components["schemas"]["CancellationDetails"] | null;
      /** @description The price that the next renewal is charged at. */
      scheduled_price_id: number | null;
      /** @description Your own keys and values. */
      metadata: {
        [key: string]: string;
      };
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Whose it is. */
      customer: {
        /** @description The customer. */
        id: number;
        /** @description Their name. */
        name: string | null;
        /** @description Where their emails go. */
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
      /** @description How many days before the end the reminder was for. */
      days_before: number;
    };
    /** @description A product that a customer may use now. */
    Entitlement: {
      /** @description The product that may be used. */
      product_id: number;
      /** @description Your own id of the product. */
      product_client_reference_id: string | null;
      /** @description What the product is called. */
      product_name: string;
      /** @description The price that is paid. */
      price_id: number;
      /** @description The lookup key of the price. */
      lookup_key: string | null;
      /** @description The subscription that gives access. */
      subscription_id: number;
      /**
       * @description Where the subscription stands.
       * @enum {string}
       */
      status: "trialing" | "active" | "past_due";
      /**
       * Format: date-time
       * @description When access ends unless something is paid: the end of the trial, the paid period or the days of grace.
       */
      until: string;
    };
    /** @description From how much the address, and what else was told of the person, is erased. */
    Erasure: {
      /** @description Orders of a guest with this address. */
      checkouts: number;
      /** @description Invoices of no customer with this address. */
      invoices: number;
      /** @description Payments for which the address was given. */
      payments: number;
      /** @description Registered customers who have this address: they are not erased by this, but by deleting each. */
      customers: number;
    };
    /** @description Something that has happened, with the object as it was at that moment. */
    Event: components["schemas"]["CheckoutCompletedEvent"] | components["schemas"]["CheckoutExpiredEvent"] | components["schemas"]["SubscriptionCreatedEvent"] | components["schemas"]["SubscriptionRenewedEvent"] | components["schemas"]["SubscriptionUpdatedEvent"] | components["schemas"]["SubscriptionRenewalDueEvent"] | components["schemas"]["SubscriptionPastDueEvent"] | components["schemas"]["SubscriptionCanceledEvent"] | components["schemas"]["PaymentAwaitingVerificationEvent"] | components["schemas"]["PaymentVerificationDueEvent"] | components["schemas"]["PaymentFailedEvent"] | components["schemas"]["PaymentPartiallyPaidEvent"] | components["schemas"]["PaymentRefundRequiredEvent"] | components["schemas"]["PaymentRefundedEvent"] | components["schemas"]["PaymentRefundFailedEvent"] | components["schemas"]["PaymentDiscrepancyEvent"] | components["schemas"]["InvoicePaidEvent"] | components["schemas"]["InvoiceVoidEvent"] | components["schemas"]["TestEvent"];
    /** @description A part of a list. */
    EventPage: {
      data: components["schemas"]["Event"][];
      meta: {
        /** @description This page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description How many objects are on a page. */
        per_page: number;
        /** @description How many there are; above 10 000 it may be a minute old. */
        total: number;
        /** @description Up to this id nothing can appear any more: go on from here. */
        safe_after: number;
      } | {
        /** @description Whether there is more beyond the last of these. */
        has_more: boolean;
        /** @description Up to this id nothing can appear any more: go on from here. */
        safe_after: number;
      };
    };
    /** @description What POST /webhook-deliveries/resend takes. */
    FailedWebhookDeliveriesResend: {
      /**
       * Format: date-time
       * @description Every delivery that has failed since then is sent again, also one that waits for its next attempt.
       */
      since: string;
      /** @description Only those to this endpoint; else to every active one. */
      endpoint_id?: number;
    };
    /** @description What POST /erasures takes. */
    GuestErase: {
      /**
       * Format: email
       * @description The address that the guest gave.
       */
      email: string;
    };
    /** @description One amount that a customer is asked to pay. */
    Invoice: {
      /** @description The invoice. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description Where it stands.
       * @enum {string}
       */
      status: "draft" | "open" | "paid" | "void";
      /** @description Given when it opens, without gaps; null in a draft. */
      number: string | null;
      /** @description What is to be paid, in the smallest unit of the currency. */
      amount: number;
      /** @description The currency (ISO 4217). */
      currency: string;
      /** @description What it is for. */
      description: string | null;
      /** @description Your own reference. */
      client_reference_id: string | null;
      /** @description The customer. */
      customer_id: number | null;
      /** @description Where the receipt goes. */
      customer_email: string | null;
      /**
       * Format: date-time
       * @description By when it should be paid; it can be paid later too.
       */
      due_date: string;
      /** @description Its page, for the customer; null in a draft. */
      url: string | null;
      /** @description Where the customer goes after paying. */
      success_url: string | null;
      /** @description Where the customer goes after giving up. */
      cancel_url: string | null;
      /**
       * @description The page's language; `auto` is the browser's.
       * @enum {string}
       */
      locale: "auto" | "en" | "mn";
      /** @description How it was paid. */
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
    /** @description What POST /invoices takes. */
    InvoiceCreate: {
      /** @description What is to be paid, in the smallest unit of the currency. */
      amount: number;
      /** @description What it is for, as the customer sees it. */
      description?: string;
      /** @description The customer. */
      customer_id?: number;
      /**
       * Format: email
       * @description Where the receipt goes. Without `customer_id`, the customer with it is attached, or created.
       */
      customer_email?: string;
      /** @description Your own reference. */
      client_reference_id?: string;
      /** @description Whether it opens at once; false makes a draft. Default: `true`. */
      auto_advance?: boolean;
      /**
       * Format: date-time
       * @description By when it should be paid: a day later unless given. It can be paid later too.
       */
      due_date?: string;
      /** @description Where the customer goes after paying. */
      success_url?: string;
      /** @description Where the customer goes after giving up. */
      cancel_url?: string;
      /**
       * @description The page's language; `auto` is the browser's. Default: `auto`.
       * @enum {string}
       */
      locale?: "auto" | "en" | "mn";
      /** @description Your own keys and values, returned with the object; sent again, it is replaced whole. */
      metadata?: {
        [key: string]: string;
      };
    };
    /** @description A part of a list. */
    InvoicePage: {
      data: components["schemas"]["Invoice"][];
      meta: {
        /** @description This page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description How many objects are on a page. */
        per_page: number;
        /** @description How many there are; above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether there is more beyond the last of these. */
        has_more: boolean;
      };
    };
    /** @description An invoice was paid. */
    InvoicePaidEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "invoice.paid";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "invoice";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Invoice"] | null;
      };
    };
    /** @description What POST /invoices/{invoice_id}/pay takes. */
    InvoicePay: {
      /**
       * @description The way to pay; the one that takes no money unless given.
       * @enum {string}
       */
      payment_method?: "test" | "qpay" | "stripe" | "bank_transfer";
      /**
       * @description How it ends; the first unless given.
       * @enum {string}
       */
      test_outcome?: "succeeds" | "declined" | "delayed" | "never";
      /** @description For the receipt; what the page knows already unless given. */
      email?: string;
    };
    /** @description An invoice can no longer be paid. */
    InvoiceVoidEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "invoice.void";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "invoice";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
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
    /** @description A customer has reported a transfer: look for it. */
    PaymentAwaitingVerificationEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "payment.awaiting_verification";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "payment";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Payment"] | null;
      };
    };
    /** @description What POST /payments/{payment_id}/confirm takes. */
    PaymentConfirm: {
      /** @description What has come this time; all that was missing, if not given (see `accept_partial`). Less: the payment waits for the rest, and its customer is told. More: the surplus is to be given back. */
      amount_received?: number;
      /** @description Less than the sum completes what it pays for as well. Without `amount_received`: what has come before does, where anything has. Default: `false`. */
      accept_partial?: boolean;
      /** @description What has expired is completed all the same, where that is possible. Default: `false`. */
      accept_late?: boolean;
    };
    /** @description The provider of a payment says otherwise than we do. */
    PaymentDiscrepancyEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "payment.discrepancy";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "payment";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["DiscrepantPayment"] | null;
      };
    };
    /** @description A payment was declined or rejected, or its time ran out. */
    PaymentFailedEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "payment.failed";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "payment";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Payment"] | null;
      };
    };
    /** @description How a payment method is set up. */
    PaymentMethodCheck: {
      /** @description Whether customers can pay by it, in the mode of the token. */
      ok: boolean;
      /** @description What is wrong and what to do, a sentence each. */
      problems: string[];
    };
    /** @description A part of a list. */
    PaymentPage: {
      data: components["schemas"]["Payment"][];
      meta: {
        /** @description This page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description How many objects are on a page. */
        per_page: number;
        /** @description How many there are; above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether there is more beyond the last of these. */
        has_more: boolean;
      };
    };
    /** @description Less than the sum has come: the payment waits for the rest. */
    PaymentPartiallyPaidEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "payment.partially_paid";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "payment";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Payment"] | null;
      };
    };
    /** @description The provider could not give money back that it was told to. */
    PaymentRefundFailedEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "payment.refund_failed";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "payment";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Payment"] | null;
      };
    };
    /** @description Money has come that can pay for nothing: give it back. */
    PaymentRefundRequiredEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "payment.refund_required";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "payment";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Payment"] | null;
      };
    };
    /** @description Money was given back: a part of it, or all. */
    PaymentRefundedEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "payment.refunded";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "payment";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Payment"] | null;
      };
    };
    /** @description What POST /payments/{payment_id}/reject takes. */
    PaymentReject: {
      /** @description What the customer is told. */
      reason?: string;
    };
    /** @description A reported transfer still waits for your word. */
    PaymentVerificationDueEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "payment.verification_due";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "payment";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Payment"] | null;
      };
    };
    /** @description What a product costs: once, or for every month or year. It never changes; make a new one. */
    Price: {
      /** @description The price. */
      id: number;
      /** @description The product it is for. */
      product_id: number;
      product: components["schemas"]["Product"];
      /**
       * @description Whether it is paid once or for each period.
       * @enum {string}
       */
      type: "one_time" | "recurring";
      /** @description What one costs, in the smallest unit of the currency. */
      unit_amount: number;
      /**
       * @description The unit of a billing period.
       * @enum {string|null}
       */
      recurring_interval: "month" | "year" | null;
      /** @description How many units make one period. */
      recurring_interval_count: number | null;
      /** @description What tells it from the product's other prices; shown beside the product's name. */
      name: string | null;
      /** @description Whether the portal offers it. Without, only those who have it can renew it there. */
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
    /** @description What POST /prices takes. */
    PriceCreate: {
      /** @description The product it is for. */
      product_id?: number;
      product_data?: components["schemas"]["PriceCreateProductData"];
      /**
       * @description Follows from `recurring_interval`; may be given if it agrees.
       * @enum {string}
       */
      type?: "one_time" | "recurring";
      /** @description What one costs, in the smallest unit of the currency. */
      unit_amount: number;
      /**
       * @description The unit of a billing period. Without it the price is paid once.
       * @enum {string}
       */
      recurring_interval?: "month" | "year";
      /** @description How many units make one period: up to 12 months, or 3 years. Default: `1`. */
      recurring_interval_count?: number;
      /** @description What tells it from the product's other prices; shown beside the product's name. */
      name?: string;
      /** @description Whether the portal offers it. Without, only those who have it can renew it there. Default: `true`. */
      portal?: boolean;
      /** @description Your own name for it, unique in the project. 1 to 100 characters of A-Z, a-z, 0-9 and . _ - :. */
      lookup_key?: string;
      /** @description Takes the lookup key from the price that has it now. Default: `false`. */
      transfer_lookup_key?: boolean;
      /** @description Whether it can be sold. Default: `true`. */
      active?: boolean;
      /** @description Your own keys and values, returned with the object; sent again, it is replaced whole. */
      metadata?: {
        [key: string]: string;
      };
    } & ({
      /** @description The product it is for. */
      product_id: number;
      product_data?: never;
    } | {
      product_id?: never;
      product_data: components["schemas"]["PriceCreateProductData"];
    });
    /** @description A new product for it. */
    PriceCreateProductData: {
      /** @description What customers see. */
      name: string;
      /** @description More about it, for customers. */
      description?: string;
      /** @description A picture of it. We show a small copy of our own, made within moments of a PNG, JPEG, WebP or GIF of at most 2 MiB at a public address; redirects are not followed. Give the address again for a fresh copy. */
      image_url?: string;
      /** @description Your own reference. */
      client_reference_id?: string;
      /** @description Days of access after an unpaid period. Default: `0`. */
      grace_period_days?: number;
      /** @description Whether it can be sold. Default: `true`. */
      active?: boolean;
      /** @description Your own keys and values, returned with the object; sent again, it is replaced whole. */
      metadata?: {
        [key: string]: string;
      };
    };
    /** @description A part of a list. */
    PricePage: {
      data: components["schemas"]["Price"][];
      meta: {
        /** @description This page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description How many objects are on a page. */
        per_page: number;
        /** @description How many there are; above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether there is more beyond the last of these. */
        has_more: boolean;
      };
    };
    /** @description What PATCH /prices/{price_id} takes. */
    PriceUpdate: {
      /** @description What tells it from the product's other prices; shown beside the product's name. */
      name?: string | null;
      /** @description Whether the portal offers it. Without, only those who have it can renew it there. */
      portal?: boolean;
      /** @description Your own name for it, unique in the project. 1 to 100 characters of A-Z, a-z, 0-9 and . _ - :. */
      lookup_key?: string | null;
      /** @description Takes the lookup key from the price that has it now. Default: `false`. */
      transfer_lookup_key?: boolean;
      /** @description Whether it can be sold. */
      active?: boolean;
      /** @description Your own keys and values, returned with the object; sent again, it is replaced whole. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    /** @description Something that you sell. Its prices say for how much. */
    Product: {
      /** @description The product. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /** @description What customers see. */
      name: string;
      /** @description More about it, for customers. */
      description: string | null;
      /** @description A picture of it, as you gave it; we show a copy of our own. */
      image_url: string | null;
      /** @description Your own reference. */
      client_reference_id: string | null;
      /** @description Days of access after an unpaid period. */
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
    /** @description What POST /products takes. */
    ProductCreate: {
      /** @description What customers see. */
      name: string;
      /** @description More about it, for customers. */
      description?: string;
      /** @description A picture of it. We show a small copy of our own, made within moments of a PNG, JPEG, WebP or GIF of at most 2 MiB at a public address; redirects are not followed. Give the address again for a fresh copy. */
      image_url?: string;
      /** @description Your own reference. */
      client_reference_id?: string;
      /** @description Days of access after an unpaid period. Default: `0`. */
      grace_period_days?: number;
      /** @description Whether it can be sold. Default: `true`. */
      active?: boolean;
      /** @description Your own keys and values, returned with the object; sent again, it is replaced whole. */
      metadata?: {
        [key: string]: string;
      };
    };
    /** @description A part of a list. */
    ProductPage: {
      data: components["schemas"]["Product"][];
      meta: {
        /** @description This page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description How many objects are on a page. */
        per_page: number;
        /** @description How many there are; above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether there is more beyond the last of these. */
        has_more: boolean;
      };
    };
    /** @description What PATCH /products/{product_id} takes. */
    ProductUpdate: {
      /** @description What customers see. */
      name?: string;
      /** @description More about it, for customers. */
      description?: string | null;
      /** @description A picture of it. We show a small copy of our own, made within moments of a PNG, JPEG, WebP or GIF of at most 2 MiB at a public address; redirects are not followed. Give the address again for a fresh copy. */
      image_url?: string | null;
      /** @description Your own reference. */
      client_reference_id?: string | null;
      /** @description Days of access after an unpaid period. */
      grace_period_days?: number;
      /** @description Whether it can be sold. */
      active?: boolean;
      /** @description Your own keys and values, returned with the object; sent again, it is replaced whole. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    /** @description Your project and its settings, the same in test and live mode. */
    Project: {
      /** @description The project. */
      id: number;
      /** @description The shop, as customers know it. */
      name: string;
      /** @description The currency of every amount (ISO 4217). */
      currency: string;
      /** @description The country in two letters (ISO 3166). */
      country: string;
      /** @description Whose days billing counts: an IANA name. */
      timezone: string;
      /**
       * @description The language where a customer asks for none.
       * @enum {string}
       */
      locale: "en" | "mn";
      /**
       * @description What the operator allows the project: `starter` at most 30 live subscriptions that give access, `growth` any number.
       * @enum {string}
       */
      plan: "starter" | "growth";
      /** @description Where emails to you and replies of customers go. */
      email: string | null;
      /** @description Whom customers can call. */
      support_phone: string | null;
      /** @description The name on receipts. */
      legal_name: string | null;
      /** @description The registration number on receipts. */
      registration_number: string | null;
      /** @description The address on receipts. */
      address: string | null;
      /** @description Your terms. */
      terms_url: string | null;
      /** @description Your shop: the way back from pages that know no other. */
      website_url: string | null;
      /** @description Your logo, as you gave it; we show a copy of our own. */
      logo_url: string | null;
      /** @description Your colour, for buttons and links: '#1f5fd0'. */
      color: string | null;
      /** @description What invoice numbers begin with: 'INV' gives INV-0001. */
      invoice_prefix: string;
      /** @description Which emails you get beside those that ask something of you. */
      notifications: {
        /** @description At each completed checkout and each paid invoice. */
        sale: boolean;
        /** @description At each cancellation that is asked for, with what the customer says of why. */
        cancellation: boolean;
      };
      /** @description How customers can pay. */
      payment_methods: {
        /** @description QPay: a QR code, and the apps of Mongolian banks. For projects in MNT. */
        qpay: {
          /** @description For money. */
          live: {
            /** @description Whether customers can choose it. */
            enabled: boolean;
            /** @description The name by which QPay knows you (`client_id`). */
            username: string | null;
            /** @description Whether there is one. Your password there (`client_secret`). */
            password_set: boolean;
            /** @description What QPay’s invoices for you go by. */
            invoice_code: string | null;
          };
          /** @description For trying out, in test mode. */
          test: {
            /** @description Whether customers can choose it. */
            enabled: boolean;
            /** @description The name by which QPay knows you (`client_id`). */
            username: string | null;
            /** @description Whether there is one. Your password there (`client_secret`). */
            password_set: boolean;
            /** @description What QPay’s invoices for you go by. */
            invoice_code: string | null;
          };
        };
        /** @description Cards and wallets on a page of Stripe’s, paid out by Stripe. */
        stripe: {
          /** @description For money. */
          live: {
            /** @description Whether customers can choose it. */
            enabled: boolean;
            /** @description Whether there is one. The secret key of your Stripe account, or a restricted one: it begins with `sk_test_` or `rk_test_` for trying out, with `sk_live_` or `rk_live_` for money. */
            secret_key_set: boolean;
            /** @description Whether there is one. The signing secret of the webhook endpoint that you add at Stripe for our hint address: it begins with `whsec_`. */
            webhook_secret_set: boolean;
          };
          /** @description For trying out, in test mode. */
          test: {
            /** @description Whether customers can choose it. */
            enabled: boolean;
            /** @description Whether there is one. The secret key of your Stripe account, or a restricted one: it begins with `sk_test_` or `rk_test_` for trying out, with `sk_live_` or `rk_live_` for money. */
            secret_key_set: boolean;
            /** @description Whether there is one. The signing secret of the webhook endpoint that you add at Stripe for our hint address: it begins with `whsec_`. */
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
          /** @description Whose account it is. */
          account_holder: string | null;
        };
      };
      /** @description The order in which customers are offered the methods that they can choose. */
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
    /** @description What PATCH of the project takes. */
    ProjectUpdate: {
      /** @description The shop, as customers know it. */
      name?: string;
      /** @description Fixed while there are prices, promotion codes with amounts, or anything open to be paid. A currency of ISO 4217, such as MNT. */
      currency?: string;
      /** @description Where phone numbers and addresses are by default. A country of ISO 3166 in two capital letters, such as MN. */
      country?: string;
      /** @description Whose days billing counts; fixed once there is a subscription. The IANA name of a time zone, such as Asia/Ulaanbaatar. */
      timezone?: string;
      /**
       * @description The language where a customer asks for none.
       * @enum {string}
       */
      locale?: "en" | "mn";
      /**
       * Format: email
       * @description Where emails to you and replies of customers go.
       */
      email?: string | null;
      /** @description Whom customers can call. */
      support_phone?: string | null;
      /** @description The name on receipts. */
      legal_name?: string | null;
      /** @description The registration number on receipts. */
      registration_number?: string | null;
      /** @description The address on receipts. */
      address?: string | null;
      /** @description Your terms, linked on pages and receipts. */
      terms_url?: string | null;
      /** @description Your shop: the way back from pages that know no other. */
      website_url?: string | null;
      /** @description Your logo. We show a small copy of our own, made within moments of a PNG, JPEG, WebP or GIF of at most 2 MiB at a public address; redirects are not followed. Give the address again for a fresh copy. */
      logo_url?: string | null;
      /** @description Your colour, for buttons and links. A colour such as #1a73e8. */
      color?: string | null;
      /** @description What invoice numbers begin with. 1 to 12 characters of A-Z, 0-9 and -. */
      invoice_prefix?: string;
      notifications?: components["schemas"]["ProjectUpdateNotifications"];
      payment_methods?: components["schemas"]["ProjectUpdatePaymentMethods"];
      /** @description Those that are not named follow in our order; null: all of them do. */
      payment_method_order?: ("qpay" | "stripe" | "bank_transfer")[] | null;
    };
    /** @description Which emails you get beside those that ask something of you. */
    ProjectUpdateNotifications: {
      /** @description At each completed checkout and each paid invoice. */
      sale?: boolean;
      /** @description At each cancellation that is asked for, with what the customer says of why. */
      cancellation?: boolean;
    };
    /** @description How customers can pay. */
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
      /** @description Whose account it is. */
      account_holder?: string | null;
    };
    /** @description QPay: a QR code, and the apps of Mongolian banks. For projects in MNT. */
    ProjectUpdatePaymentMethodsQpay: {
      live?: components["schemas"]["ProjectUpdatePaymentMethodsQpayLive"];
      test?: components["schemas"]["ProjectUpdatePaymentMethodsQpayTest"];
    };
    /** @description For money. */
    ProjectUpdatePaymentMethodsQpayLive: {
      /** @description Whether customers can choose it. */
      enabled?: boolean;
      /** @description The name by which QPay knows you (`client_id`). */
      username?: string | null;
      /** @description Your password there (`client_secret`). Never answered: `password_set` says whether there is one. */
      password?: string | null;
      /** @description What QPay’s invoices for you go by. */
      invoice_code?: string | null;
    };
    /** @description For trying out, in test mode. */
    ProjectUpdatePaymentMethodsQpayTest: {
      /** @description Whether customers can choose it. */
      enabled?: boolean;
      /** @description The name by which QPay knows you (`client_id`). */
      username?: string | null;
      /** @description Your password there (`client_secret`). Never answered: `password_set` says whether there is one. */
      password?: string | null;
      /** @description What QPay’s invoices for you go by. */
      invoice_code?: string | null;
    };
    /** @description Cards and wallets on a page of Stripe’s, paid out by Stripe. */
    ProjectUpdatePaymentMethodsStripe: {
      live?: components["schemas"]["ProjectUpdatePaymentMethodsStripeLive"];
      test?: components["schemas"]["ProjectUpdatePaymentMethodsStripeTest"];
    };
    /** @description For money. */
    ProjectUpdatePaymentMethodsStripeLive: {
      /** @description Whether customers can choose it. */
      enabled?: boolean;
      /** @description The secret key of your Stripe account, or a restricted one: it begins with `sk_test_` or `rk_test_` for trying out, with `sk_live_` or `rk_live_` for money. Never answered: `secret_key_set` says whether there is one. */
      secret_key?: string | null;
      /** @description The signing secret of the webhook endpoint that you add at Stripe for our hint address: it begins with `whsec_`. Never answered: `webhook_secret_set` says whether there is one. */
      webhook_secret?: string | null;
    };
    /** @description For trying out, in test mode. */
    ProjectUpdatePaymentMethodsStripeTest: {
      /** @description Whether customers can choose it. */
      enabled?: boolean;
      /** @description The secret key of your Stripe account, or a restricted one: it begins with `sk_test_` or `rk_test_` for trying out, with `sk_live_` or `rk_live_` for money. Never answered: `secret_key_set` says whether there is one. */
      secret_key?: string | null;
      /** @description The signing secret of the webhook endpoint that you add at Stripe for our hint address: it begins with `whsec_`. Never answered: `webhook_secret_set` says whether there is one. */
      webhook_secret?: string | null;
    };
    /** @description A code that takes something off, typed by customers on the page. */
    PromotionCode: {
      /** @description The promotion code. */
      id: number;
      /** @description What customers type; kept in capitals. */
      code: string;
      /**
       * @description What it takes something off: the whole order, or its products.
       * @enum {string}
       */
      type: "order_total" | "product";
      /** @description How many percent it takes off. */
      percent_off: number | null;
      /** @description How much it takes off. */
      amount_off: number | null;
      /** @description The products; empty for the whole order. */
      product_ids: number[];
      /** @description The least subtotal that it is for. */
      minimum_amount: number | null;
      /**
       * Format: date-time
       * @description From when on it works.
       */
      starts_at: string | null;
      /**
       * Format: date-time
       * @description From when on it no longer works.
       */
      expires_at: string | null;
      /** @description How often it can be used. */
      max_redemptions: number | null;
      /** @description How often one customer can use it. */
      max_redemptions_per_customer: number | null;
      /** @description Whether it can stand beside other codes. */
      combinable: boolean;
      /** @description Whether it works. */
      active: boolean;
      /** @description How often it was used by payments that have succeeded. */
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
    /** @description What POST /promotion-codes takes. */
    PromotionCodeCreate: {
      /** @description What customers type; kept in capitals. 3 to 50 characters of A-Z, 0-9, - and _. */
      code: string;
      /**
       * @description What it takes something off: the whole order, or its products.
       * @enum {string}
       */
      type: "order_total" | "product";
      /** @description How many percent it takes off. */
      percent_off?: number;
      /** @description How much it takes off. */
      amount_off?: number;
      /** @description The products; for the type `product` only. */
      product_ids?: number[];
      /** @description The least subtotal that it is for. */
      minimum_amount?: number;
      /**
       * Format: date-time
       * @description From when on it works.
       */
      starts_at?: string;
      /**
       * Format: date-time
       * @description From when on it no longer works.
       */
      expires_at?: string;
      /** @description How often it can be used; without it, without end. */
      max_redemptions?: number;
      /** @description How often one customer can use it. */
      max_redemptions_per_customer?: number;
      /** @description Whether it can stand beside other codes. Default: `false`. */
      combinable?: boolean;
      /** @description Whether it works. Default: `true`. */
      active?: boolean;
    } & (({
      /** @description How many percent it takes off. */
      percent_off: number;
      amount_off?: never;
    } | {
      percent_off?: never;
      /** @description How much it takes off. */
      amount_off: number;
    }) & ({
      /**
       * @description What it takes something off: the whole order, or its products.
       * @enum {string}
       */
      type: "product";
      /** @description The products; for the type `product` only. */
      product_ids: number[];
    } | {
      /**
       * @description What it takes something off: the whole order, or its products.
       * @enum {string}
       */
      type: "order_total";
      product_ids?: never;
    }));
    /** @description A part of a list. */
    PromotionCodePage: {
      data: components["schemas"]["PromotionCode"][];
      meta: {
        /** @description This page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description How many objects are on a page. */
        per_page: number;
        /** @description How many there are; above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether there is more beyond the last of these. */
        has_more: boolean;
      };
    };
    /** @description What PATCH /promotion-codes/{promotion_code_id} takes. */
    PromotionCodeUpdate: {
      /** @description The least subtotal that it is for. */
      minimum_amount?: number | null;
      /**
       * Format: date-time
       * @description From when on it works.
       */
      starts_at?: string | null;
      /**
       * Format: date-time
       * @description From when on it no longer works.
       */
      expires_at?: string | null;
      /** @description How often it can be used; without it, without end. */
      max_redemptions?: number | null;
      /** @description How often one customer can use it. */
      max_redemptions_per_customer?: number | null;
      /** @description Whether it can stand beside other codes. */
      combinable?: boolean;
      /** @description Whether it works. */
      active?: boolean;
    };
    /** @description Money given back to a customer. */
    Refund: {
      /** @description The refund. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /** @description The payment whose money is given back. */
      payment_id: number;
      /** @description How much. */
      amount: number;
      /** @description The currency (ISO 4217). */
      currency: string;
      /**
       * @description Where it stands.
       * @enum {string}
       */
      status: "pending" | "succeeded" | "failed";
      /**
       * @description Why.
       * @enum {string|null}
       */
      reason: "requested" | "duplicate" | "late" | "other" | null;
      /** @description Your own note; customers do not see it. */
      note: string | null;
      /** @description Why the provider has not given it back, and what to do. */
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
    /** @description What POST /payments/{payment_id}/refunds takes. */
    RefundCreate: {
      /** @description How much; all that is left, if not given. */
      amount?: number;
      /**
       * @description Why.
       * @enum {string}
       */
      reason?: "requested" | "duplicate" | "late" | "other";
      /** @description Your own note; customers do not see it. */
      note?: string;
      /** @description Whether the subscription that was paid for ends at once. Default: `false`. */
      cancel_subscription?: boolean;
      /** @description Whether you have sent it yourself, and the provider of the payment is not told to. Default: `false`. */
      by_hand?: boolean;
    };
    /** @description A part of a list. */
    RefundPage: {
      data: components["schemas"]["Refund"][];
      meta: {
        /** @description This page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description How many objects are on a page. */
        per_page: number;
        /** @description How many there are; above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether there is more beyond the last of these. */
        has_more: boolean;
      };
    };
    /** @description What begins with the words that were looked for, at most twenty of each kind. */
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
    /** @description Access of one customer to one product, paid for period by period. */
    Subscription: {
      /** @description The subscription. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description Where it stands.
       * @enum {string}
       */
      status: "trialing" | "active" | "past_due" | "canceled";
      /** @description Whether it gives access: trialing, active and past_due do. */
      entitled: boolean;
      /** @description The customer. */
      customer_id: number;
      /** @description The product. */
      product_id: number;
      /** @description The current price; a plan change moves it. */
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
      /** @description What the customer said in the portal of why; null where nothing was said. */
      cancellation_details: components["schemas"]["CancellationDetails"] | null;
      /** @description The price that the next renewal is charged at. */
      scheduled_price_id: number | null;
      /** @description Your own keys and values. */
      metadata: {
        [key: string]: string;
      };
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Whose it is. */
      customer: {
        /** @description The customer. */
        id: number;
        /** @description Their name. */
        name: string | null;
        /** @description Where their emails go. */
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
    /** @description What POST /subscriptions/{subscription_id}/cancel takes. */
    SubscriptionCancel: {
      /**
       * @description When: at the end of what is paid for, or now, for good. Default: `at_period_end`.
       * @enum {string}
       */
      mode?: "at_period_end" | "immediately";
    };
    /** @description The subscription has ended: take access away. */
    SubscriptionCanceledEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "subscription.canceled";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "subscription";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Subscription"] | null;
      };
    };
    /** @description What POST /subscriptions takes. */
    SubscriptionCreate: {
      /** @description Who tries. */
      customer_id: number;
      /** @description The lookup key of a recurring price. */
      price?: string;
      /** @description The id of a recurring price; it counts where both are given. */
      price_id?: number;
      /** @description The trial ends with the local day so many days ahead. */
      trial_days: number;
    } & ({
      /** @description The lookup key of a recurring price. */
      price: string;
    } | {
      /** @description The id of a recurring price; it counts where both are given. */
      price_id: number;
    });
    /** @description A subscription was started, by a payment or as a trial. */
    SubscriptionCreatedEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "subscription.created";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "subscription";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Subscription"] | null;
      };
    };
    /** @description A part of a list. */
    SubscriptionPage: {
      data: components["schemas"]["Subscription"][];
      meta: {
        /** @description This page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description How many objects are on a page. */
        per_page: number;
        /** @description How many there are; above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether there is more beyond the last of these. */
        has_more: boolean;
      };
    };
    /** @description The period is over and the days of grace have begun. */
    SubscriptionPastDueEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "subscription.past_due";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "subscription";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Subscription"] | null;
      };
    };
    /** @description The customer was reminded to renew. */
    SubscriptionRenewalDueEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "subscription.renewal_due";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "subscription";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["DueSubscription"] | null;
      };
    };
    /** @description More time was paid for. */
    SubscriptionRenewedEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "subscription.renewed";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "subscription";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Subscription"] | null;
        /** @description Of `subscription.updated` and `subscription.renewed`: the fields that changed, with what they held before. Laid over the object, they make what it was. */
        previous_attributes?: {
          /** @description The subscription. */
          id?: number;
          /** @description The project that it belongs to. */
          project_id?: number;
          /**
           * @description Where it stands.
           * @enum {string}
           */
          status?: "trialing" | "active" | "past_due" | "canceled";
          /** @description Whether it gives access: trialing, active and past_due do. */
          entitled?: boolean;
          /** @description The customer. */
          customer_id?: number;
          /** @description The product. */
          product_id?: number;
          /** @description The current price; a plan change moves it. */
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
          /** @description What the customer said in the portal of why; null where nothing was said. */
          cancellation_details?: components["schemas"]["CancellationDetails"] | null;
          /** @description The price that the next renewal is charged at. */
          scheduled_price_id?: number | null;
          /** @description Your own keys and values. */
          metadata?: {
            [key: string]: string;
          };
          /** @description Whether it was created with a test token. */
          is_test?: boolean;
          /** @description Whose it is. */
          customer?: {
            /** @description The customer. */
            id: number;
            /** @description Their name. */
            name: string | null;
            /** @description Where their emails go. */
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
    /** @description What PATCH /subscriptions/{subscription_id} takes. */
    SubscriptionUpdate: {
      /** @description Replaces what was there; null clears it. */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    /** @description The plan changed, or a cancellation was requested, explained by the customer or taken back. */
    SubscriptionUpdatedEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "subscription.updated";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "subscription";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["Subscription"] | null;
        /** @description Of `subscription.updated` and `subscription.renewed`: the fields that changed, with what they held before. Laid over the object, they make what it was. */
        previous_attributes?: {
          /** @description The subscription. */
          id?: number;
          /** @description The project that it belongs to. */
          project_id?: number;
          /**
           * @description Where it stands.
           * @enum {string}
           */
          status?: "trialing" | "active" | "past_due" | "canceled";
          /** @description Whether it gives access: trialing, active and past_due do. */
          entitled?: boolean;
          /** @description The customer. */
          customer_id?: number;
          /** @description The product. */
          product_id?: number;
          /** @description The current price; a plan change moves it. */
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
          /** @description What the customer said in the portal of why; null where nothing was said. */
          cancellation_details?: components["schemas"]["CancellationDetails"] | null;
          /** @description The price that the next renewal is charged at. */
          scheduled_price_id?: number | null;
          /** @description Your own keys and values. */
          metadata?: {
            [key: string]: string;
          };
          /** @description Whether it was created with a test token. */
          is_test?: boolean;
          /** @description Whose it is. */
          customer?: {
            /** @description The customer. */
            id: number;
            /** @description Their name. */
            name: string | null;
            /** @description Where their emails go. */
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
    /** @description A time of its own for test customers: it stands still until you advance it. */
    TestClock: {
      /** @description The test clock. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /** @description What you call it. */
      name: string | null;
      /**
       * @description Whether it stands, or is on its way to a later time.
       * @enum {string}
       */
      status: "ready" | "advancing";
      /**
       * Format: date-time
       * @description The time that it shows.
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
    /** @description What POST /test-clocks/{test_clock_id}/advance takes. */
    TestClockAdvance: {
      /**
       * Format: date-time
       * @description The time to advance to: later than the one it shows, by two years at most.
       */
      frozen_time: string;
    };
    /** @description What POST /test-clocks takes. */
    TestClockCreate: {
      /**
       * Format: date-time
       * @description The time that it shows at first: past, now or to come.
       */
      frozen_time: string;
      /** @description What you call it. */
      name?: string;
    };
    /** @description A part of a list. */
    TestClockPage: {
      data: components["schemas"]["TestClock"][];
      meta: {
        /** @description This page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description How many objects are on a page. */
        per_page: number;
        /** @description How many there are; above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether there is more beyond the last of these. */
        has_more: boolean;
      };
    };
    /** @description You asked for it. */
    TestEvent: {
      /** @description The event. */
      id: number;
      /** @description The same as deliveries name it, in their header `webhook-id`. */
      webhook_id: string;
      /** @description The project that it belongs to. */
      project_id: number;
      /**
       * @description What has happened. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: "test";
      /**
       * @description What it has happened to.
       * @enum {string}
       */
      object: "test";
      /** @description Whether it was created with a test token. */
      is_test: boolean;
      /** @description Rises by one per object, so that you can spot what came out of order. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The same: an event never changes.
       */
      updated_at: string;
      /** @description What it has happened to. */
      data: {
        /** @description The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted. */
        object: components["schemas"]["TestMessage"] | null;
      };
    };
    /** @description What a test event carries. */
    TestMessage: {
      /** @description The endpoint that is tried. */
      id: number;
      /**
       * @description Always `test`.
       * @enum {string}
       */
      object: "test";
      /** @description Where it was sent. */
      url: string;
      /** @description For whoever reads it. */
      message: string;
    };
    /** @description Something that has happened to a subscription, or will if nobody acts. */
    TimelineEntry: {
      /**
       * Format: date-time
       * @description When.
       */
      at: string;
      /**
       * @description What: the type of the event that says so.
       * @enum {string}
       */
      type: "subscription.created" | "subscription.renewed" | "subscription.updated" | "subscription.renewal_due" | "subscription.past_due" | "subscription.canceled";
      /** @description The same in words. */
      description: string;
      /** @description Whether it has happened. */
      done: boolean;
    };
    /** @description Everything that is wrong with a request, each problem under its path. */
    ValidationError: {
      /** @description What is wrong and what to do, for people. It may change. */
      message: string;
      /**
       * @description What is wrong, for programs. It never changes.
       * @enum {string}
       */
      code: "invalid_json" | "unauthenticated" | "forbidden" | "not_found" | "method_not_allowed" | "body_too_large" | "unsupported_media_type" | "rate_limited" | "internal_error" | "unavailable" | "validation_failed" | "idempotency_key_reused" | "idempotency_in_progress" | "lookup_key_not_found" | "lookup_key_taken" | "promotion_code_taken" | "price_not_found" | "price_inactive" | "price_not_recurring" | "product_not_found" | "customer_not_found" | "customer_required" | "customer_has_subscription" | "payment_in_progress" | "customer_has_pending_payment" | "single_item_required" | "discount_exceeds_subtotal" | "amount_too_large" | "subscription_not_found" | "subscription_id_required" | "subscription_canceled" | "period_too_long" | "plan_change_at_period_end" | "renewal_already_paid" | "plan_limit_reached" | "no_payment_method" | "trial_already_used" | "already_subscribed" | "test_clock_busy" | "test_clock_backwards" | "checkout_not_open" | "payment_not_pending" | "payment_not_paid" | "refund_exceeds_payment" | "invoice_not_draft" | "invoice_not_open" | "endpoint_inactive";
      /** @description Sentences by the path of their field, such as `items.0.price`. */
      errors: {
        [key: string]: string[];
      };
      /** @description Names this request: tell it when you ask for help. */
      request_id: string;
    };
    /** @description One event on its way to one endpoint. */
    WebhookDelivery: {
      /** @description The delivery. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /** @description Where it goes. */
      endpoint_id: number;
      /** @description What is delivered. */
      event_id: number;
      /**
       * @description The event's type.
       * @enum {string}
       */
      event_type: "checkout.completed" | "checkout.expired" | "subscription.created" | "subscription.renewed" | "subscription.updated" | "subscription.renewal_due" | "subscription.past_due" | "subscription.canceled" | "payment.awaiting_verification" | "payment.verification_due" | "payment.failed" | "payment.partially_paid" | "payment.refund_required" | "payment.refunded" | "payment.refund_failed" | "payment.discrepancy" | "invoice.paid" | "invoice.void" | "test";
      /**
       * @description Where it stands.
       * @enum {string}
       */
      status: "pending" | "succeeded" | "failed" | "canceled";
      /**
       * Format: date-time
       * @description When it is tried next.
       */
      next_attempt_at: string | null;
      /** @description Every attempt, oldest first; of more than 50 the newest. */
      attempts: {
        /**
         * Format: date-time
         * @description When it was made.
         */
        attempted_at: string;
        /** @description The headers that were sent, signatures and all; null for very old attempts. */
        request_headers: {
          [key: string]: string;
        } | null;
        /** @description What the endpoint answered; null where no answer came. */
        status_code: number | null;
        /** @description How long it took, in milliseconds. */
        duration_ms: number;
        /** @description The first 4 KiB of the answer. */
        response_body: string | null;
        /** @description Why no answer came. */
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
    /** @description A part of a list. */
    WebhookDeliveryPage: {
      data: components["schemas"]["WebhookDelivery"][];
      meta: {
        /** @description This page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description How many objects are on a page. */
        per_page: number;
        /** @description How many there are; above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether there is more beyond the last of these. */
        has_more: boolean;
      };
    };
    /** @description An address of yours to which events are sent. */
    WebhookEndpoint: {
      /** @description The endpoint. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /** @description Where events are sent. */
      url: string;
      /** @description A note of yours. */
      description: string | null;
      /** @description The types that it is sent. */
      events: ("checkout.completed" | "checkout.expired" | "subscription.created" | "subscription.renewed" | "subscription.updated" | "subscription.renewal_due" | "subscription.past_due" | "subscription.canceled" | "payment.awaiting_verification" | "payment.verification_due" | "payment.failed" | "payment.partially_paid" | "payment.refund_required" | "payment.refunded" | "payment.refund_failed" | "payment.discrepancy" | "invoice.paid" | "invoice.void" | "test")[];
      /** @description The header that carries the plain signature for this endpoint; null for the usual one. */
      signature_header: string | null;
      /** @description Whether anything is sent to it. */
      active: boolean;
      /** @description What signs the deliveries: whole when it was just made, else its last four characters. */
      secret: string;
      /** @description Why it was switched off by itself. */
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
    /** @description What POST /webhook-endpoints takes. */
    WebhookEndpointCreate: {
      /** @description Where events are sent: `https:` and public in live mode. */
      url: string;
      /** @description A note of yours. */
      description?: string;
      /** @description The types that it is sent; all unless given. */
      events?: ("checkout.completed" | "checkout.expired" | "subscription.created" | "subscription.renewed" | "subscription.updated" | "subscription.renewal_due" | "subscription.past_due" | "subscription.canceled" | "payment.awaiting_verification" | "payment.verification_due" | "payment.failed" | "payment.partially_paid" | "payment.refund_required" | "payment.refunded" | "payment.refund_failed" | "payment.discrepancy" | "invoice.paid" | "invoice.void" | "test")[];
      /** @description The header in which this endpoint looks for the plain signature, in place of the usual one; those of Standard Webhooks are sent in any case. The name of an HTTP header that has no meaning yet, of at most 64 characters, such as X-Signature. */
      signature_header?: string;
      /** @description Whether anything is sent to it. Default: `true`. */
      active?: boolean;
    };
    /** @description A part of a list. */
    WebhookEndpointPage: {
      data: components["schemas"]["WebhookEndpoint"][];
      meta: {
        /** @description This page, from 1. */
        current_page: number;
        /** @description The last page. */
        last_page: number;
        /** @description How many objects are on a page. */
        per_page: number;
        /** @description How many there are; above 10 000 it may be a minute old. */
        total: number;
      } | {
        /** @description Whether there is more beyond the last of these. */
        has_more: boolean;
      };
    };
    /** @description What POST /webhook-endpoints/{webhook_endpoint_id}/rehearse takes. */
    WebhookEndpointRehearse: {
      /** @description Sends each event once more after it has arrived. Default: `false`. */
      duplicates?: boolean;
      /** @description Sends events out of order. Default: `false`. */
      reorder?: boolean;
    };
    /** @description What PATCH /webhook-endpoints/{webhook_endpoint_id} takes. */
    WebhookEndpointUpdate: {
      /** @description Where events are sent: `https:` and public in live mode. */
      url?: string;
      /** @description A note of yours. */
      description?: string | null;
      /** @description The types that it is sent; all unless given. */
      events?: ("checkout.completed" | "checkout.expired" | "subscription.created" | "subscription.renewed" | "subscription.updated" | "subscription.renewal_due" | "subscription.past_due" | "subscription.canceled" | "payment.awaiting_verification" | "payment.verification_due" | "payment.failed" | "payment.partially_paid" | "payment.refund_required" | "payment.refunded" | "payment.refund_failed" | "payment.discrepancy" | "invoice.paid" | "invoice.void" | "test")[] | null;
      /** @description The header in which this endpoint looks for the plain signature, in place of the usual one; those of Standard Webhooks are sent in any case. The name of an HTTP header that has no meaning yet, of at most 64 characters, such as X-Signature. */
      signature_header?: string | null;
      /** @description Whether anything is sent to it. */
      active?: boolean;
      /**
       * Format: date-time
       * @description With `active: true`: sends what happened since then and was not delivered.
       */
      resend_since?: string;
    };
    /** @description A subscription's whole life, played against an endpoint in test mode. */
    WebhookRehearsal: {
      /** @description The rehearsal. */
      id: number;
      /** @description The project that it belongs to. */
      project_id: number;
      /** @description The endpoint that it is played against. */
      endpoint_id: number;
      /** @description Always true. */
      is_test: boolean;
      /** @description Whether each delivery comes once more after it has arrived. */
      duplicates: boolean;
      /** @description Whether deliveries are sent out of order. */
      reorder: boolean;
      /**
       * @description `running` until nothing more is to be sent.
       * @enum {string}
       */
      status: "running" | "finished";
      /** @description What is sent, in the order in which it happens. */
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
         * @description What it has happened to.
         * @enum {string}
         */
        object: "checkout" | "subscription";
        /** @description Which: an id of 900000000000000 or more, which nothing real has. */
        object_id: number;
        /** @description The event's place in the life of its object. */
        sequence: number;
        /** @description As which it was first sent; null until then. */
        order_sent: number | null;
        /** @description Whether a later event of the same object had been sent before it. */
        out_of_order: boolean;
        /**
         * @description Where the delivery stands.
         * @enum {string}
         */
        status: "pending" | "succeeded" | "failed" | "canceled";
        /** @description How each attempt was answered, oldest first. */
        attempts: {
          /**
           * Format: date-time
           * @description When it was made.
           */
          attempted_at: string;
          /** @description What the endpoint answered; null where no answer came. */
          status_code: number | null;
          /** @description How long it took, in milliseconds. */
          duration_ms: number;
          /** @description Why no answer came. */
          error: string | null;
          /** @description Whether the event had arrived before. */
          duplicate: boolean;
        }[];
      }[];
      /** @description What you should know of your receiver, a sentence each. */
      verdicts: string[];
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
    };
    /** @description How many failed deliveries are being sent again. */
    WebhookResend: {
      /** @description How many; inactive endpoints are left out. */
      count: number;
      /**
       * Format: date-time
       * @description Since when they have failed.
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
    /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
    IdempotencyKey: string;
    /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Which page, newest first. */
        page?: number;
        /** @description How many objects at most. */
        limit?: number;
        /** @description Only what came after the object with this id, oldest first; 0 is before the first. */
        after?: number;
        /** @description Only what came before the object with this id, newest first. */
        before?: number;
        /** @description Only what was created after this time. */
        "created[gt]"?: string;
        /** @description Only what was created at this time or later. */
        "created[gte]"?: string;
        /** @description Only what was created before this time. */
        "created[lt]"?: string;
        /** @description Only what was created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only those with one of these statuses. */
        status?: ("open" | "pending" | "complete" | "expired")[];
        /** @description Only those of this customer. */
        customer_id?: number;
        /** @description Only those with your order reference. */
        client_reference_id?: string;
      };
      header?: {
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Which page, newest first. */
        page?: number;
        /** @description How many objects at most. */
        limit?: number;
        /** @description Only what came after the object with this id, oldest first; 0 is before the first. */
        after?: number;
        /** @description Only what came before the object with this id, newest first. */
        before?: number;
        /** @description Only what was created after this time. */
        "created[gt]"?: string;
        /** @description Only what was created at this time or later. */
        "created[gte]"?: string;
        /** @description Only what was created before this time. */
        "created[lt]"?: string;
        /** @description Only what was created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only those of this customer. */
        customer_id?: number;
        /** @description Only those at this price. */
        price_id?: number;
        /** @description Only those at the price with this lookup key. */
        price?: string;
        /** @description Only those with one of these statuses. */
        status?: ("trialing" | "active" | "past_due" | "canceled")[];
      };
      header?: {
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Whose they are. */
        customer_id?: number;
        /** @description Your own id of the customer instead. */
        client_reference_id?: string;
      };
      header?: {
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Which page, newest first. */
        page?: number;
        /** @description How many objects at most. */
        limit?: number;
        /** @description Only what came after the object with this id, oldest first; 0 is before the first. */
        after?: number;
        /** @description Only what came before the object with this id, newest first. */
        before?: number;
        /** @description Only what was created after this time. */
        "created[gt]"?: string;
        /** @description Only what was created at this time or later. */
        "created[gte]"?: string;
        /** @description Only what was created before this time. */
        "created[lt]"?: string;
        /** @description Only what was created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only those with one of these statuses. */
        status?: ("started" | "pending" | "paid" | "failed" | "canceled" | "refund_required" | "refunded")[];
        /** @description Only those by this method. */
        method?: "test" | "qpay" | "stripe" | "bank_transfer";
        /** @description Only those for this checkout. */
        checkout_id?: number;
        /** @description Only those for this invoice. */
        invoice_id?: number;
        /** @description Only those with this reference on the transfer. */
        reference?: string;
        /** @description Only those of this sum. */
        amount?: number;
        /** @description Only those for what you gave this name. */
        client_reference_id?: string;
        /** @description Only those of this customer. */
        customer_id?: number;
        /** @description Only those of whoever left this address. */
        customer_email?: string;
      };
      header?: {
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Which page, newest first. */
        page?: number;
        /** @description How many objects at most. */
        limit?: number;
        /** @description Only what came after the object with this id, oldest first; 0 is before the first. */
        after?: number;
        /** @description Only what came before the object with this id, newest first. */
        before?: number;
        /** @description Only what was created after this time. */
        "created[gt]"?: string;
        /** @description Only what was created at this time or later. */
        "created[gte]"?: string;
        /** @description Only what was created before this time. */
        "created[lt]"?: string;
        /** @description Only what was created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only those of this payment. */
        payment_id?: number;
      };
      header?: {
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Which page, newest first. */
        page?: number;
        /** @description How many objects at most. */
        limit?: number;
        /** @description Only what came after the object with this id, oldest first; 0 is before the first. */
        after?: number;
        /** @description Only what came before the object with this id, newest first. */
        before?: number;
        /** @description Only what was created after this time. */
        "created[gt]"?: string;
        /** @description Only what was created at this time or later. */
        "created[gte]"?: string;
        /** @description Only what was created before this time. */
        "created[lt]"?: string;
        /** @description Only what was created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only those that stand there. */
        status?: "draft" | "open" | "paid" | "void";
        /** @description Only those of this customer. */
        customer_id?: number;
        /** @description Only those with your own reference. */
        client_reference_id?: string;
      };
      header?: {
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Which page, newest first. */
        page?: number;
        /** @description How many objects at most. */
        limit?: number;
        /** @description Only what came after the object with this id, oldest first; 0 is before the first. */
        after?: number;
        /** @description Only what came before the object with this id, newest first. */
        before?: number;
        /** @description Only what was created after this time. */
        "created[gt]"?: string;
        /** @description Only what was created at this time or later. */
        "created[gte]"?: string;
        /** @description Only what was created before this time. */
        "created[lt]"?: string;
        /** @description Only what was created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only those that can be sold, or only archived ones. */
        active?: boolean;
      };
      header?: {
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Which page, newest first. */
        page?: number;
        /** @description How many objects at most. */
        limit?: number;
        /** @description Only what came after the object with this id, oldest first; 0 is before the first. */
        after?: number;
        /** @description Only what came before the object with this id, newest first. */
        before?: number;
        /** @description Only what was created after this time. */
        "created[gt]"?: string;
        /** @description Only what was created at this time or later. */
        "created[gte]"?: string;
        /** @description Only what was created before this time. */
        "created[lt]"?: string;
        /** @description Only what was created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only those of this product. */
        product_id?: number;
        /** @description Only the one with this key. 1 to 100 characters of A-Z, a-z, 0-9 and . _ - :. */
        lookup_key?: string;
        /** @description Only those that can be sold, or only archived ones. */
        active?: boolean;
      };
      header?: {
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Which page, newest first. */
        page?: number;
        /** @description How many objects at most. */
        limit?: number;
        /** @description Only what came after the object with this id, oldest first; 0 is before the first. */
        after?: number;
        /** @description Only what came before the object with this id, newest first. */
        before?: number;
        /** @description Only what was created after this time. */
        "created[gt]"?: string;
        /** @description Only what was created at this time or later. */
        "created[gte]"?: string;
        /** @description Only what was created before this time. */
        "created[lt]"?: string;
        /** @description Only what was created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only this code. */
        code?: string;
        /** @description Only those that work, or only those that were ended. */
        active?: boolean;
      };
      header?: {
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Which page, newest first. */
        page?: number;
        /** @description How many objects at most. */
        limit?: number;
        /** @description Only what came after the object with this id, oldest first; 0 is before the first. */
        after?: number;
        /** @description Only what came before the object with this id, newest first. */
        before?: number;
        /** @description Only what was created after this time. */
        "created[gt]"?: string;
        /** @description Only what was created at this time or later. */
        "created[gte]"?: string;
        /** @description Only what was created before this time. */
        "created[lt]"?: string;
        /** @description Only what was created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only those with this address. */
        email?: string;
      };
      header?: {
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
        "X-Request-Id"?: components["parameters"]["RequestId"];
      };
      path: {
        /** @description The project that the token belongs to. */
        project_id: components["parameters"]["ProjectId"];
        /** @description The method. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Which page, newest first. */
        page?: number;
        /** @description How many objects at most. */
        limit?: number;
        /** @description Only what came after the object with this id, oldest first; 0 is before the first. */
        after?: number;
        /** @description Only what came before the object with this id, newest first. */
        before?: number;
        /** @description Only what was created after this time. */
        "created[gt]"?: string;
        /** @description Only what was created at this time or later. */
        "created[gte]"?: string;
        /** @description Only what was created before this time. */
        "created[lt]"?: string;
        /** @description Only what was created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only events of this type. */
        type?: "checkout.completed" | "checkout.expired" | "subscription.created" | "subscription.renewed" | "subscription.updated" | "subscription.renewal_due" | "subscription.past_due" | "subscription.canceled" | "payment.awaiting_verification" | "payment.verification_due" | "payment.failed" | "payment.partially_paid" | "payment.refund_required" | "payment.refunded" | "payment.refund_failed" | "payment.discrepancy" | "invoice.paid" | "invoice.void" | "test";
        /** @description Only events about this kind of object. */
        object?: "checkout" | "subscription" | "payment" | "invoice" | "test";
        /** @description Only events about objects with this id; use it with `object`. */
        object_id?: number;
      };
      header?: {
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Which page, newest first. */
        page?: number;
        /** @description How many objects at most. */
        limit?: number;
        /** @description Only what came after the object with this id, oldest first; 0 is before the first. */
        after?: number;
        /** @description Only what came before the object with this id, newest first. */
        before?: number;
        /** @description Only what was created after this time. */
        "created[gt]"?: string;
        /** @description Only what was created at this time or later. */
        "created[gte]"?: string;
        /** @description Only what was created before this time. */
        "created[lt]"?: string;
        /** @description Only what was created at this time or earlier. */
        "created[lte]"?: string;
      };
      header?: {
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Which page, newest first. */
        page?: number;
        /** @description How many objects at most. */
        limit?: number;
        /** @description Only what came after the object with this id, oldest first; 0 is before the first. */
        after?: number;
        /** @description Only what came before the object with this id, newest first. */
        before?: number;
        /** @description Only what was created after this time. */
        "created[gt]"?: string;
        /** @description Only what was created at this time or later. */
        "created[gte]"?: string;
        /** @description Only what was created before this time. */
        "created[lt]"?: string;
        /** @description Only what was created at this time or earlier. */
        "created[lte]"?: string;
        /** @description Only those to this endpoint. */
        endpoint_id?: number;
        /** @description Only those of this event. */
        event_id?: number;
        /** @description Only those that stand there. */
        status?: "pending" | "succeeded" | "failed" | "canceled";
      };
      header?: {
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Which page, newest first. */
        page?: number;
        /** @description How many objects at most. */
        limit?: number;
        /** @description Only what came after the object with this id, oldest first; 0 is before the first. */
        after?: number;
        /** @description Only what came before the object with this id, newest first. */
        before?: number;
        /** @description Only what was created after this time. */
        "created[gt]"?: string;
        /** @description Only what was created at this time or later. */
        "created[gte]"?: string;
        /** @description Only what was created before this time. */
        "created[lt]"?: string;
        /** @description Only what was created at this time or earlier. */
        "created[lte]"?: string;
      };
      header?: {
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
        /** @description Any text of yours that is new for each thing to be done. A request sent again with it gets the first answer again, for 24 hours, and nothing happens twice. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description A name of yours for this request; anything else is replaced by one of ours. */
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
