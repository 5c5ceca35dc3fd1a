import { config } from '../../common/runtime/config.ts'
import { closeSmtp } from '../../common/runtime/smtp.ts'
import { sendEmail } from '../../common/services/emails/send.ts'
import { onConnection } from '../../db/sql.ts'
import { atomically } from '../../worker/atomically.ts'
import { startMailServer, type Taken } from './mail-server.ts'

interface Written {
  id: number
  kind: string
  status: string
}

/** A mail server, and the worker that carries a project's emails to it. */
export async function startPost() {
  const server = await startMailServer()
  config().smtpUrl = server.url
  return {
    server,
    /** Sends what is due; answers the emails that the mail server took now, oldest first. */
    async send(projectId: number): Promise<Taken[]> {
      const before = server.taken.length
      for (const { id, status } of await lettersOf(projectId))
        if (status === 'pending') await sendEmail(id, atomically)
      return server.taken.slice(before)
    },
    async close(): Promise<void> {
      closeSmtp()
      config().smtpUrl = null
      await server.close()
    },
  }
}

/** The emails of a project about its subscriptions, oldest first. */
export async function lettersOf(projectId: number): Promise<Written[]> {
  return onConnection((sql) =>
    sql.rows<Written>(
      "SELECT id, kind, status FROM emails WHERE project_id = ? AND kind <> 'receipt' ORDER BY id",
      [projectId],
    ),
  )
}

/** An iCalendar file byte for byte: the mail reader of these tests would mend its line ends. */
export function calendarFileOf({ raw }: Taken): string {
  const [, body] = /^Content-Type: text\/calendar.*?\r\n\r\n(.*?)\r\n--/ms.exec(raw) ?? []
  if (body === undefined) throw new Error('no calendar entry')
  return Buffer.from(body, 'base64').toString('utf8')
}

/** An iCalendar file as its reader sees it: lines put together again, then name and value of each. */
export function calendarOf(taken: Taken): { name: string; value: string }[] {
  return calendarFileOf(taken)
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':')
      return { name: line.slice(0, colon), value: line.slice(colon + 1) }
    })
}
