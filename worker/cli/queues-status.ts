import { Queue } from 'bullmq'
import { later, MINUTE } from '../../common/kit/time.ts'
import { now } from '../../common/runtime/clock.ts'
import { producer, QUEUE_PREFIX, queueNames } from '../../common/runtime/queues.ts'
import { read } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { Command } from './command.ts'
import { dueTables } from './due-tables.ts'
import { redisReady } from './operate.ts'
import { columns } from './print.ts'

/** A row this late, in milliseconds, has been missed by its wake-up and by the scanner. */
const OVERDUE = 2.5 * MINUTE

export const queuesStatus: Command = {
  name: 'queues status',
  summary: 'Count the jobs in Redis, and what is due in the database',
  async run() {
    const queues = (await redisReady(2_000)) ? await Promise.all(queueNames.map(jobsOf)) : null
    const due = await read((sql) => Promise.all(dueTables.map(({ name, where }) => rowsOf(sql, name, where))))
    const jobs = queues
      ? columns([
          ['QUEUE', 'WAITING', 'ACTIVE', 'DELAYED', 'FAILED'],
          ...queues.map((queue) => Object.values(queue).map(String)),
        ])
      : 'Redis cannot be reached; nothing is lost, and rows are woken once it is back.'
    const rows = columns([
      ['ROWS', 'LATER', 'DUE', 'OVERDUE'],
      ...due.map((row) => Object.values(row).map(String)),
    ])
    return { json: { queues, due }, text: `${jobs}\n\n${rows}` }
  },
}

async function jobsOf(name: string) {
  const queue = new Queue(name, { connection: producer(), prefix: QUEUE_PREFIX, skipVersionCheck: true })
  const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed')
  const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts
  return { name, waiting: waiting + prioritized, active, delayed, failed }
}

/** How many rows wait for their time, are due, and have been due for too long. */
async function rowsOf(sql: Sql, name: string, where: string) {
  const at = now()
  const row = await sql.row<{ later: string; due: string; overdue: string }>(
    `SELECT COUNT(CASE WHEN due_at > ? THEN 1 END) AS later, COUNT(CASE WHEN due_at <= ? THEN 1 END) AS due,
       COUNT(CASE WHEN due_at <= ? THEN 1 END) AS overdue FROM ${name} WHERE ${where}`,
    [at, at, later(at, -OVERDUE)],
  )
  return { name, later: Number(row?.later), due: Number(row?.due), overdue: Number(row?.overdue) }
}
