import { config } from '../../common/runtime/config.ts'
import { closeSmtp } from '../../common/runtime/smtp.ts'
import { sendEmail } from '../../common/services/emails/send.ts'
import { onConnection } from '../../db/sql.ts'
import { atomically } from '../../worker/atomically.ts'
import { type ReceivedEmail, startMailServer } from './mail-server.ts'

interface Written {
  id: number
  kind: string
  status: string
}

/** Starts a mail server. `send` sends a project's emails to it, as a worker does. */
export async function startPost() {
  const server = await startMailServer()
  config().smtpUrl = server.url
  return {
    server,
    /** Sends the pending emails. Returns the emails that the server received now, oldest first. */
    async send(projectId: number): Promise<ReceivedEmail[]> {
      const before = server.taken.length
      for (const { id, status } of await emailsOf(projectId))
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

/** Returns all emails of a project except receipts, oldest first. */
export async function emailsOf(projectId: number): Promise<Written[]> {
  return onConnection((sql) =>
    sql.rows<Written>(
      "SELECT id, kind, status FROM emails WHERE project_id = ? AND kind <> 'receipt' ORDER BY id",
      [projectId],
    ),
  )
}

/** Returns the attached iCalendar file byte for byte. The parser of these tests would change its line ends. */
export function calendarFileOf({ raw }: ReceivedEmail): string {
  const [, body] = /^Content-Type: text\/calendar.*?\r\n\r\n(.*?)\r\n--/ms.exec(raw) ?? []
  if (body === undefined) throw new Error('The email has no calendar entry')
  return Buffer.from(body, 'base64').toString('utf8')
}

/** Parses the attached iCalendar file: joins folded lines, then returns name and value of each. */
export function calendarOf(email: ReceivedEmail): { name: string; value: string }[] {
  return calendarFileOf(email)
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':')
      return { name: line.slice(0, colon), value: line.slice(colon + 1) }
    })
}
