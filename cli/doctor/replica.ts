import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '../../common/kit/time.ts'
import { config } from '../../common/runtime/config.ts'
import { identityOf, NOTHING_ARRIVES, replicaFaults } from '../../common/services/replica/faults.ts'
import { deleteProbe, readProbe, steadyTime, writeProbe } from '../../common/services/replica/probe.ts'
import { databaseCause, sentenceFor } from '../../db/errors.ts'
import { probeReplica } from '../../db/replica.ts'
import { onConnection } from '../../db/sql.ts'
import { type Check, check } from './check.ts'

const POLL_EVERY = 50

/** Checks that the server of DATABASE_READ_URL is a replica of the primary, takes no writes, and is nearly up to date. */
export async function checkReplica(): Promise<Check[]> {
  if (config().databaseReadUrl === null) return []
  const primary = await onConnection(identityOf).catch(() => null)
  if (primary === null) return [] // the check of the database says why
  try {
    const faults = await probeReplica((replica) => replicaFaults(primary, replica))
    return [
      check(
        'replica',
        faults.length === 0,
        'Reached, and read-only.',
        faults.map((fault) => `It ${fault}.`).join(' '),
      ),
      await follows(),
    ]
  } catch (error) {
    const message = sentenceFor(error).replace('DATABASE_URL', 'DATABASE_READ_URL')
    return [{ name: 'replica', ok: false, message }]
  }
}

/** Writes a probe on the primary and waits until it arrives on the replica. */
async function follows(): Promise<Check> {
  const id = randomUUID()
  const limit = config().databaseReadMaxLag * SECOND
  await onConnection((sql) => writeProbe(sql, id, steadyTime()))
  const started = performance.now()
  try {
    while (!(await hasArrived(id))) {
      if (performance.now() - started > limit)
        return {
          name: 'replica lag',
          ok: false,
          message: `It ${NOTHING_ARRIVES.sentence}. Or it is more than ${limit / SECOND} s behind.`,
        }
      await pause(POLL_EVERY)
    }
    const took = Math.round(performance.now() - started)
    return { name: 'replica lag', ok: true, message: `A write on the primary arrived after ${took} ms.` }
  } finally {
    await onConnection((sql) => deleteProbe(sql, id))
  }
}

async function hasArrived(id: string): Promise<boolean> {
  try {
    return (await probeReplica((sql) => readProbe(sql, id))) !== null
  } catch (error) {
    if (databaseCause(error) === 'not_migrated') return false
    throw error
  }
}
