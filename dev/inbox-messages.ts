import type { Mailbox, Message } from './mailbox.ts'

const LONGEST_WAIT_SECONDS = 30

/**
 * Returns the emails for `GET /api/messages`, newest first. `to` is an address, `after` an id. If none matches, waits up
 * to `wait` seconds for one: the service sends emails after its response.
 */
export async function messagesFor(mailbox: Mailbox, query: URLSearchParams): Promise<object[]> {
  const to = query.get('to')
  const after = Number(query.get('after') ?? 0)
  const seconds = Math.min(Number(query.get('wait') ?? 0) || 0, LONGEST_WAIT_SECONDS)
  for (const until = Date.now() + seconds * 1000; ;) {
    const left = until - Date.now()
    const next = left > 0 ? mailbox.next(left) : null // before the list is read, since an email may arrive meanwhile
    const found = (await mailbox.list()).filter(
      (message) => message.id > after && (to === null || addressesOf(message).includes(to)),
    )
    if (found.length > 0 || !next) return found.map(serialize)
    await next
  }
}

function addressesOf({ to = [] }: Message): string[] {
  return to.flatMap(({ address }) => address ?? [])
}

/** The fields are documented in docs/guides/clocks.md. */
function serialize(message: Message) {
  const { id, date, from, subject, text, html, headers, attachments } = message
  return {
    id,
    date,
    from: from?.address,
    to: addressesOf(message),
    subject,
    text,
    html,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    attachments: attachments.map(({ filename, mimeType }, index) => ({
      filename,
      type: mimeType,
      path: `/messages/${id}/attachments/${index}`,
    })),
  }
}
