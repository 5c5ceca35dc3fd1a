import { type QueueName, queueNames } from '../common/domain/jobs/catalog.ts'
import { now } from '../common/runtime/clock.ts'
import { openQueue } from '../common/runtime/queues.ts'
import { overdueBy } from '../common/services/due-rows/overdue.ts'
import { dueTables } from '../common/services/due-rows/tables.ts'
import { onConnection, type Sql } from '../db/sql.ts'
import type { Command } from './command.ts'
import { redisReady } from './operate.ts'
import { columns } from './print.ts'

export const queuesStatus: Command = {
  name: 'queues status',
  summary: 'Count the jobs in Redis and the due rows in the database',
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
      : 'Redis cannot be reached; no data is lost, and workers scan the database meanwhile.'
    const rows = columns([
      ['ROWS', 'LATER', 'DUE', 'OVERDUE'],
      ...due.map((row) => Object.values(row).map(String)),
    ])
    return { json: { queues, due }, text: `${jobs}\n\n${rows}` }
  },
}

async function jobsOf(name: QueueName) {
  const counts = await openQueue(name).getJobCounts('waiting', 'prioritized', 'active', 'delayed')
  const { waiting = 0, prioritized = 0, active = 0, delayed = 0 } = counts
  return { name, waiting: waiting + prioritized, active, delayed }
}

/** Counts the rows of a table that are due later, due now and overdue. */
async function rowsOf(sql: Sql, name: string, waiting: string) {
  const at = now()
  const row = await sql.row<{ later: string; due: string; overdue: string }>(
    `SELECT COUNT(CASE WHEN due_at > ? THEN 1 END) AS later, COUNT(CASE WHEN due_at <= ? THEN 1 END) AS due,
       COUNT(CASE WHEN due_at <= ? THEN 1 END) AS overdue FROM ${name} WHERE ${waiting}`,
    [at, at, overdueBy(at)],
  )
  return { name, later: Number(row?.later), due: Number(row?.due), overdue: Number(row?.overdue) }
}
