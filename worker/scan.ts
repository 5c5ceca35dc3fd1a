import { setTimeout as pause } from 'node:timers/promises'
import { type QueueName, queues, type Turn } from '../common/domain/jobs/catalog.ts'
import { SECOND } from '../common/kit/time.ts'
import { now } from '../common/runtime/clock.ts'
import { config } from '../common/runtime/config.ts'
import { log } from '../common/runtime/log.ts'
import { addMissingTurns, addTurns, probeRedis, untilConnected } from '../common/runtime/queues.ts'
import type { DueTable, DueTurn } from '../common/services/due-rows/due-table.ts'
import { dueTables } from '../common/services/due-rows/tables.ts'
import { logUnknownKind } from '../common/services/releases/unknown-kinds.ts'
import { logTrouble } from '../db/log-trouble.ts'
import { onConnection } from '../db/sql.ts'
import { sources } from './sources.ts'
import { takeTurn } from './take-turn.ts'

/** Milliseconds that a new process waits for Redis before it treats Redis as down. */
const CONNECT_WITHIN = 2 * SECOND
/** Interval of scans in milliseconds: the longest delay after a lost wake-up. */
const EVERY = SECOND
/** Interval while Redis refuses jobs and this process runs the turns itself. */
const EVERY_ALONE = 50
/** Milliseconds after which a row that stays first in its turn counts as not being processed. */
const STUCK_AFTER = 3 * SECOND

/**
 * Starts the scanner. Every second it adds turns with due rows to their queues: for rows due beyond the
 * horizon, after lost wake-ups and after Redis lost its data. If Redis refuses jobs, or rows are not
 * processed, the scanner runs the turns itself. Runs in every worker, without a leader: a turn added
 * twice waits only once, and rows are locked. Returns a function that stops it.
 */
export function startScanning(): () => Promise<void> {
  const stopping = new AbortController()
  const loops = dueTables.map((table) => loop(table, stopping.signal))
  return async () => {
    stopping.abort()
    await Promise.all(loops)
    await Promise.all(Array.from(running.values(), ({ work }) => work))
  }
}

/** Milliseconds without a successful scan of a table after which this process counts as not scanning. */
const SCANNED_WITHIN = 30 * SECOND

/** When each table was last scanned, in milliseconds of `performance.now()`. */
const scannedAt = new Map<string, number>()

/** Returns whether this process has recently looked for the due rows of every table. */
export function isScanning(): boolean {
  const since = performance.now() - SCANNED_WITHIN
  return dueTables.every(({ name }) => (scannedAt.get(name) ?? -Infinity) > since)
}

async function loop(table: DueTable, signal: AbortSignal): Promise<void> {
  const stuck = new StuckTurns()
  await untilConnected(CONNECT_WITHIN)
  let unknownCheckedAt = -Infinity
  while (!signal.aborted) {
    const alone = await scan(table, stuck)
    if (performance.now() - unknownCheckedAt > UNKNOWN_EVERY) {
      await logUnknown(table)
      unknownCheckedAt = performance.now()
    }
    const interval = alone ? EVERY_ALONE : EVERY * (0.8 + Math.random() * 0.4)
    await pause(interval, undefined, { signal }).catch(() => undefined)
  }
}

/** Scans a table once. Returns whether it found turns that Redis refused. */
async function scan({ name, findTurns }: DueTable, stuck: StuckTurns): Promise<boolean> {
  try {
    const turns = await onConnection((sql) => findTurns(sql, now()))
    scannedAt.set(name, performance.now())
    if (turns.length === 0) {
      await probeRedis()
      return false
    }
    const added = await addMissingTurns(turns)
    const own = added ? await stuck.among(turns) : turns
    if (added) await addTurns(own) // replaces jobs that were lost while their deduplication key remained
    runHere(shuffled(own))
    return !added
  } catch (error) {
    if (!logTrouble(error)) log().warn({ table: name, error: String(error) }, 'a scan failed; it is retried')
    return false
  }
}

/** Interval of checks for rows of unknown kinds, in milliseconds. */
const UNKNOWN_EVERY = 5 * SECOND

/** Logs rows of kinds that this release does not know, with the release that does. They stay due. */
async function logUnknown({ name, findUnknownKinds }: DueTable): Promise<void> {
  if (!findUnknownKinds) return
  try {
    await onConnection(async (sql) => {
      for (const kind of await findUnknownKinds(sql, now())) await logUnknownKind(sql, name as 'timers', kind)
    })
  } catch (error) {
    log().debug({ table: name, error: String(error) }, 'unknown kinds could not be read; retried in 5 s')
  }
}

/** Number of late turns that are watched, the latest first. */
const WATCHED = 100

/** Finds turns whose first row has stayed the first for some time. */
class StuckTurns {
  /** First row of each late turn, and when this process first saw it there. */
  #first = new Map<string, { id: number; seen: number }>()

  async among(turns: readonly DueTurn[]): Promise<Turn[]> {
    const time = performance.now()
    const late = turns
      .filter(({ since }) => now().getTime() - since.getTime() > STUCK_AFTER)
      .sort((one, other) => one.since.getTime() - other.since.getTime())
      .slice(0, WATCHED)
    const first = new Map<string, { id: number; seen: number }>()
    for (const turn of late) {
      const [row] = await onConnection((sql) => sources[turn.queue].find(sql, turn, now(), 1))
      if (!row) continue
      const known = this.#first.get(keyOf(turn))
      first.set(keyOf(turn), known?.id === row.id ? known : { id: row.id, seen: time })
    }
    this.#first = first
    return late.filter((turn) => {
      const seen = first.get(keyOf(turn))?.seen
      return seen !== undefined && time - seen > STUCK_AFTER
    })
  }
}

const running = new Map<string, { queue: QueueName; work: Promise<unknown> }>()

/** Runs turns in this process, except those already running. Starts no more per queue than it has slots. */
function runHere(turns: readonly Turn[]): void {
  const taken = new Map<QueueName, number>()
  for (const { queue } of running.values()) taken.set(queue, (taken.get(queue) ?? 0) + 1)
  for (const turn of turns) {
    const { queue } = turn
    const key = keyOf(turn)
    const count = taken.get(queue) ?? 0
    if (running.has(key) || count >= queues[queue].slots * config().workerConcurrency) continue
    taken.set(queue, count + 1)
    const work = takeTurn(turn).finally(() => running.delete(key))
    running.set(key, { queue, work })
  }
}

function keyOf({ queue, group, lane }: Turn): string {
  return `${queue} ${group} ${lane}`
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item)
}
