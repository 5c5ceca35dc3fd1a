import { Refusal } from '../common/kit/refusal.ts'
import { NoSlot, Slots } from '../common/kit/slots.ts'
import { SECOND } from '../common/kit/time.ts'

/** Files in the memory of this process at the same time. */
const FILES_AT_ONCE = 4
/** Files of one project that wait. Further ones are refused at once. */
const MOST_WAITING = 4
/** Time that a file waits for others, in milliseconds. */
const WAIT = 2 * SECOND

const ofProject = new Slots({ perKey: 1, waitingPerOwner: MOST_WAITING })
const ofProcess = new Slots({ perKey: FILES_AT_ONCE, waitingPerOwner: 1 })

/**
 * Reads and works on a file while this process works on no other file of the project, and on few files of others: files
 * are large and take seconds. Refuses with 503 if it would have to wait for long.
 */
export async function oneFileAtATime<Result>(
  projectId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await ofProject.run(projectId, String(projectId), WAIT, () =>
      ofProcess.run(projectId, 'all', WAIT, work),
    )
  } catch (error) {
    throw error instanceof NoSlot ? new Refusal({ code: 'overloaded' }) : error
  }
}
