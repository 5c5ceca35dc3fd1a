import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CAUSE_SENTENCES, databaseCause } from '../../../db/errors.ts'
import { leaveReplica, probeReplica, useReplica, usesReplica } from '../../../db/replica.ts'
import { besideTransactions } from '../../../db/sql.ts'
import { SECOND } from '../../kit/time.ts'
import { config } from '../../runtime/config.ts'
import { log, messageOf, trace } from '../../runtime/log.ts'
import { gauge } from '../../runtime/metrics.ts'
import { identityOf, NOTHING_ARRIVES, replicaFaults } from './faults.ts'
import { isNearEnough, lagOf } from './lag.ts'
import { deleteOldProbes, deleteProbe, readProbe, steadyTime, writeProbe } from './probe.ts'

const EVERY = SECOND
/** Milliseconds for a server to answer a probe. */
const ANSWERS_WITHIN = 2 * SECOND

/** Why reads use the primary. A change of the kind is logged. */
interface Reason {
  kind: string
  /** Completes "The replica …". */
  sentence: string
}

/**
 * Checks every second whether the replica can be used, and how far it is behind: it writes a probe on the primary and reads on
 * the replica which one has arrived. Returns a function that stops it. Does nothing without DATABASE_READ_URL.
 */
export function watchReplica(): () => Promise<void> {
  const { databaseReadUrl: url } = config()
  const watch = url === null ? null : new ReplicaWatch(new URL(url).host)
  measure(watch)
  if (!watch) return async () => undefined
  const stopping = new AbortController()
  const loop = watch.run(stopping.signal)
  return async () => {
    stopping.abort()
    await loop
  }
}

/** Adds the metrics of the replica, which have no value without one. */
function measure(watch: ReplicaWatch | null): void {
  const values = async (value: number | null) =>
    watch === null || value === null ? [] : [{ labels: { server: watch.server }, value }]
  gauge(
    'tolbor_replica_lag_seconds',
    'Seconds by which the replica is behind the primary, as this process measures them; 0 for less than one',
    ['server'],
    () => values(watch?.lag ?? null),
  )
  gauge(
    'tolbor_replica_used',
    '1 if lists, search and exports use the replica, 0 if the primary',
    ['server'],
    () => values(Number(usesReplica())),
  )
}

class ReplicaWatch {
  /** Host and port of the replica. */
  readonly server: string
  readonly #id = randomUUID()
  readonly #startedAt = steadyTime()
  #writtenAt: Date | null = null
  #arrivedAt: Date | null = null
  #lag: number | null = null
  /** The kind of the last reason; null while the replica is used, undefined at the start. */
  #kind: string | null | undefined
  #isCompared = false

  constructor(server: string) {
    this.server = server
  }

  /** Seconds by which the replica was behind when it was last asked; null if that is unknown. */
  get lag(): number | null {
    return this.#lag
  }

  async run(signal: AbortSignal): Promise<void> {
    await onPrimary((sql) => deleteOldProbes(sql, steadyTime())).catch(ignore)
    while (!signal.aborted) {
      await Promise.all([this.#check(), this.#write()])
      await pause(EVERY, undefined, { signal, ref: false }).catch(() => undefined)
    }
    leaveReplica({ isLost: false })
    await onPrimary((sql) => deleteProbe(sql, this.#id)).catch(ignore)
  }

  /** If the primary takes no write, nothing is missing on the replica. */
  async #write(): Promise<void> {
    const writtenAt = steadyTime()
    await onPrimary((sql) => writeProbe(sql, this.#id, writtenAt)).then(() => {
      this.#writtenAt = writtenAt
    }, ignore)
  }

  async #check(): Promise<void> {
    const writtenAt = this.#writtenAt
    try {
      this.#arrivedAt = (await atReplica((sql) => readProbe(sql, this.#id))) ?? this.#arrivedAt
      await this.#compare()
      this.#lag = lagOf({ writtenAt, arrivedAt: this.#arrivedAt }, steadyTime())
      this.#decide(this.#lag)
    } catch (error) {
      this.#lag = null
      this.#leave(reasonOf(error), { isLost: true })
    }
  }

  #decide(lag: number | null): void {
    const limit = config().databaseReadMaxLag
    if (lag === null) {
      const isLate = (steadyTime().getTime() - this.#startedAt.getTime()) / SECOND > limit
      if (isLate && this.#writtenAt) this.#leave(NOTHING_ARRIVES, { isLost: false })
    } else if (isNearEnough(lag, limit, usesReplica())) this.#use(lag)
    else this.#leave(behind(lag, limit), { isLost: false })
  }

  #use(lag: number): void {
    useReplica()
    if (this.#kind !== null) log().info({ lag }, 'the replica is used for lists, search and exports')
    this.#kind = null
  }

  #leave({ kind, sentence }: Reason, how: { isLost: boolean }): void {
    leaveReplica(how)
    if (this.#kind !== kind) log().warn(`the replica ${sentence}. Lists, search and exports use the primary`)
    this.#kind = kind
  }

  /** Logs once what is wrong with a server that answers, whether it is used or not. */
  async #compare(): Promise<void> {
    if (this.#isCompared) return
    const faults = await onPrimary(identityOf)
      .then((primary) => atReplica((replica) => replicaFaults(primary, replica)))
      .catch(() => null) // tried again in a second
    this.#isCompared = faults !== null
    for (const fault of faults ?? []) log().warn(`the replica ${fault}`)
  }
}

function inTime<Result>(work: () => Promise<Result>): Promise<Result> {
  return trace.run({ answerBy: performance.now() + ANSWERS_WITHIN }, work)
}

const onPrimary: typeof besideTransactions = (work) => inTime(() => besideTransactions(work))
const atReplica: typeof probeReplica = (work) => inTime(() => probeReplica(work))

function behind(lag: number, limit: number): Reason {
  return {
    kind: 'behind',
    sentence: `is ${Math.round(lag)} s behind the primary, more than DATABASE_READ_MAX_LAG (${limit})`,
  }
}

/** Returns why a probe could not be read. Without its table, the server never had the data of this release. */
function reasonOf(error: unknown): Reason {
  const cause = databaseCause(error)
  if (cause === null) return { kind: 'error', sentence: `cannot be asked: ${messageOf(error)}` }
  if (cause === 'not_migrated') return NOTHING_ARRIVES
  if (cause === 'pool') return { kind: cause, sentence: `did not answer within ${ANSWERS_WITHIN / SECOND} s` }
  return { kind: cause, sentence: CAUSE_SENTENCES[cause].replace('DATABASE_URL', 'DATABASE_READ_URL') }
}

/** The log already has the trouble of the primary. */
function ignore(error: unknown): void {
  log().debug({ error: messageOf(error) }, 'a probe of the replica was not written')
}
