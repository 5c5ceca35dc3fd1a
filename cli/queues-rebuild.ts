import { queueNames } from '../common/domain/jobs/catalog.ts'
import { deleteFormerQueues, deleteJobs } from '../common/runtime/queues.ts'
import type { Command } from './command.ts'
import { redisReady } from './operate.ts'
import { columns } from './print.ts'

/** Milliseconds that the command waits for Redis. */
const REDIS_WITHIN = 3_000

export const queuesRebuild: Command = {
  name: 'queues rebuild',
  summary: 'Delete the jobs in Redis; workers find all due rows in the database within seconds',
  async run() {
    if (!(await redisReady(REDIS_WITHIN))) return { json: { deleted: null }, text: UNREACHABLE, failed: true }
    const deleted: { name: string; jobs: number }[] = []
    for (const name of queueNames) deleted.push({ name, jobs: await deleteJobs(name) })
    await deleteFormerQueues()
    const rows = columns(deleted.map(({ name, jobs }) => [name, `${jobs}`]))
    return { json: { deleted }, text: `Deleted jobs; their rows stay due in the database:\n${rows}` }
  },
}

const UNREACHABLE = 'Redis cannot be reached, so no job was deleted. Check REDIS_URL. No data is lost.'
