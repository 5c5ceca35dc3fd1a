import { Refusal } from '../common/kit/refusal.ts'
import { parseTime } from '../common/kit/time.ts'
import { now } from '../common/runtime/clock.ts'
import { onConnection } from '../db/sql.ts'
import { type Command, UsageError } from './command.ts'
import { projectWithId, readId } from './read-id.ts'
import { readModes } from './read-mode.ts'
import { ReconcileRun } from './reconcile/reconcile-run.ts'
import { reportOf } from './reconcile/report.ts'

export const paymentReconcile: Command = {
  name: 'payment reconcile',
  summary: 'Compare payments with their providers’ records and print the differences',
  options: {
    project: { value: 'ID', help: 'The project', required: true },
    since: {
      value: 'DATE',
      help: 'Payments created or changed since then, such as 2026-01-31',
      required: true,
    },
    mode: { value: 'test|live', help: 'Only payments of this mode' },
    after: { value: 'ID', help: 'Continue after this payment, where an earlier run ended' },
  },
  async run({ options }, screen) {
    const projectId = readId(options.project, 'project')
    const since = readSince(options.since)
    if (options.after !== undefined && options.mode === undefined)
      throw new UsageError(['payment reconcile needs --mode with --after: each mode has its own list.'])
    const after = options.after === undefined ? 0 : readId(options.after, 'payment')
    const project = await onConnection((sql) => projectWithId(sql, projectId))
    const run = new ReconcileRun(screen, screen.stop())
    for (const isTest of readModes(options.mode)) await run.compareAll({ project, isTest }, since, after)
    return reportOf(run)
  },
}

function readSince(text = ''): Date {
  const time = parseTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  if (time && time <= now()) return time
  const sentence = time
    ? '--since must not be in the future: no payment is newer.'
    : '--since must be a date, such as 2026-01-31, or a time with an offset, such as 2026-01-31T09:30:00Z.'
  throw new Refusal({ code: 'validation_failed', path: '--since', params: { sentence } })
}
