import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fillCheckouts } from '../../../../bench/fill/checkouts.ts'
import { run } from '../../../../dev/processes.ts'
import { previousRelease } from '../../../support/previous-release.ts'
import { type FaultCase, STEADY } from '../case.ts'
import { flood } from '../flood.ts'
import { crashPoints } from './crash-points.ts'

const preload = (file: string) => ({ NODE_OPTIONS: `--import ${resolve(file)}` })

/** The errors of the clocks of two web and two worker processes, in minutes. */
const CLOCKS = [5, 0, -5, 5]

/**
 * Ten times the load that two web processes on two cores handle in time: 200 orders per second (docs/scaling.md). The limit
 * of those in flight is six times the number that both processes admit: at a lower one the sender would have to wait for responses.
 */
const FLOOD = { rate: 2_000, seconds: 60, most: 3_000 }

export const processCases: readonly FaultCase[] = [
  {
    name: 'processes-killed',
    about:
      'A random web or worker process is killed (kill -9) every 1 to 2 seconds for 30 s; a supervisor starts it again',
    engine: '',
    load: STEADY,
    async fault({ processes }) {
      for (const end = Date.now() + 30_000; Date.now() < end;) {
        await processes[Math.floor(Math.random() * processes.length)]!.kill()
        await pause(1_000 + Math.random() * 1_000)
      }
    },
    short: { file: 'test/faults/kill.test.ts' },
  },
  {
    name: 'clocks-wrong',
    about:
      'The clocks of two web and two worker processes are wrong by 5 minutes, in both directions, for 20 s of load',
    engine: '',
    load: STEADY,
    settings: {
      env: (index) => ({
        ...preload('test/support/skewed-clock.mjs'),
        CLOCK_WRONG_BY: String(CLOCKS[index]! * 60),
      }),
    },
    fault: () => pause(1_000),
    short: { file: 'test/faults/clock-skew.test.ts' },
  },
  {
    name: 'rolling-restart',
    about: 'Each worker, then each web process, is restarted (SIGTERM) while the others work, twice',
    engine: '',
    load: STEADY,
    neverFails: true,
    async fault(deployment) {
      for (let round = 0; round < 2; round += 1)
        for (const one of [...deployment.workers, ...deployment.webs]) {
          await one.restart()
          await deployment.waitUntilReady()
        }
    },
    short: { file: 'test/faults/graceful-stop.test.ts' },
  },
  {
    name: 'rolling-upgrade',
    about:
      'The previous release runs on 200,000 open checkouts; the database is migrated, then each worker and each web process is restarted with this release',
    engine: '',
    load: STEADY,
    neverFails: true,
    settings: async () => ({ release: (await previousRelease()).folder }),
    async prepare({ database: { url }, shop: { projectId } }) {
      await fillCheckouts(projectId, { count: 200_000, expires: '3000 DAY', url }, () => undefined)
    },
    async fault(deployment) {
      const { env, webs, workers } = deployment
      await run('node', ['dist/db/migrate.js'], { env })
      for (const one of [...workers, ...webs]) {
        await one.restart({ release: resolve('.') })
        await deployment.waitUntilReady()
      }
    },
    short: { file: 'test/releases/previous.test.ts' },
  },
  {
    name: 'overload',
    about: `For a minute ${FLOOD.rate} further orders are sent per second, ten times what the service handles in time, without waiting for responses`,
    engine: '',
    load: STEADY,
    async fault({ shop }, journal) {
      const { sent, skipped, created, refused, failed } = await flood(shop, journal, FLOOD)
      if (refused === 0) throw new Error('No order was refused')
      return `${sent} sent: ${created} created, ${refused} refused with 503, ${failed} without a response; ${skipped} not sent, since ${FLOOD.most} waited for a response`
    },
    short: { file: 'test/api/load-shedding.test.ts' },
  },
  crashPoints('web', 300_000),
  crashPoints('worker', 300_000),
]
