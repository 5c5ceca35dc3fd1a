import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ResultSetHeader, RowDataPacket } from 'mysql2/promise'
import { fillCheckouts } from '../../../../bench/fill/checkouts.ts'
import { seedEnding } from '../../../../bench/fill/subscriptions.ts'
import { type FaultCase, STEADY } from '../case.ts'
import type { Deployment, Settings } from '../deployment.ts'

/** A fault ends when no process has reached a new point for this long, in milliseconds. */
const QUIET = 20_000

/**
 * Returns a case in which the processes of one kind are killed at each point of their transactions, for `longest`
 * milliseconds at most. The points are in `.data/faults/points-web` or `-worker` afterwards, one in each file.
 */
export function crashPoints(kind: 'web' | 'worker', longest: number): FaultCase {
  const { env, fault } = killAtPoints(kind, longest)
  return {
    name: `crash-points-${kind}`,
    about: `The ${kind} processes are killed (kill -9) once at each point of their transactions and wake-ups: before a call to the database or Redis, and after it was sent`,
    engine: '',
    load: STEADY,
    settings: { env },
    async prepare(deployment) {
      await addExpired(deployment, 2_000)
      await addEnding(deployment, 300, new Date())
    },
    fault,
    short: { file: 'test/faults/harness.test.ts' },
  }
}

/** Adds checkouts that have expired, since workers end them too. */
export async function addExpired({ shop, database: { url } }: Deployment, count: number): Promise<void> {
  await fillCheckouts(shop.projectId, { count, expires: '1 DAY', url }, () => undefined)
}

/** Adds subscriptions whose period ends at this time. The first `count` checkouts, which clients have not made, count as their orders. */
export async function addEnding(deployment: Deployment, count: number, endsAt: Date): Promise<void> {
  const database = await deployment.connect()
  const run = async (text: string, values: readonly unknown[]) =>
    (await database.query<ResultSetHeader>(text, [...values]))[0]
  const [[row]] = await database.query<RowDataPacket[]>('SELECT @@auto_increment_increment AS step')
  await seedEnding(run, deployment.shop.projectId, count, endsAt, undefined, Number(row!.step))
  await database.end()
}

/** The variables of a deployment's processes, and the fault that kills the web or worker processes at each point, for `longest` milliseconds at most. */
export function killAtPoints(
  kind: 'web' | 'worker',
  longest: number,
): { env: NonNullable<Settings['env']>; fault: () => Promise<string> } {
  const done = resolve(`.data/faults/points-${kind}`)
  const folder = `${done}-${process.pid}`
  return {
    env: (index) =>
      index < 2 === (kind === 'web')
        ? {
            NODE_OPTIONS: `--import ${resolve('test/faults/harness/crash-points.mjs')}`,
            CRASH_POINTS: folder,
          }
        : {},
    async fault() {
      mkdirSync(folder, { recursive: true })
      const count = () => readdirSync(folder).length
      let last = { at: Date.now(), points: 0 }
      for (const end = Date.now() + longest; Date.now() < end; await pause(100)) {
        const points = count()
        if (points > last.points) last = { at: Date.now(), points }
        else if (Date.now() - last.at > QUIET) break
      }
      rmSync(done, { recursive: true, force: true })
      renameSync(folder, done)
      if (last.points === 0) throw new Error('No process was killed')
      return `${last.points} points`
    },
  }
}
