import { Refusal } from '../common/kit/refusal.ts'
import { parseTime } from '../common/kit/time.ts'
import { onConnection } from '../db/sql.ts'
import { type Command, Misuse } from './command.ts'
import { projectWithId, readId } from './read-id.ts'
import { readModes } from './read-mode.ts'
import { Look } from './reconcile/look.ts'
import { reportOf } from './reconcile/report.ts'

export const paymentReconcile: Command = {
  name: 'payment reconcile',
  summary: 'Ask the providers of payments how they stand, and print what differs',
  options: {
    project: { value: 'ID', help: 'Whose payments', required: true },
    since: {
      value: 'DATE',
      help: 'Those that began, or changed, since then, such as 2026-01-31',
      required: true,
    },
    mode: { value: 'test|live', help: 'Only those of this mode' },
    after: { value: 'ID', help: 'Go on behind this payment, where an earlier look has ended' },
  },
  async run({ options }, screen) {
    const projectId = readId(options.project, 'project')
    const since = readSince(options.since)
    if (options.after !== undefined && options.mode === undefined)
      throw new Misuse(['payment reconcile needs --mode with --after: each mode is looked at by itself.'])
    const after = options.after === undefined ? 0 : readId(options.after, 'payment')
    const project = await onConnection((sql) => projectWithId(sql, projectId))
    const look = new Look(screen, screen.stop())
    for (const isTest of readModes(options.mode)) await look.at({ project, isTest }, since, after)
    return reportOf(look)
  },
}

function readSince(text = ''): Date {
  const time = parseTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  if (time) return time
  const say =
    '--since must be a date, such as 2026-01-31, or a time with an offset, such as 2026-01-31T09:30:00Z.'
  throw new Refusal({ code: 'validation_failed', path: '--since', params: { say } })
}
