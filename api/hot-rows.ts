import { Refusal } from '../common/kit/refusal.ts'
import { NoSlot, Slots } from '../common/kit/slots.ts'
import { config } from '../common/runtime/config.ts'
import { timeLeft } from '../common/runtime/deadline.ts'
import type { Scope } from '../common/services/projects/project.ts'

/** The most concurrent changes to one checkout or customer. More would only wait for each other's locks. */
const CHANGES_AT_ONCE = 2

let slots: Slots | undefined

/** Creates the slots. Half of the request capacity stays free for requests that wait for no row. */
function rowSlots(): Slots {
  const { maxConcurrentRequests } = config()
  const waitingPerOwner = Math.ceil(maxConcurrentRequests / 2)
  return (slots ??= new Slots({ perKey: CHANGES_AT_ONCE, waitingPerOwner }))
}

/**
 * Runs a change to a row, such as `checkout_id 17`, while at most one other change to it runs. Further ones wait here and
 * not for a lock, because a lock wait holds a connection. Throws `NoSlot` after waiting `within` milliseconds.
 */
export function changeRow<Result>(
  { project }: Pick<Scope, 'project'>,
  row: string,
  within: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return rowSlots().run(project.id, `${project.id} ${row}`, within, work)
}

/** Runs a change as `changeRow` does. Refuses with 503 if the row is not free before the request must be answered. */
export async function changeRowInTime<Result>(
  scope: Scope,
  row: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await changeRow(scope, row, Math.max(0, timeLeft() - ANSWER_TAKES), work)
  } catch (error) {
    throw error instanceof NoSlot ? new Refusal({ code: 'unavailable' }) : error
  }
}

/** Milliseconds reserved for sending the answer. */
const ANSWER_TAKES = 200

/** Returns the row that an API request changes: the object in its path, or else its customer. */
export function rowOf(params: object, body: unknown): string | null {
  const [inPath] = Object.entries(params)
  if (inPath) return inPath.join(' ')
  const { customer_id: customer } = (body ?? {}) as { customer_id?: unknown }
  return typeof customer === 'number' || typeof customer === 'string' ? `customer_id ${customer}` : null
}
