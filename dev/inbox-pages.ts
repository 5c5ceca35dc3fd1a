import type { Message } from './mailbox.ts'

/** Escapes text for HTML, including attributes in double quotes. */
export function escape(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

const style = `
  :root { color-scheme: light dark; --line: #8884; --dim: light-dark(#666, #aaa) }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  a { color: inherit } h1 { font-size: 1.4rem } h2 { font-size: 1rem; margin-top: 2rem }
  ul { list-style: none; padding: 0 } li { border-top: 1px solid var(--line) }
  li a { display: grid; grid-template-columns: 1fr auto; padding: .6rem 0; text-decoration: none }
  small { color: var(--dim) } li a span, li a small { overflow-wrap: anywhere }
  iframe { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: .4rem; background: #fff }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: .4rem; padding: 1rem }
  .parts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 1rem }
  .parts iframe { height: 60rem } .parts pre { margin: 0 } body:has(.parts) { max-width: 84rem }
  .email, .email > span { display: flex; gap: 1rem; align-items: center } .email > a { flex: 1; grid-template-columns: 1fr }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem } dd { margin: 0; overflow-wrap: anywhere }
`

export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<style>${style}</style>
<body><main>${body}</main></body>
</html>`
}

export function listPage(messages: Message[]): string {
  const items = messages.map(
    (message) => `<li><a href="/messages/${message.id}">
      <span>${escape(message.subject ?? '(no subject)')}</span> <small>${time(message)}</small>
      <small>to ${escape(recipients(message))}</small></a>`,
  )
  const list =
    items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No emails yet. This page refreshes by itself.'
  return page(
    'Inbox',
    `<meta http-equiv="refresh" content="5"><h1>Inbox</h1>
    <p><a href="/emails">All sample emails</a> · <a href="/components">All components of the pages</a>
    · <a href="/api/messages">JSON for scripts</a>${list}`,
  )
}

export function messagePage(message: Message, view: View): string {
  const html = message.html ? `<h2>HTML</h2>${viewer(`/messages/${message.id}/html`, view)}` : ''
  const text = message.text ? `<h2>Text</h2><pre>${escape(message.text)}</pre>` : ''
  const attachments = message.attachments.map(
    ({ filename, mimeType }, index) =>
      `<li><a href="/messages/${message.id}/attachments/${index}" download="${escape(filename ?? '')}">
        <span>${escape(filename ?? `attachment ${index + 1}`)}</span> <small>${escape(mimeType)}</small></a>`,
  )
  const files = attachments.length > 0 ? `<h2>Attachments</h2><ul>${attachments.join('')}</ul>` : ''
  const headers = message.headers.map(
    ({ originalKey, value }) => `<dt>${escape(originalKey)}</dt><dd>${escape(value)}</dd>`,
  )
  return page(
    message.subject ?? '(no subject)',
    `<p><a href="/">← Inbox</a><h1>${escape(message.subject ?? '(no subject)')}</h1>
    <p><small>to ${escape(recipients(message))}, ${time(message)}</small>
    ${html}${text}${files}<h2>Headers</h2><dl>${headers.join('')}</dl>`,
  )
}

/** Returns the HTML part, with links to its embedded pictures. */
export function htmlPart(message: Message): string {
  return (message.html ?? '').replace(/cid:([^"'\s>)]+)/g, (whole, id: string) => {
    const index = message.attachments.findIndex(({ contentId }) => contentId === `<${id}>`)
    return index < 0 ? whole : `/messages/${message.id}/attachments/${index}`
  })
}

function time({ date }: Message): string {
  return escape(date ? new Date(date).toLocaleString('sv') : '')
}

export function recipients({ to = [] }: Message): string {
  return to.map(({ address, name }) => address ?? name).join(', ')
}

/** Ways to view an email: the width, light or dark, with or without pictures from the network. */
const VIEWS = {
  phone: { name: 'Phone', width: '390px', scheme: 'light', pictures: true },
  desktop: { name: 'Desktop', width: '100%', scheme: 'light', pictures: true },
  dark: { name: 'Dark', width: '390px', scheme: 'dark', pictures: true },
  'no-pictures': { name: 'Without pictures', width: '390px', scheme: 'light', pictures: false },
} as const

export type View = keyof typeof VIEWS

export function viewOf(parameter: string | null): View {
  return parameter !== null && Object.hasOwn(VIEWS, parameter) ? (parameter as View) : 'desktop'
}

export function showsPictures(view: View): boolean {
  return VIEWS[view].pictures
}

/** Returns the HTML part in a sandboxed frame, with links to the other views. `address` is the address of the part. */
export function viewer(address: string, view: View): string {
  const choice = Object.entries(VIEWS).map(([key, { name }]) =>
    key === view ? `<b>${name}</b>` : `<a href="?view=${key}">${name}</a>`,
  )
  return `<p>${choice.join(' · ')}</p><iframe title="The HTML part" style="width: ${VIEWS[view].width}; max-width: 100%"
    sandbox="allow-popups allow-popups-to-escape-sandbox" src="${address}?view=${view}"></iframe>`
}

/** Applies the view's color scheme instead of the browser's, and lets links open in a new tab. */
export function withView(view: View, html: string): string {
  const { scheme } = VIEWS[view]
  const chosen = html.replace(/@media\s*\(prefers-color-scheme:\s*(dark|light)\)/g, (_, wanted: string) =>
    wanted === scheme ? '@media all' : '@media not all',
  )
  return `<base target="_blank">${chosen}`
}
