import type { Mailbox, Message } from './mailbox.ts'

const LONGEST_WAIT = 30

/**
 * What scripts read at `/api/messages`, newest first: with `to` those to an address, with `after` those after an id. Where
 * there is none yet, `wait` is how many seconds it is waited for: mails are written after the answer to what caused them.
 */
export async function messagesFor(mailbox: Mailbox, query: URLSearchParams): Promise<object[]> {
  const to = query.get('to')
  const after = Number(query.get('after') ?? 0)
  const seconds = Math.min(Number(query.get('wait') ?? 0) || 0, LONGEST_WAIT)
  for (const until = Date.now() + seconds * 1000; ;) {
    const left = until - Date.now()
    const next = left > 0 ? mailbox.next(left) : null // asked for first: one may come while the list is read
    const found = (await mailbox.list()).filter(
      (message) => message.id > after && (to === null || addressesOf(message).includes(to)),
    )
    if (found.length > 0 || !next) return found.map(present)
    await next
  }
}

function addressesOf({ to = [] }: Message): string[] {
  return to.flatMap(({ address }) => address ?? [])
}

/** One mail. Its fields are told in docs/guides/clocks.md. */
function present(message: Message) {
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
