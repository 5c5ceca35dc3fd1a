import { setTimeout as pause } from 'node:timers/promises'
import { type FaultCase, STEADY } from '../case.ts'

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
    short: { file: 'test/faults/kill.test.ts', title: 'committed before it was killed' },
  },
  {
    name: 'clocks-wrong',
    about:
      'The clocks of two web and two worker processes are wrong by 5 minutes, in both directions, for 20 s of load',
    engine: '',
    load: STEADY,
    settings: { clocks: [5 * 60_000, 0, -5 * 60_000, 5 * 60_000] },
    fault: () => pause(1_000),
    short: { file: 'test/faults/clock-skew.test.ts', title: 'sends each email and each event once' },
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
    short: { file: 'test/faults/graceful-stop.test.ts', title: 'responds to kept-alive clients under load' },
  },
]
