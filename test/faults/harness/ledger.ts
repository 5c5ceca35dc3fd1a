import type { Connection, RowDataPacket } from 'mysql2/promise'

/** The rows of the merchant's project, as far as they are compared with the journal. */
export interface Ledger {
  checkouts: { id: number; reference: string | null; amount: number; status: string }[]
  payments: { id: number; checkoutId: number; status: string; amount: number; refunded: number }[]
  refunds: { id: number; paymentId: number; amount: number; status: string }[]
  /** The paid periods of subscriptions. */
  segments: { checkoutId: number; subscriptionId: number }[]
  subscriptions: { id: number; status: string }[]
  events: { id: number; type: string; objectId: number }[]
  deliveries: { eventId: number; status: string }[]
  emails: { id: number; cause: string; status: string }[]
}

const QUERIES: Record<keyof Ledger, string> = {
  checkouts:
    'SELECT id, client_reference_id AS reference, amount_total AS amount, status FROM checkouts WHERE project_id = ?',
  payments: `SELECT id, payable_id AS checkoutId, status, amount, amount_refunded AS refunded FROM payments
    WHERE payable_type = 'checkout' AND project_id = ?`,
  refunds: 'SELECT id, payment_id AS paymentId, amount, status FROM refunds WHERE project_id = ?',
  segments:
    'SELECT checkout_id AS checkoutId, subscription_id AS subscriptionId FROM segments WHERE project_id = ?',
  subscriptions: 'SELECT id, status FROM subscriptions WHERE project_id = ?',
  events: 'SELECT id, type, object_id AS objectId FROM events WHERE project_id = ?',
  deliveries: 'SELECT event_id AS eventId, status FROM webhook_deliveries WHERE project_id = ?',
  emails: 'SELECT id, cause, status FROM emails WHERE project_id = ?',
}

/** Reads all rows of a project. */
export async function readLedger(database: Connection, projectId: number): Promise<Ledger> {
  const read = async (name: keyof Ledger) => {
    const [rows] = await database.query<RowDataPacket[]>(QUERIES[name], [projectId])
    return [name, rows] as const
  }
  const tables = []
  for (const name of Object.keys(QUERIES) as (keyof Ledger)[]) tables.push(await read(name))
  return Object.fromEntries(tables) as unknown as Ledger
}
