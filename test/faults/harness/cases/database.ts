import { setTimeout as pause } from 'node:timers/promises'
import { type FaultCase, STEADY } from '../case.ts'

const hanging = { file: 'test/faults/hanging.test.ts', title: 'returns 503 within 10 s while MySQL hangs' }

export const databaseCases: readonly FaultCase[] = [
  {
    name: 'database-stopped',
    about: 'MariaDB is stopped for 20 s, and starts again',
    engine: '',
    load: STEADY,
    async fault(deployment) {
      await deployment.database.stop()
      await pause(20_000)
      await deployment.startDatabase()
    },
    short: hanging,
  },
  {
    name: 'database-killed',
    about: 'MariaDB is killed (kill -9), and starts again at once',
    engine: '',
    load: STEADY,
    async fault(deployment) {
      const [server] = deployment.database.members
      process.kill(server!.pid, 'SIGKILL')
      await server!.ended
      await deployment.startDatabase()
    },
    short: hanging,
  },
]
