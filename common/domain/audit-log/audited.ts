/** The kinds of objects whose changes are in the audit log. */
export const AUDITED_OBJECTS = [
  'checkout',
  'payment',
  'refund',
  'subscription',
  'customer',
  'product',
  'price',
  'promotion_code',
  'invoice',
  'payment_link',
  'webhook_endpoint',
  'test_clock',
  'erasure',
  'project',
  'token',
  'member',
] as const

export type AuditedObject = (typeof AUDITED_OBJECTS)[number]

/** How a row names its project, its mode and its object. */
export interface AuditedTable {
  object: AuditedObject
  /** The columns, as SQL. A project and its members exist once for both modes: they count as live. */
  project: string
  isTest: string
  id: string
}

function ofMode(object: AuditedObject, isTest = 'is_test'): AuditedTable {
  return { object, project: 'project_id', isTest, id: 'id' }
}

/** The tables of these objects. A change of another table belongs to one of them, or is a note of our own. */
export const AUDITED_TABLES: Readonly<Record<string, AuditedTable>> = {
  checkouts: ofMode('checkout'),
  payments: ofMode('payment'),
  refunds: ofMode('refund'),
  subscriptions: ofMode('subscription'),
  customers: ofMode('customer'),
  products: ofMode('product'),
  prices: ofMode('price'),
  promotion_codes: ofMode('promotion_code'),
  invoices: ofMode('invoice'),
  payment_links: ofMode('payment_link'),
  webhook_endpoints: ofMode('webhook_endpoint'),
  test_clocks: ofMode('test_clock', 'TRUE'),
  erasures: ofMode('erasure'),
  api_tokens: ofMode('token'),
  projects: { object: 'project', project: 'id', isTest: 'FALSE', id: 'id' },
  member_projects: { object: 'member', project: 'project_id', isTest: 'FALSE', id: 'member_id' },
}

/** Returns whether an object exists once for both modes, so that its entries count as live. */
export function isInBothModes(object: AuditedObject): boolean {
  return Object.values(AUDITED_TABLES).some((table) => table.object === object && table.isTest === 'FALSE')
}
