/** The chapters of the reference, in order, by the first segment of their paths. */
export const tags: Readonly<Record<string, { name: string; description: string }>> = {
  checkouts: {
    name: 'Checkouts',
    description: 'Create a payment page, send your customer to its `url`, and get a webhook when it is paid.',
  },
  'payment-links': {
    name: 'Payment links',
    description:
      'Permanent addresses to print or to post: each customer gets their own checkout. You need no server.',
  },
  subscriptions: {
    name: 'Subscriptions',
    description:
      'Access that customers pay for period by period. Nothing is charged automatically: customers get a reminder and pay.',
  },
  'trial-links': {
    name: 'Trial links',
    description: 'Pages on which customers start a free trial themselves.',
  },
  entitlements: {
    name: 'Entitlements',
    description: 'The products that a customer may use now, in one request.',
  },
  'billing-portal': {
    name: 'Billing portal',
    description: 'Links for customers to manage their subscriptions, without an account.',
  },
  payments: {
    name: 'Payments',
    description: 'Every attempt to pay. Confirm or reject the payments that wait for your decision here.',
  },
  refunds: { name: 'Refunds', description: 'Money returned to customers.' },
  invoices: { name: 'Invoices', description: 'Collect one amount, without products.' },
  products: { name: 'Products', description: 'The things that you sell.' },
  prices: {
    name: 'Prices',
    description: 'The amounts that products cost: once, or for every month or year.',
  },
  'promotion-codes': {
    name: 'Promotion codes',
    description: 'Codes that customers type on the payment page.',
  },
  customers: {
    name: 'Customers',
    description: 'The people who buy. `subscriptions` lists the subscriptions that give access now.',
  },
  erasures: {
    name: 'Erasures',
    description: 'Erase a buyer who is not a registered customer, by email address.',
  },
  '': { name: 'Project', description: 'Your settings, the same in both modes.' },
  'payment-methods': {
    name: 'Payment methods',
    description: 'Check the payment methods that you have set up with `PATCH` of the project.',
  },
  search: {
    name: 'Search',
    description: 'Find customers, orders and payments by email, phone, reference or name.',
  },
  events: {
    name: 'Events',
    description:
      'Everything that has happened. Use the list to catch up on events that your endpoints missed.',
  },
  'audit-log': { name: 'Audit log', description: 'Who changed what, when and from where.' },
  'webhook-endpoints': { name: 'Webhook endpoints', description: 'The addresses that events are sent to.' },
  'webhook-deliveries': {
    name: 'Webhook deliveries',
    description: 'The delivery of each event to each endpoint, with every attempt.',
  },
  'test-clocks': {
    name: 'Test clocks',
    description: 'Simulate a year of billing in seconds, in test mode.',
  },
}

/** Words of paths that belong to the project itself. */
const PARTS_OF_PROJECT = ['logo']

/** Returns the chapter of a path such as `/checkouts/:checkout_id`. */
export function tagOf(path: string): string {
  const word = path.split('/')[1] ?? ''
  const tag = tags[PARTS_OF_PROJECT.includes(word) ? '' : word]
  if (!tag) throw new Error(`The path ${path} has no chapter: add "${word}" to tags in api/openapi/tags.ts.`)
  return tag.name
}
