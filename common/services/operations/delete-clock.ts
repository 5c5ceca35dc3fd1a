import { Op } from 'sequelize'
import { erasedColumns } from '../../../db/define-table.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import type { DeletedObject } from '../../kit/deleted.ts'
import { iso } from '../../kit/time.ts'
import { now } from '../../runtime/clock.ts'
import { customersTable } from '../customers/customers-table.ts'
import { eraseCustomerTraces } from '../erasures/begin.ts'
import { eraseShown } from '../erasures/of-customer.ts'
import type { Project, Scope } from '../projects/project.ts'
import { setTime } from '../test-clocks/enter-clock.ts'
import { lockClock } from '../test-clocks/find.ts'
import { TestClock } from '../test-clocks/test-clocks-table.ts'
import { clearTimer, setTimersNow } from '../timers/set.ts'
import { endOpen } from './end-open.ts'

/**
 * Deletes a clock, even while it advances, and erases its customers. From now on they do not exist for the API, and
 * nothing can be written about them. Their open checkouts, invoices and subscriptions end at the clock's time, with
 * events: a few at once, the rest by a timer.
 */
export async function deleteClock(tx: ModelTx, scope: Scope, id: number): Promise<DeletedObject> {
  const deletedAt = iso(tx.now)
  const clock = await lockClock(tx, scope, id)
  setTime(tx, id, clock.frozenTime)
  await clock.update(
    { deletedAt: now(), status: 'ready', targetTime: null, updatedAt: tx.now },
    { transaction: tx.transaction },
  )
  await clearTimer(tx, 'clock.advance', { id, projectId: scope.project.id })
  await clearTimer(tx, 'clock.digest', { id, projectId: scope.project.id })
  await tx.sql.write(
    `UPDATE customers JOIN checkouts ON checkouts.customer_id = customers.id SET checkouts.closed_by = 'clock'
     WHERE customers.project_id = ? AND customers.test_clock_id = ? AND checkouts.status IN ('open', 'pending')
       AND (checkouts.closed_by IS NULL OR (checkouts.status = 'pending' AND checkouts.closed_by = 'merchant'))`,
    [scope.project.id, id],
  )
  const erased = Object.entries({ ...erasedColumns(customersTable), deleted_at: tx.now, updated_at: tx.now })
  await tx.sql.write(
    `UPDATE customers SET ${erased.map(([column]) => `${column} = ?`).join(', ')}
     WHERE project_id = ? AND test_clock_id = ? AND deleted_at IS NULL`,
    [...erased.map(([, value]) => value), scope.project.id, id],
  )
  await continueDeletion(tx, scope, clock, 0)
  return { id, deleted_at: deletedAt }
}

/** Continues the deletion of a clock when its timer is due. */
export async function stepClockDeletion(tx: ModelTx, project: Project, id: number): Promise<void> {
  const where = { projectId: project.id, id, deletedAt: { [Op.not]: null } }
  const clock = await TestClock.findOne({ where, lock: true, transaction: tx.transaction })
  if (!clock) return clearTimer(tx, 'clock.delete', { id, projectId: project.id })
  setTime(tx, id, clock.frozenTime)
  await continueDeletion(tx, { project, isTest: true }, clock, clock.deletedThrough)
}

/** The work of one transaction, counted in ended objects. Erasing a customer's data counts as several. */
const AT_ONCE = 40
const ERASING = 8

/** Processes the clock's customers in order, starting where the previous step stopped. */
async function continueDeletion(tx: ModelTx, scope: Scope, clock: TestClock, from: number): Promise<void> {
  const { id, projectId } = clock
  let through = from
  for (let left = AT_ONCE; left > 0; left -= ERASING) {
    const customer = await tx.sql.row<{ id: number }>(
      'SELECT id FROM customers WHERE project_id = ? AND test_clock_id = ? AND id > ? ORDER BY id LIMIT 1 FOR UPDATE',
      [projectId, id, through],
    )
    if (!customer) return end(tx, clock)
    left -= await endOpen(tx, scope, customer.id, left)
    if (left <= 0) break // this customer may have more
    await eraseShown(tx, customer.id)
    await eraseCustomerTraces(tx, scope, customer.id)
    through = customer.id
  }
  await clock.update({ deletedThrough: through }, { transaction: tx.transaction })
  await setTimersNow(tx, 'clock.delete', [{ id, projectId }])
}

async function end(tx: ModelTx, clock: TestClock): Promise<void> {
  const { id, projectId } = clock
  await tx.sql.write('DELETE FROM timers WHERE test_clock_id = ?', [id])
  await clearTimer(tx, 'clock.delete', clock)
  await TestClock.destroy({ where: { projectId, id }, transaction: tx.transaction })
}
