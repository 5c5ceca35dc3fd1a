// Written by `npm run client` from the description of the API. Do not edit.

import type { CallOptions } from '../call.ts'
import type { List } from '../list.ts'
import type { operations, components } from './api.ts'

/** The objects of the API by their names: `Schemas['Checkout']`. */
export type Schemas = components['schemas']

type Query<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>

/** Every operation of the API. */
export interface Methods {
  /** Create a checkout. Send the customer to the returned `url`. The checkout can be paid for two months, or until `expires_at`. */
  createCheckout(body: Schemas['CheckoutCreate'], options?: CallOptions): Promise<Schemas['NewCheckout']>
  /** List checkouts */
  listCheckouts(query?: Query<'listCheckouts'>, options?: CallOptions): List<Schemas['CheckoutPage']>
  /** Retrieve a checkout */
  retrieveCheckout(checkout_id: number, options?: CallOptions): Promise<Schemas['Checkout']>
  /** Pay a checkout, in test mode. Fills in the form and presses Pay, as the customer would on the page, by the same rules. Fields that you do not send keep the values of the page. Returns the updated checkout. A declined test payment leaves it open. */
  payCheckout(
    checkout_id: number,
    body?: Schemas['CheckoutPay'],
    options?: CallOptions,
  ): Promise<Schemas['Checkout']>
  /** Expire a checkout. The checkout can no longer be paid. Only an open checkout can be expired. */
  expireCheckout(checkout_id: number, options?: CallOptions): Promise<Schemas['Checkout']>
  /** Start a trial. Starts a subscription without payment. A paid subscription starts with a checkout. */
  createSubscription(
    body: Schemas['SubscriptionCreate'],
    options?: CallOptions,
  ): Promise<Schemas['Subscription']>
  /** List subscriptions */
  listSubscriptions(
    query?: Query<'listSubscriptions'>,
    options?: CallOptions,
  ): List<Schemas['SubscriptionPage']>
  /** Retrieve a subscription */
  retrieveSubscription(subscription_id: number, options?: CallOptions): Promise<Schemas['Subscription']>
  /** Update a subscription */
  updateSubscription(
    subscription_id: number,
    body?: Schemas['SubscriptionUpdate'],
    options?: CallOptions,
  ): Promise<Schemas['Subscription']>
  /** Cancel a subscription. Cancels at the end of the paid time, or now with `immediately`, which cannot be undone. */
  cancelSubscription(
    subscription_id: number,
    body?: Schemas['SubscriptionCancel'],
    options?: CallOptions,
  ): Promise<Schemas['Subscription']>
  /** Withdraw a requested cancellation */
  resumeSubscription(subscription_id: number, options?: CallOptions): Promise<Schemas['Subscription']>
  /** Change the plan when the period ends. Sets the price of the next renewal; null withdraws the change. Refused while a cancellation is pending. */
  scheduleChange(
    subscription_id: number,
    body: Schemas['ChangeSchedule'],
    options?: CallOptions,
  ): Promise<Schemas['Subscription']>
  /** Retrieve a timeline. Returns past events and expected future ones, in order. */
  retrieveTimeline(subscription_id: number, options?: CallOptions): Promise<Schemas['TimelineEntry'][]>
  /** List what a customer may use. Returns everything that a trial, a paid period or a grace period gives access to now. The list is empty for an unknown customer. */
  listEntitlements(
    query?: Query<'listEntitlements'>,
    options?: CallOptions,
  ): Promise<Schemas['Entitlement'][]>
  /** Open the portal for a customer. Send the customer to the returned `url`. It works for 30 minutes and signs the browser in for an hour. */
  createBillingPortalSession(
    body: Schemas['BillingPortalSessionCreate'],
    options?: CallOptions,
  ): Promise<Schemas['BillingPortalSession']>
  /** Open the portal for a customer, without the project in the path. Send the customer to the returned `url`. It works for 30 minutes and signs the browser in for an hour. The token selects the project. */
  createBillingPortalSessionByToken(
    body: Schemas['BillingPortalSessionCreate'],
    options?: CallOptions,
  ): Promise<Schemas['BillingPortalSession']>
  /** List payments */
  listPayments(query?: Query<'listPayments'>, options?: CallOptions): List<Schemas['PaymentPage']>
  /** Retrieve a payment */
  retrievePayment(payment_id: number, options?: CallOptions): Promise<Schemas['Payment']>
  /** Confirm a transfer. Records that the money has arrived, reported or not, and completes the order. A transfer that lapsed or was rejected can be confirmed for 60 days. If the order can no longer be completed, the payment becomes `refund_required`. Send each partial amount with its own `Idempotency-Key`. It is added once per key, even after the stored answer has expired; then a repeated request returns the current payment. */
  confirmPayment(
    payment_id: number,
    body?: Schemas['PaymentConfirm'],
    options?: CallOptions,
  ): Promise<Schemas['Payment']>
  /** Reject a reported transfer. Records that the money has not arrived. The customer gets an email, and can pay again. */
  rejectPayment(
    payment_id: number,
    body?: Schemas['PaymentReject'],
    options?: CallOptions,
  ): Promise<Schemas['Payment']>
  /** Refund a payment. Returns money of a payment to the customer. If the provider can refund, it does: the refund is `pending` until then, and `failed` with a `failure_message` if it fails. For other methods, such as a bank transfer, send the money by hand and record it here. The customer gets an email when it is done. The payment is `refunded` when all of it was returned. A refund lowers the credit for the subscription time that the payment bought. Fully refunded time that has not begun is removed. */
  createRefund(
    payment_id: number,
    body?: Schemas['RefundCreate'],
    options?: CallOptions,
  ): Promise<Schemas['Refund']>
  /** List refunds */
  listRefunds(query?: Query<'listRefunds'>, options?: CallOptions): List<Schemas['RefundPage']>
  /** Retrieve a refund */
  retrieveRefund(refund_id: number, options?: CallOptions): Promise<Schemas['Refund']>
  /** Create an invoice. The invoice opens at once, with a number and a page. If `auto_advance` is false, it stays a draft. Without a `due_date` it is due a day after it opens. */
  createInvoice(body: Schemas['InvoiceCreate'], options?: CallOptions): Promise<Schemas['Invoice']>
  /** List invoices */
  listInvoices(query?: Query<'listInvoices'>, options?: CallOptions): List<Schemas['InvoicePage']>
  /** Retrieve an invoice */
  retrieveInvoice(invoice_id: number, options?: CallOptions): Promise<Schemas['Invoice']>
  /** Delete a draft. An invoice that was opened cannot be deleted. Void it instead. */
  deleteInvoice(invoice_id: number, options?: CallOptions): Promise<Schemas['Deleted']>
  /** Open a draft. The invoice gets a number and a page, and can be paid. */
  finalizeInvoice(invoice_id: number, options?: CallOptions): Promise<Schemas['Invoice']>
  /** Pay an invoice, in test mode. Pays as the customer would on the page, by the same rules. Returns the updated invoice. A declined test payment leaves it open. */
  payInvoice(
    invoice_id: number,
    body?: Schemas['InvoicePay'],
    options?: CallOptions,
  ): Promise<Schemas['Invoice']>
  /** Void an open invoice. The invoice can no longer be paid. Its number is not reused. Confirm or reject a reported transfer first. */
  voidInvoice(invoice_id: number, options?: CallOptions): Promise<Schemas['Invoice']>
  /** Create a product */
  createProduct(body: Schemas['ProductCreate'], options?: CallOptions): Promise<Schemas['Product']>
  /** List products */
  listProducts(query?: Query<'listProducts'>, options?: CallOptions): List<Schemas['ProductPage']>
  /** Retrieve a product */
  retrieveProduct(product_id: number, options?: CallOptions): Promise<Schemas['Product']>
  /** Update a product. A product is never deleted; archive it with `active: false`. */
  updateProduct(
    product_id: number,
    body?: Schemas['ProductUpdate'],
    options?: CallOptions,
  ): Promise<Schemas['Product']>
  /** Create a price. Creates a price for an existing product, or for a new one from `product_data`. */
  createPrice(body: Schemas['PriceCreate'], options?: CallOptions): Promise<Schemas['Price']>
  /** List prices */
  listPrices(query?: Query<'listPrices'>, options?: CallOptions): List<Schemas['PricePage']>
  /** Retrieve a price */
  retrievePrice(price_id: number, options?: CallOptions): Promise<Schemas['Price']>
  /** Update a price. The amount and the interval never change. Create a new price instead, and archive this one. */
  updatePrice(
    price_id: number,
    body?: Schemas['PriceUpdate'],
    options?: CallOptions,
  ): Promise<Schemas['Price']>
  /** Create a promotion code */
  createPromotionCode(
    body: Schemas['PromotionCodeCreate'],
    options?: CallOptions,
  ): Promise<Schemas['PromotionCode']>
  /** List promotion codes */
  listPromotionCodes(
    query?: Query<'listPromotionCodes'>,
    options?: CallOptions,
  ): List<Schemas['PromotionCodePage']>
  /** Retrieve a promotion code */
  retrievePromotionCode(promotion_code_id: number, options?: CallOptions): Promise<Schemas['PromotionCode']>
  /** Update a promotion code. The discount never changes. Create a new code instead, and deactivate this one. */
  updatePromotionCode(
    promotion_code_id: number,
    body?: Schemas['PromotionCodeUpdate'],
    options?: CallOptions,
  ): Promise<Schemas['PromotionCode']>
  /** Create or update a customer. If a customer with this `client_reference_id` exists, it is updated with the fields that you send, and the status is 200. So you can call this before every checkout. */
  saveCustomer(body: Schemas['CustomerSave'], options?: CallOptions): Promise<Schemas['Customer']>
  /** List customers */
  listCustomers(query?: Query<'listCustomers'>, options?: CallOptions): List<Schemas['CustomerPage']>
  /** Retrieve a customer. `subscriptions` lists those that give access now. */
  retrieveCustomer(customer_id: number, options?: CallOptions): Promise<Schemas['Customer']>
  /** Update a customer */
  updateCustomer(
    customer_id: number,
    body?: Schemas['CustomerUpdate'],
    options?: CallOptions,
  ): Promise<Schemas['Customer']>
  /** Delete a customer. Erases the personal data of the customer: name, email, phone, addresses and answers. Records of money are kept without the name. Open checkouts expire. */
  deleteCustomer(customer_id: number, options?: CallOptions): Promise<Schemas['Deleted']>
  /** Retrieve a customer by your own reference */
  retrieveCustomerByClientReferenceId(
    client_reference_id: string,
    options?: CallOptions,
  ): Promise<Schemas['Customer']>
  /** Erase a guest. Erases the personal data of a guest with this email address: email, phone, addresses and answers, in orders, invoices, payments, events and emails. Records of money are kept. Open checkouts of the guest expire. If there are very many orders, the last ones are erased within seconds. Registered customers are not erased: delete each of them. */
  eraseGuest(body: Schemas['GuestErase'], options?: CallOptions): Promise<Schemas['Erasure']>
  /** Retrieve the project and its settings */
  retrieveProject(options?: CallOptions): Promise<Schemas['Project']>
  /** Update the project's settings. The settings are the same in test and live mode. */
  updateProject(body?: Schemas['ProjectUpdate'], options?: CallOptions): Promise<Schemas['Project']>
  /** Check how a payment method is set up. Returns the missing settings in the mode of the token, and asks the method's provider whether it accepts payments with these settings. Nothing is paid. A successful answer of the provider is cached for a minute. */
  checkPaymentMethod(payment_method: string, options?: CallOptions): Promise<Schemas['PaymentMethodCheck']>
  /** Search customers, checkouts, invoices and payments. Searches emails, phone numbers, your references, transfer references, receipt and invoice numbers, and names. References are case-sensitive; everything else is not. Returns at most twenty objects of each kind. */
  searchObjects(query: Query<'searchObjects'>, options?: CallOptions): Promise<Schemas['SearchResult']>
  /** List events. Newest first; with `after`, oldest first. To catch up, request again with `after` set to `meta.safe_after`. No new event can appear up to that id. */
  listEvents(query?: Query<'listEvents'>, options?: CallOptions): List<Schemas['EventPage']>
  /** Retrieve an event */
  retrieveEvent(event_id: number, options?: CallOptions): Promise<Schemas['Event']>
  /** Create a webhook endpoint. Store the `secret`: it is shown in full only here and when it is replaced. Each mode can have 200 endpoints. */
  createWebhookEndpoint(
    body: Schemas['WebhookEndpointCreate'],
    options?: CallOptions,
  ): Promise<Schemas['WebhookEndpoint']>
  /** List webhook endpoints */
  listWebhookEndpoints(
    query?: Query<'listWebhookEndpoints'>,
    options?: CallOptions,
  ): List<Schemas['WebhookEndpointPage']>
  /** Retrieve a webhook endpoint */
  retrieveWebhookEndpoint(
    webhook_endpoint_id: number,
    options?: CallOptions,
  ): Promise<Schemas['WebhookEndpoint']>
  /** Update a webhook endpoint. Deactivating an endpoint cancels its pending deliveries. `resend_since` sends the events that it missed. */
  updateWebhookEndpoint(
    webhook_endpoint_id: number,
    body?: Schemas['WebhookEndpointUpdate'],
    options?: CallOptions,
  ): Promise<Schemas['WebhookEndpoint']>
  /** Delete a webhook endpoint */
  deleteWebhookEndpoint(webhook_endpoint_id: number, options?: CallOptions): Promise<Schemas['Deleted']>
  /** Replace a webhook endpoint's signing secret. Deliveries carry signatures of the old and the new secret for 24 hours, so that you can switch. If you replace it again, each of the last four secrets has its own 24 hours. */
  rotateWebhookEndpointSecret(
    webhook_endpoint_id: number,
    options?: CallOptions,
  ): Promise<Schemas['WebhookEndpoint']>
  /** Send a webhook endpoint a test event. Sends the event to this endpoint only, whatever its `events` are. */
  testWebhookEndpoint(webhook_endpoint_id: number, options?: CallOptions): Promise<Schemas['Event']>
  /** Rehearse a subscription's life. In test mode only. Signs and sends twelve events, from the first payment to the end, to this endpoint, filtered by its `events`. Their objects do not exist: their ids are 900000000000000 or more, and `metadata.rehearsal` names the rehearsal. */
  rehearseWebhookEndpoint(
    webhook_endpoint_id: number,
    body?: Schemas['WebhookEndpointRehearse'],
    options?: CallOptions,
  ): Promise<Schemas['WebhookRehearsal']>
  /** Retrieve a rehearsal. Returns the answer to each delivery and the conclusions. */
  retrieveWebhookRehearsal(
    webhook_endpoint_id: number,
    rehearsal_id: number,
    options?: CallOptions,
  ): Promise<Schemas['WebhookRehearsal']>
  /** List webhook deliveries */
  listWebhookDeliveries(
    query?: Query<'listWebhookDeliveries'>,
    options?: CallOptions,
  ): List<Schemas['WebhookDeliveryPage']>
  /** Retrieve a webhook delivery */
  retrieveWebhookDelivery(
    webhook_delivery_id: number,
    options?: CallOptions,
  ): Promise<Schemas['WebhookDelivery']>
  /** Send failed webhook deliveries again. Sends each delivery once, in addition to its schedule. They are sent in batches, so many take a while. */
  resendFailedWebhookDeliveries(
    body: Schemas['FailedWebhookDeliveriesResend'],
    options?: CallOptions,
  ): Promise<Schemas['WebhookResend']>
  /** Send a webhook delivery again. Sends the same id and the same bytes again, whatever the status. */
  resendWebhookDelivery(
    webhook_delivery_id: number,
    options?: CallOptions,
  ): Promise<Schemas['WebhookDelivery']>
  /** Create a test clock. The checkouts, payments, invoices and subscriptions of customers created with its id use its time. For test tokens only. */
  createTestClock(body: Schemas['TestClockCreate'], options?: CallOptions): Promise<Schemas['TestClock']>
  /** List test clocks */
  listTestClocks(query?: Query<'listTestClocks'>, options?: CallOptions): List<Schemas['TestClockPage']>
  /** Retrieve a test clock */
  retrieveTestClock(test_clock_id: number, options?: CallOptions): Promise<Schemas['TestClock']>
  /** Delete a test clock. Deletes the clock and erases its customers. First their open checkouts expire, invoices become void and subscriptions are canceled. */
  deleteTestClock(test_clock_id: number, options?: CallOptions): Promise<Schemas['Deleted']>
  /** Advance a test clock. All reminders, expiries and ends up to that time happen in order, each at its own time, with its emails and events. Wait until `status` is `ready` again: changes for its customers in the meantime happen at the time that the clock shows then. */
  advanceTestClock(
    test_clock_id: number,
    body: Schemas['TestClockAdvance'],
    options?: CallOptions,
  ): Promise<Schemas['TestClock']>
}

export const methods = {
  createCheckout: {
    method: 'post',
    path: '/v1/projects/{project_id}/checkouts',
    takes: 'body',
    answers: 'data',
  },
  listCheckouts: {
    method: 'get',
    path: '/v1/projects/{project_id}/checkouts',
    takes: 'query',
    answers: 'list',
  },
  retrieveCheckout: {
    method: 'get',
    path: '/v1/projects/{project_id}/checkouts/{checkout_id}',
    takes: undefined,
    answers: 'data',
  },
  payCheckout: {
    method: 'post',
    path: '/v1/projects/{project_id}/checkouts/{checkout_id}/pay',
    takes: 'body',
    answers: 'data',
  },
  expireCheckout: {
    method: 'post',
    path: '/v1/projects/{project_id}/checkouts/{checkout_id}/expire',
    takes: undefined,
    answers: 'data',
  },
  createSubscription: {
    method: 'post',
    path: '/v1/projects/{project_id}/subscriptions',
    takes: 'body',
    answers: 'data',
  },
  listSubscriptions: {
    method: 'get',
    path: '/v1/projects/{project_id}/subscriptions',
    takes: 'query',
    answers: 'list',
  },
  retrieveSubscription: {
    method: 'get',
    path: '/v1/projects/{project_id}/subscriptions/{subscription_id}',
    takes: undefined,
    answers: 'data',
  },
  updateSubscription: {
    method: 'patch',
    path: '/v1/projects/{project_id}/subscriptions/{subscription_id}',
    takes: 'body',
    answers: 'data',
  },
  cancelSubscription: {
    method: 'post',
    path: '/v1/projects/{project_id}/subscriptions/{subscription_id}/cancel',
    takes: 'body',
    answers: 'data',
  },
  resumeSubscription: {
    method: 'post',
    path: '/v1/projects/{project_id}/subscriptions/{subscription_id}/resume',
    takes: undefined,
    answers: 'data',
  },
  scheduleChange: {
    method: 'post',
    path: '/v1/projects/{project_id}/subscriptions/{subscription_id}/schedule-change',
    takes: 'body',
    answers: 'data',
  },
  retrieveTimeline: {
    method: 'get',
    path: '/v1/projects/{project_id}/subscriptions/{subscription_id}/timeline',
    takes: undefined,
    answers: 'data',
  },
  listEntitlements: {
    method: 'get',
    path: '/v1/projects/{project_id}/entitlements',
    takes: 'query',
    answers: 'data',
  },
  createBillingPortalSession: {
    method: 'post',
    path: '/v1/projects/{project_id}/billing-portal/sessions',
    takes: 'body',
    answers: 'data',
  },
  createBillingPortalSessionByToken: {
    method: 'post',
    path: '/v1/billing-portal/sessions',
    takes: 'body',
    answers: 'data',
  },
  listPayments: {
    method: 'get',
    path: '/v1/projects/{project_id}/payments',
    takes: 'query',
    answers: 'list',
  },
  retrievePayment: {
    method: 'get',
    path: '/v1/projects/{project_id}/payments/{payment_id}',
    takes: undefined,
    answers: 'data',
  },
  confirmPayment: {
    method: 'post',
    path: '/v1/projects/{project_id}/payments/{payment_id}/confirm',
    takes: 'body',
    answers: 'data',
  },
  rejectPayment: {
    method: 'post',
    path: '/v1/projects/{project_id}/payments/{payment_id}/reject',
    takes: 'body',
    answers: 'data',
  },
  createRefund: {
    method: 'post',
    path: '/v1/projects/{project_id}/payments/{payment_id}/refunds',
    takes: 'body',
    answers: 'data',
  },
  listRefunds: { method: 'get', path: '/v1/projects/{project_id}/refunds', takes: 'query', answers: 'list' },
  retrieveRefund: {
    method: 'get',
    path: '/v1/projects/{project_id}/refunds/{refund_id}',
    takes: undefined,
    answers: 'data',
  },
  createInvoice: {
    method: 'post',
    path: '/v1/projects/{project_id}/invoices',
    takes: 'body',
    answers: 'data',
  },
  listInvoices: {
    method: 'get',
    path: '/v1/projects/{project_id}/invoices',
    takes: 'query',
    answers: 'list',
  },
  retrieveInvoice: {
    method: 'get',
    path: '/v1/projects/{project_id}/invoices/{invoice_id}',
    takes: undefined,
    answers: 'data',
  },
  deleteInvoice: {
    method: 'delete',
    path: '/v1/projects/{project_id}/invoices/{invoice_id}',
    takes: undefined,
    answers: 'data',
  },
  finalizeInvoice: {
    method: 'post',
    path: '/v1/projects/{project_id}/invoices/{invoice_id}/finalize',
    takes: undefined,
    answers: 'data',
  },
  payInvoice: {
    method: 'post',
    path: '/v1/projects/{project_id}/invoices/{invoice_id}/pay',
    takes: 'body',
    answers: 'data',
  },
  voidInvoice: {
    method: 'post',
    path: '/v1/projects/{project_id}/invoices/{invoice_id}/void',
    takes: undefined,
    answers: 'data',
  },
  createProduct: {
    method: 'post',
    path: '/v1/projects/{project_id}/products',
    takes: 'body',
    answers: 'data',
  },
  listProducts: {
    method: 'get',
    path: '/v1/projects/{project_id}/products',
    takes: 'query',
    answers: 'list',
  },
  retrieveProduct: {
    method: 'get',
    path: '/v1/projects/{project_id}/products/{product_id}',
    takes: undefined,
    answers: 'data',
  },
  updateProduct: {
    method: 'patch',
    path: '/v1/projects/{project_id}/products/{product_id}',
    takes: 'body',
    answers: 'data',
  },
  createPrice: { method: 'post', path: '/v1/projects/{project_id}/prices', takes: 'body', answers: 'data' },
  listPrices: { method: 'get', path: '/v1/projects/{project_id}/prices', takes: 'query', answers: 'list' },
  retrievePrice: {
    method: 'get',
    path: '/v1/projects/{project_id}/prices/{price_id}',
    takes: undefined,
    answers: 'data',
  },
  updatePrice: {
    method: 'patch',
    path: '/v1/projects/{project_id}/prices/{price_id}',
    takes: 'body',
    answers: 'data',
  },
  createPromotionCode: {
    method: 'post',
    path: '/v1/projects/{project_id}/promotion-codes',
    takes: 'body',
    answers: 'data',
  },
  listPromotionCodes: {
    method: 'get',
    path: '/v1/projects/{project_id}/promotion-codes',
    takes: 'query',
    answers: 'list',
  },
  retrievePromotionCode: {
    method: 'get',
    path: '/v1/projects/{project_id}/promotion-codes/{promotion_code_id}',
    takes: undefined,
    answers: 'data',
  },
  updatePromotionCode: {
    method: 'patch',
    path: '/v1/projects/{project_id}/promotion-codes/{promotion_code_id}',
    takes: 'body',
    answers: 'data',
  },
  saveCustomer: {
    method: 'post',
    path: '/v1/projects/{project_id}/customers',
    takes: 'body',
    answers: 'data',
  },
  listCustomers: {
    method: 'get',
    path: '/v1/projects/{project_id}/customers',
    takes: 'query',
    answers: 'list',
  },
  retrieveCustomer: {
    method: 'get',
    path: '/v1/projects/{project_id}/customers/{customer_id}',
    takes: undefined,
    answers: 'data',
  },
  updateCustomer: {
    method: 'patch',
    path: '/v1/projects/{project_id}/customers/{customer_id}',
    takes: 'body',
    answers: 'data',
  },
  deleteCustomer: {
    method: 'delete',
    path: '/v1/projects/{project_id}/customers/{customer_id}',
    takes: undefined,
    answers: 'data',
  },
  retrieveCustomerByClientReferenceId: {
    method: 'get',
    path: '/v1/projects/{project_id}/customers/by-client-reference-id/{client_reference_id}',
    takes: undefined,
    answers: 'data',
  },
  eraseGuest: { method: 'post', path: '/v1/projects/{project_id}/erasures', takes: 'body', answers: 'data' },
  retrieveProject: { method: 'get', path: '/v1/projects/{project_id}', takes: undefined, answers: 'data' },
  updateProject: { method: 'patch', path: '/v1/projects/{project_id}', takes: 'body', answers: 'data' },
  checkPaymentMethod: {
    method: 'post',
    path: '/v1/projects/{project_id}/payment-methods/{payment_method}/check',
    takes: undefined,
    answers: 'data',
  },
  searchObjects: { method: 'get', path: '/v1/projects/{project_id}/search', takes: 'query', answers: 'data' },
  listEvents: { method: 'get', path: '/v1/projects/{project_id}/events', takes: 'query', answers: 'list' },
  retrieveEvent: {
    method: 'get',
    path: '/v1/projects/{project_id}/events/{event_id}',
    takes: undefined,
    answers: 'data',
  },
  createWebhookEndpoint: {
    method: 'post',
    path: '/v1/projects/{project_id}/webhook-endpoints',
    takes: 'body',
    answers: 'data',
  },
  listWebhookEndpoints: {
    method: 'get',
    path: '/v1/projects/{project_id}/webhook-endpoints',
    takes: 'query',
    answers: 'list',
  },
  retrieveWebhookEndpoint: {
    method: 'get',
    path: '/v1/projects/{project_id}/webhook-endpoints/{webhook_endpoint_id}',
    takes: undefined,
    answers: 'data',
  },
  updateWebhookEndpoint: {
    method: 'patch',
    path: '/v1/projects/{project_id}/webhook-endpoints/{webhook_endpoint_id}',
    takes: 'body',
    answers: 'data',
  },
  deleteWebhookEndpoint: {
    method: 'delete',
    path: '/v1/projects/{project_id}/webhook-endpoints/{webhook_endpoint_id}',
    takes: undefined,
    answers: 'data',
  },
  rotateWebhookEndpointSecret: {
    method: 'post',
    path: '/v1/projects/{project_id}/webhook-endpoints/{webhook_endpoint_id}/rotate-secret',
    takes: undefined,
    answers: 'data',
  },
  testWebhookEndpoint: {
    method: 'post',
    path: '/v1/projects/{project_id}/webhook-endpoints/{webhook_endpoint_id}/test',
    takes: undefined,
    answers: 'data',
  },
  rehearseWebhookEndpoint: {
    method: 'post',
    path: '/v1/projects/{project_id}/webhook-endpoints/{webhook_endpoint_id}/rehearse',
    takes: 'body',
    answers: 'data',
  },
  retrieveWebhookRehearsal: {
    method: 'get',
    path: '/v1/projects/{project_id}/webhook-endpoints/{webhook_endpoint_id}/rehearsals/{rehearsal_id}',
    takes: undefined,
    answers: 'data',
  },
  listWebhookDeliveries: {
    method: 'get',
    path: '/v1/projects/{project_id}/webhook-deliveries',
    takes: 'query',
    answers: 'list',
  },
  retrieveWebhookDelivery: {
    method: 'get',
    path: '/v1/projects/{project_id}/webhook-deliveries/{webhook_delivery_id}',
    takes: undefined,
    answers: 'data',
  },
  resendFailedWebhookDeliveries: {
    method: 'post',
    path: '/v1/projects/{project_id}/webhook-deliveries/resend',
    takes: 'body',
    answers: 'data',
  },
  resendWebhookDelivery: {
    method: 'post',
    path: '/v1/projects/{project_id}/webhook-deliveries/{webhook_delivery_id}/resend',
    takes: undefined,
    answers: 'data',
  },
  createTestClock: {
    method: 'post',
    path: '/v1/projects/{project_id}/test-clocks',
    takes: 'body',
    answers: 'data',
  },
  listTestClocks: {
    method: 'get',
    path: '/v1/projects/{project_id}/test-clocks',
    takes: 'query',
    answers: 'list',
  },
  retrieveTestClock: {
    method: 'get',
    path: '/v1/projects/{project_id}/test-clocks/{test_clock_id}',
    takes: undefined,
    answers: 'data',
  },
  deleteTestClock: {
    method: 'delete',
    path: '/v1/projects/{project_id}/test-clocks/{test_clock_id}',
    takes: undefined,
    answers: 'data',
  },
  advanceTestClock: {
    method: 'post',
    path: '/v1/projects/{project_id}/test-clocks/{test_clock_id}/advance',
    takes: 'body',
    answers: 'data',
  },
} as const
