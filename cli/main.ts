import { setTimeout as pause } from 'node:timers/promises'
import { closeQueues } from '../common/runtime/queues.ts'
import { closeSmtp } from '../common/runtime/smtp.ts'
import { closeDatabase } from '../db/connection.ts'
import { run } from './run.ts'

/** Milliseconds to close connections: an unresponsive server must not keep a finished command running. */
const CLOSE_WITHIN = 2_000

// Only the result goes to standard output; relevant failures are returned as errors.
process.env.LOG_LEVEL = 'silent'

const { code, stdout, stderr } = await run(process.argv.slice(2))
process.stdout.write(stdout)
process.stderr.write(stderr)
closeSmtp()
await Promise.race([
  Promise.allSettled([closeQueues(), closeDatabase()]),
  pause(CLOSE_WITHIN, undefined, { ref: false }),
])
process.exit(code)
