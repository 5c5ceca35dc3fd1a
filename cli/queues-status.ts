import { Queue } from 'bullmq'
import { overdueBy } from '../common/due-rows/overdue.ts'
import { dueTables } from '../common/due-rows/tables.ts'
import { now } from '../common/runtime/clock.ts'
import { producer, QUEUE_PREFIX, queueNames } from '../common/runtime/queues.ts'
import { onConnection, type Sql } from '../db/sql.ts'
import type { Command } from './command.ts'
import { redisReady } from './operate.ts'
import { columns } from './print.ts'

export const queuesStatus: Command = {
  name: 'queues status',
  summary: 'Count the jobs in Redis, and what is due in the database',
  async run() {
    const queues = (await redisReady(2_000)) ? await Promise.all(queueNames.map(jobsOf)) : null
    const due = await onConnection((sql) =>
      Promise.all(dueTables.map(({ name, waiting }) => rowsOf(sql, name, waiting))),
    )
    const jobs = queues
      ? columns([
          ['QUEUE', 'WAITING', 'ACTIVE', 'DELAYED'],
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
  const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed')
  const { waiting = 0, prioritized = 0, active = 0, delayed = 0 } = counts
  return { name, waiting: waiting + prioritized, active, delayed }
}

/** How many rows wait for their time, are due, and have been due for too long. */
async function rowsOf(sql: Sql, name: string, waiting: string) {
  const at = now()
  const row = await sql.row<{ later: string; due: string; overdue: string }>(
    `SELECT COUNT(CASE WHEN due_at > ? THEN 1 END) AS later, COUNT(CASE WHEN due_at <= ? THEN 1 END) AS due,
       COUNT(CASE WHEN due_at <= ? THEN 1 END) AS overdue FROM ${name} WHERE ${waiting}`,
    [at, at, overdueBy(at)],
  )
  return { name, later: Number(row?.later), due: Number(row?.due), overdue: Number(row?.overdue) }
}
