import { setTimeout as pause } from 'node:timers/promises'
import { closeQueues } from '../common/runtime/queues.ts'
import { closeSmtp } from '../common/runtime/smtp.ts'
import { closeDatabase } from '../db/connection.ts'
import { run } from './run.ts'

/** A server that does not answer any more must not keep a finished command waiting, in milliseconds. */
const CLOSE_WITHIN = 2_000

// Standard output is the answer's alone; troubles that matter come back as errors.
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
