import { cachedProject } from '../../../common/services/projects/cache.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import { onConnection } from '../../../db/sql.ts'
import { createShop, LOOKUP_KEY } from '../../fill/shop.ts'

/** The emails and timers that are changed, and the checkouts that can be paid. */
export const ROWS = { emails: 100, timers: 1_000, checkouts: 5_000 }
/** The payments of each of the last ten days. */
export const PAID_IN_A_DAY = 300

const AMOUNT = 25_000

/** Creates a shop with the rows that all groups use. */
export async function fill(): Promise<Scope> {
  const { projectId } = await createShop()
  const columns = 'project_id, is_test, created_at, updated_at'
  const common = `${projectId}, TRUE, NOW(6), NOW(6)`
  const statements = [
    `INSERT INTO emails (id, ${columns}, kind, cause, recipient, locale, words, status)
     SELECT seq, ${common}, 'receipt', CONCAT('checkout-', seq), 'bat.erdene@example.com', 'mn', '{}', 'sent'
     FROM seq_1_to_${ROWS.emails}`,
    `INSERT INTO timers (id, project_id, kind, queue, subject_id, due_at)
     SELECT seq, ${projectId}, 'payment.ask', 'lifecycle', seq, NOW(6) + INTERVAL 1 DAY FROM seq_1_to_${ROWS.timers}`,
    `INSERT INTO payments (id, ${columns}, payable_type, payable_id, method, status, amount, currency, paid_at)
     SELECT seq, ${common}, 'checkout', 1000000 + seq, 'test', 'paid', ${AMOUNT}, 'MNT',
       NOW(6) - INTERVAL seq * ${Math.round(86_400 / PAID_IN_A_DAY)} SECOND FROM seq_1_to_${10 * PAID_IN_A_DAY}`,
    `INSERT INTO checkouts (id, ${columns}, token, status, mode, currency, amount_subtotal, amount_total,
       client_reference_id, is_guest, expires_at)
     SELECT seq, ${common}, SUBSTR(SHA2(seq, 256), 1, 22), 'open', 'payment', 'MNT', ${AMOUNT}, ${AMOUNT},
       CONCAT('order-2026-', seq), TRUE, NOW(6) + INTERVAL 1 DAY FROM seq_1_to_${ROWS.checkouts}`,
    `INSERT INTO checkout_items (project_id, checkout_id, price_id, product_id, name, lookup_key, quantity, unit_amount,
       amount_subtotal, amount_total)
     SELECT ${projectId}, seq, price.id, price.product_id, 'Milk tea, monthly box', price.lookup_key, 1, ${AMOUNT}, ${AMOUNT},
       ${AMOUNT} FROM seq_1_to_${ROWS.checkouts} JOIN prices price ON price.lookup_key = '${LOOKUP_KEY}'`,
    `INSERT INTO timers (project_id, kind, queue, subject_id, due_at)
     SELECT ${projectId}, 'checkout.expire', 'lifecycle', seq, NOW(6) + INTERVAL 1 DAY FROM seq_1_to_${ROWS.checkouts}`,
    'ANALYZE TABLE emails, timers, payments, checkouts, checkout_items',
  ]
  await onConnection(async (sql) => {
    for (const text of statements) await sql.run(text)
  })
  return { project: (await cachedProject(projectId))!, isTest: true }
}
