// Written by `npm run client` from the description of the API. Do not edit.

import type { CallOptions } from '../call.ts'
import type { List } from '../list.ts'
import type { operations, components } from './api.ts'

/** The objects of the API by their names: `Schemas['Checkout']`. */
export type Schemas = components['schemas']

type Query<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>

/** Every operation of the API. */
export interface Methods {
  /** Create a checkout. Send the customer to the `url` that comes back. It can be paid for two months, unless `expires_at` says otherwise. */
  createCheckout(body: Schemas['CheckoutCreate'], options?: CallOptions): Promise<Schemas['NewCheckout']>
  /** List checkouts */
  listCheckouts(query?: Query<'listCheckouts'>, options?: CallOptions): List<Schemas['CheckoutPage']>
  /** Retrieve a checkout */
  retrieveCheckout(checkout_id: number, options?: CallOptions): Promise<Schemas['Checkout']>
  /** Pay a checkout, in test mode. Does what its customer would do on the page, by the same rules: fills the form in and presses Pay. What is not given stays as the page shows it. Answers the checkout as it then stands: a test payment that is declined leaves it open. */
  payCheckout(
    checkout_id: number,
    body?: Schemas['CheckoutPay'],
    options?: CallOptions,
  ): Promise<Schemas['Checkout']>
  /** Expire a checkout. From now on it cannot be paid. Only an open one can be expired. */
  expireCheckout(checkout_id: number, options?: CallOptions): Promise<Schemas['Checkout']>
  /** Start a trial. A paid subscription starts from a checkout; this is the only one that nobody pays for. */
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
  /** Cancel a subscription. At the end of what is paid for unless you say `immediately`, which cannot be taken back. */
  cancelSubscription(
    subscription_id: number,
    body?: Schemas['SubscriptionCancel'],
    options?: CallOptions,
  ): Promise<Schemas['Subscription']>
  /** Take back a requested cancellation */
  resumeSubscription(subscription_id: number, options?: CallOptions): Promise<Schemas['Subscription']>
  /** Change the plan when the period ends. The next renewal is charged at this price; null takes that back. */
  scheduleChange(
    subscription_id: number,
    body: Schemas['ChangeSchedule'],
    options?: CallOptions,
  ): Promise<Schemas['Subscription']>
  /** Retrieve a timeline. What has happened, and what will if nobody acts, in its order. */
  retrieveTimeline(subscription_id: number, options?: CallOptions): Promise<Schemas['TimelineEntry'][]>
  /** List what a customer may use. Everything that a trial, a paid period or days of grace give access to now; an empty list for somebody whom you have not told us of. */
  listEntitlements(
    query?: Query<'listEntitlements'>,
    options?: CallOptions,
  ): Promise<Schemas['Entitlement'][]>
  /** Open the portal for a customer. Send the customer to the `url` that comes back: it works for 30 minutes and signs the browser in for an hour. */
  createBillingPortalSession(
    body: Schemas['BillingPortalSessionCreate'],
    options?: CallOptions,
  ): Promise<Schemas['BillingPortalSession']>
  /** Open the portal for a customer, by the token alone. Send the customer to the `url` that comes back: it works for 30 minutes and signs the browser in for an hour. The token names the project. */
  createBillingPortalSessionByToken(
    body: Schemas['BillingPortalSessionCreate'],
    options?: CallOptions,
  ): Promise<Schemas['BillingPortalSession']>
  /** List payments */
  listPayments(query?: Query<'listPayments'>, options?: CallOptions): List<Schemas['PaymentPage']>
  /** Retrieve a payment */
  retrievePayment(payment_id: number, options?: CallOptions): Promise<Schemas['Payment']>
  /** Confirm a transfer. The money has arrived, reported or not: what it pays for is complete. Also within 60 days of the end of a transfer that lapsed or was rejected. What can complete nothing any more is `refund_required`. Send each part of a sum with an `Idempotency-Key` of its own: a part is added once per key, also after the answer to it is not kept any more; a repeat answers the payment as it stands. */
  confirmPayment(
    payment_id: number,
    body?: Schemas['PaymentConfirm'],
    options?: CallOptions,
  ): Promise<Schemas['Payment']>
  /** Reject a reported transfer. The money has not arrived: the customer is told, and can pay again. */
  rejectPayment(
    payment_id: number,
    body?: Schemas['PaymentReject'],
    options?: CallOptions,
  ): Promise<Schemas['Payment']>
  /** Refund a payment. Money of a payment is given back. A provider that can is told to: the refund is `pending` until it has, and `failed` with a `failure_message` where it does not. Otherwise, as of a bank transfer, you have sent it by hand, and it is recorded here. The customer is told when it is done. A payment is `refunded` when nothing of it is left. */
  createRefund(
    payment_id: number,
    body?: Schemas['RefundCreate'],
    options?: CallOptions,
  ): Promise<Schemas['Refund']>
  /** List refunds */
  listRefunds(query?: Query<'listRefunds'>, options?: CallOptions): List<Schemas['RefundPage']>
  /** Retrieve a refund */
  retrieveRefund(refund_id: number, options?: CallOptions): Promise<Schemas['Refund']>
  /** Create an invoice. It opens at once, with a number and a page, unless `auto_advance` is false: then it is a draft. Without a `due_date` it is due a day after it opens. */
  createInvoice(body: Schemas['InvoiceCreate'], options?: CallOptions): Promise<Schemas['Invoice']>
  /** List invoices */
  listInvoices(query?: Query<'listInvoices'>, options?: CallOptions): List<Schemas['InvoicePage']>
  /** Retrieve an invoice */
  retrieveInvoice(invoice_id: number, options?: CallOptions): Promise<Schemas['Invoice']>
  /** Delete a draft. An invoice that has been opened cannot be deleted: void it. */
  deleteInvoice(invoice_id: number, options?: CallOptions): Promise<Schemas['Deleted']>
  /** Open a draft. From now on it has a number and a page, and can be paid. */
  finalizeInvoice(invoice_id: number, options?: CallOptions): Promise<Schemas['Invoice']>
  /** Pay an invoice, in test mode. Does what its customer would do on the page, by the same rules. Answers the invoice as it then stands: a test payment that is declined leaves it open. */
  payInvoice(
    invoice_id: number,
    body?: Schemas['InvoicePay'],
    options?: CallOptions,
  ): Promise<Schemas['Invoice']>
  /** Void an open invoice. From now on it cannot be paid; its number stays used. While a reported transfer waits, decide that first. */
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
  /** Create a price. For a product that exists, or with `product_data` for a new one. */
  createPrice(body: Schemas['PriceCreate'], options?: CallOptions): Promise<Schemas['Price']>
  /** List prices */
  listPrices(query?: Query<'listPrices'>, options?: CallOptions): List<Schemas['PricePage']>
  /** Retrieve a price */
  retrievePrice(price_id: number, options?: CallOptions): Promise<Schemas['Price']>
  /** Update a price. What was agreed on never changes: for another amount or interval make a new price, and archive this one. */
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
  /** Update a promotion code. What it takes off never changes: for another discount make a new code, and end this one. */
  updatePromotionCode(
    promotion_code_id: number,
    body?: Schemas['PromotionCodeUpdate'],
    options?: CallOptions,
  ): Promise<Schemas['PromotionCode']>
  /** Create or update a customer. With a `client_reference_id` that exists already, that customer is updated: given fields overwrite, the others stay, and the answer is 200. So you can call it before every checkout. */
  saveCustomer(body: Schemas['CustomerSave'], options?: CallOptions): Promise<Schemas['Customer']>
  /** List customers */
  listCustomers(query?: Query<'listCustomers'>, options?: CallOptions): List<Schemas['CustomerPage']>
  /** Retrieve a customer. `subscriptions` holds those that give access now. */
  retrieveCustomer(customer_id: number, options?: CallOptions): Promise<Schemas['Customer']>
  /** Update a customer */
  updateCustomer(
    customer_id: number,
    body?: Schemas['CustomerUpdate'],
    options?: CallOptions,
  ): Promise<Schemas['Customer']>
  /** Delete a customer. Erases who the customer is: name, email, phone, addresses and answers. The money records stay, without a name on them. Open checkouts expire. */
  deleteCustomer(customer_id: number, options?: CallOptions): Promise<Schemas['Deleted']>
  /** Retrieve a customer by your own reference */
  retrieveCustomerByClientReferenceId(
    client_reference_id: string,
    options?: CallOptions,
  ): Promise<Schemas['Customer']>
  /** Erase a guest. Erases what somebody without a customer has left by an address, as deleting a customer does: email, phone, addresses and answers, in orders, invoices, payments, events and emails. The money records stay. Their open checkouts expire. Of very many orders the rest follows within seconds. Who is registered is not erased by this: delete each customer. */
  eraseGuest(body: Schemas['GuestErase'], options?: CallOptions): Promise<Schemas['Erasure']>
  /** Retrieve the project and its settings */
  retrieveProject(options?: CallOptions): Promise<Schemas['Project']>
  /** Update the project's settings. The settings are the same in test and live mode. */
  updateProject(body?: Schemas['ProjectUpdate'], options?: CallOptions): Promise<Schemas['Project']>
  /** Check how a payment method is set up. Says what is missing in the mode of the token, and asks the method's provider whether it takes payments with what was entered. Nothing is paid. What its provider found good is believed for a minute. */
  checkPaymentMethod(payment_method: string, options?: CallOptions): Promise<Schemas['PaymentMethodCheck']>
  /** Search customers, checkouts, invoices and payments. By what people know them by: email, phone, your references, the reference of a transfer, the numbers of receipts and invoices, and names. References are compared letter by letter, all else without regard to case. At most twenty of each kind are found. */
  searchObjects(query: Query<'searchObjects'>, options?: CallOptions): Promise<Schemas['SearchResult']>
  /** List events. Newest first; with `after`, oldest first. To catch up, ask again with `after` set to `meta.safe_after`: below that id nothing can appear any more. */
  listEvents(query?: Query<'listEvents'>, options?: CallOptions): List<Schemas['EventPage']>
  /** Retrieve an event */
  retrieveEvent(event_id: number, options?: CallOptions): Promise<Schemas['Event']>
  /** Create a webhook endpoint. Keep the `secret`: it is shown whole only here and when it is replaced. There can be 200 in each mode. */
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
  /** Update a webhook endpoint. An inactive one is sent nothing, and what waits for it is canceled; `resend_since` sends what it has missed. */
  updateWebhookEndpoint(
    webhook_endpoint_id: number,
    body?: Schemas['WebhookEndpointUpdate'],
    options?: CallOptions,
  ): Promise<Schemas['WebhookEndpoint']>
  /** Delete a webhook endpoint */
  deleteWebhookEndpoint(webhook_endpoint_id: number, options?: CallOptions): Promise<Schemas['Deleted']>
  /** Replace a webhook endpoint's signing secret. The old one signs beside the new for 24 hours, so that you can change over. Replaced again meanwhile, each of the last four has its own 24 hours. */
  rotateWebhookEndpointSecret(
    webhook_endpoint_id: number,
    options?: CallOptions,
  ): Promise<Schemas['WebhookEndpoint']>
  /** Send a webhook endpoint a test event. To this endpoint alone, whatever types it asks for. */
  testWebhookEndpoint(webhook_endpoint_id: number, options?: CallOptions): Promise<Schemas['Event']>
  /** Rehearse a subscription's life. In test mode only. Twelve events, from the first payment to the end, are signed and sent to this endpoint as any others, those that it asks for. Their objects do not exist: their ids are 900000000000000 or more, and `metadata.rehearsal` names the rehearsal. */
  rehearseWebhookEndpoint(
    webhook_endpoint_id: number,
    body?: Schemas['WebhookEndpointRehearse'],
    options?: CallOptions,
  ): Promise<Schemas['WebhookRehearsal']>
  /** Retrieve a rehearsal. Which deliveries were answered how, and what follows from it. */
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
  /** Send failed webhook deliveries again. Each once, beside its schedule, as if it were resent alone. They leave in batches; many take a while. */
  resendFailedWebhookDeliveries(
    body: Schemas['FailedWebhookDeliveriesResend'],
    options?: CallOptions,
  ): Promise<Schemas['WebhookResend']>
  /** Send a webhook delivery again. The same id and the same bytes once more, whatever became of it before. */
  resendWebhookDelivery(
    webhook_delivery_id: number,
    options?: CallOptions,
  ): Promise<Schemas['WebhookDelivery']>
  /** Create a test clock. Customers created with its id live on it: their checkouts, payments, invoices and subscriptions go by its time. For test tokens only. */
  createTestClock(body: Schemas['TestClockCreate'], options?: CallOptions): Promise<Schemas['TestClock']>
  /** List test clocks */
  listTestClocks(query?: Query<'listTestClocks'>, options?: CallOptions): List<Schemas['TestClockPage']>
  /** Retrieve a test clock */
  retrieveTestClock(test_clock_id: number, options?: CallOptions): Promise<Schemas['TestClock']>
  /** Delete a test clock. Its customers are erased with it. What is open for them ends first: checkouts expire, invoices are void, subscriptions are canceled. */
  deleteTestClock(test_clock_id: number, options?: CallOptions): Promise<Schemas['Deleted']>
  /** Advance a test clock. Every reminder, expiry and end on the way happens in order, each at its own time, with its emails and events. Wait until `status` is `ready` again: what you write for its customers meanwhile happens at the time it then shows. */
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
