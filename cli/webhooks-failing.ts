import { DISABLED_AFTER, PAUSE } from '../common/domain/webhooks/health.ts'
import { DAY, isoOrNull, SECOND } from '../common/kit/time.ts'
import { findFailingEndpoints } from '../common/services/webhooks/endpoints/failing.ts'
import { onConnection } from '../db/sql.ts'
import type { Command } from './command.ts'
import { columns } from './print.ts'

const MOST = 100

export const webhooksFailing: Command = {
  name: 'webhooks failing',
  summary:
    'List the webhook endpoints whose receivers fail, with the last error and the deliveries that wait',
  async run() {
    const failing = (await onConnection((sql) => findFailingEndpoints(sql, MOST))).map(
      ({ failing_since: since, held_until: next, is_test: isTest, ...endpoint }) => ({
        ...endpoint,
        mode: isTest ? 'test' : 'live',
        failing_since: isoOrNull(since),
        next_attempt_at: isoOrNull(next),
      }),
    )
    if (failing.length === 0) return { json: { failing }, text: 'No receiver fails.' }
    const rows = failing.map(
      ({ id, project_id: project, mode, url, failing_since: since, failures, waiting, error }) =>
        [
          id,
          project,
          mode,
          since?.slice(0, 16) ?? '-',
          failures,
          waiting,
          error ?? '-',
          new URL(url).host,
        ].map(String),
    )
    const heads = ['ID', 'PROJECT', 'MODE', 'SINCE', 'FAILURES', 'WAITING', 'LAST ERROR', 'RECEIVER']
    const note = `Each gets one attempt every ${PAUSE / SECOND} s. After ${DISABLED_AFTER / DAY} days without a success it is disabled, and its merchant gets an email.`
    return { json: { failing }, text: `${columns([heads, ...rows])}\n\n${note}` }
  },
}
