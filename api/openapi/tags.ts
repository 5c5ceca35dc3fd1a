/** The chapters of the reference, in their order, by the first word of their paths. */
export const tags: Readonly<Record<string, { name: string; description: string }>> = {
  checkouts: {
    name: 'Checkouts',
    description: 'Create a payment page, send your customer to its `url`, and hear of it by webhook.',
  },
  subscriptions: {
    name: 'Subscriptions',
    description:
      'Access paid for period by period. Nothing is charged automatically: customers are reminded and pay.',
  },
  entitlements: { name: 'Entitlements', description: 'What a customer may use now, in one question.' },
  'billing-portal': {
    name: 'Billing portal',
    description: 'Links under which customers look after their subscriptions, without an account.',
  },
  payments: {
    name: 'Payments',
    description: 'Every attempt to pay. Reported bank transfers wait here for your word.',
  },
  refunds: { name: 'Refunds', description: 'Money given back to customers.' },
  invoices: { name: 'Invoices', description: 'Collect one amount, without products.' },
  products: { name: 'Products', description: 'What you sell.' },
  prices: { name: 'Prices', description: 'What it costs: once, or for every month or year.' },
  'promotion-codes': {
    name: 'Promotion codes',
    description: 'Codes that customers type on the payment page.',
  },
  customers: {
    name: 'Customers',
    description: 'Who buys. Ask here whether somebody has access: `subscriptions` holds what gives it now.',
  },
  erasures: {
    name: 'Erasures',
    description: 'Forget a buyer who is no customer of yours, and is known by an address alone.',
  },
  '': { name: 'Project', description: 'Your settings, the same in both modes.' },
  'payment-methods': {
    name: 'Payment methods',
    description: 'Whether customers can pay by what you have set up with `PATCH` of the project.',
  },
  search: { name: 'Search', description: 'Find what somebody on the phone is talking about.' },
  events: {
    name: 'Events',
    description: 'All that has happened, to catch up on what your endpoints have missed.',
  },
  'webhook-endpoints': { name: 'Webhook endpoints', description: 'Where events are sent.' },
  'webhook-deliveries': {
    name: 'Webhook deliveries',
    description: 'Every event on its way to every endpoint, with each attempt.',
  },
  'test-clocks': {
    name: 'Test clocks',
    description: 'Let a year of billing pass in seconds, in test mode.',
  },
}

/** The chapter of a path such as `/checkouts/:checkout_id`. */
export function tagOf(path: string): string {
  const word = path.split('/')[1] ?? ''
  const tag = tags[word]
  if (!tag) throw new Error(`api/openapi/tags.ts has no chapter for ${path}`)
  return tag.name
}
