import { DAY, iso, later } from '../common/kit/time.ts'
import { now } from '../common/runtime/clock.ts'
import { type FailedEmail, findFailedEmails, resendEmail } from '../common/services/emails/failed.ts'
import { type Command, UsageError } from './command.ts'
import { operate } from './operate.ts'
import { columns } from './print.ts'
import { readId } from './read-id.ts'

/** Emails that are listed. */
const MOST = 500
const DAYS = 7

const days = { value: 'DAYS', help: `How many days back; ${DAYS} if not given` }

export const emailsFailed: Command = {
  name: 'emails failed',
  summary: 'List the emails that were given up, with the last error, newest first',
  options: { days },
  async run({ options }) {
    const failed = (await find(options.days, MOST)).map((email) => ({
      id: email.id,
      project_id: email.projectId,
      kind: email.kind,
      recipient: email.recipient,
      tries: email.tries,
      error: email.error,
      failed_at: iso(email.updatedAt),
    }))
    if (failed.length === 0) return { json: { failed }, text: 'No email was given up.' }
    const rows = failed.map(({ id, project_id: project, kind, recipient, failed_at: at, tries, error }) =>
      [id, project, kind, recipient, at.slice(0, 16), tries, error ?? '-'].map(String),
    )
    const text = columns([['ID', 'PROJECT', 'KIND', 'RECIPIENT', 'GIVEN UP', 'TRIES', 'LAST ERROR'], ...rows])
    const note = failed.length === MOST ? `Only the newest ${MOST} are shown.\n` : ''
    return {
      json: { failed },
      text: `${text}\n\n${note}Send one again with bin/tolbor emails resend ID, all with --all.`,
    }
  },
}

export const emailsResend: Command = {
  name: 'emails resend',
  summary: 'Send an email again that was given up, or all of them',
  operands: ['[ID]'],
  options: { all: { help: 'All that were given up' }, days },
  async run({ operands: [id], options }) {
    if ((id === undefined) === (options.all === undefined))
      throw new UsageError(['Give either the ID of one email, or --all.'])
    const ids =
      id === undefined ? (await find(options.days, Infinity)).map((email) => email.id) : [readId(id, 'email')]
    for (const one of ids) await operate((tx) => resendEmail(tx, one))
    const what = ids.length === 1 ? '1 email is' : `${ids.length} emails are`
    return {
      json: { resent: ids },
      text: `${what} due again; a worker sends them, except those that are out of date.`,
    }
  },
}

function readDays(text: string | undefined): number {
  if (text === undefined) return DAYS
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new UsageError(['--days must be a number of days, such as 7.'])
}

function find(text: string | undefined, most: number): Promise<FailedEmail[]> {
  const since = later(now(), -readDays(text) * DAY)
  return findFailedEmails(since, most)
}
