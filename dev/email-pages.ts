import { type View, viewer } from './email-views.ts'
import { emailNames, languages, showEmail, type ShownEmail } from './emails/show.ts'
import { escape, page } from './inbox-pages.ts'

/** Every email, so that they can be looked at without making their causes happen. */
export function emailsPage(): string {
  const items = emailNames.map((name) => {
    const first = languages[0]!
    const links = languages.map((locale) => `<a href="/emails/${name}/${locale}">${locale}</a>`)
    return `<li class="email"><a href="/emails/${name}/${first}"><span>${escape(sentence(name))}</span>
      <small>${escape(showEmail(name, first)?.subject ?? '')}</small></a> <span>${links.join(' ')}</span>`
  })
  return page('Every email', `<p><a href="/">← Inbox</a><h1>Every email</h1><ul>${items.join('')}</ul>`)
}

export function emailPage({ name, locale, ...email }: ShownEmail, view: View): string {
  const at = emailNames.indexOf(name)
  const links = [
    ...languages.map((other) =>
      other === locale ? `<b>${other}</b>` : `<a href="/emails/${name}/${other}">${other}</a>`,
    ),
    ...[emailNames[at - 1], emailNames[at + 1]].map((other, after) =>
      other === undefined
        ? ''
        : `<a href="/emails/${other}/${locale}">${after ? 'next →' : '← previous'}</a>`,
    ),
  ]
  const facts = { Subject: email.subject, From: email.from, Preview: email.preview }
  const lines = Object.entries(facts).map(([label, text]) => `<dt>${label}</dt><dd>${escape(text)}</dd>`)
  const file = email.calendar
    ? `<p><a href="/emails/${name}/${locale}/renewal.ics" download>renewal.ics</a>`
    : ''
  return page(
    sentence(name),
    `<p><a href="/emails">← Every email</a><h1>${escape(sentence(name))}</h1>
    <p>${links.join(' · ')}<dl>${lines.join('')}</dl>${file}
    <div class="parts"><div>${viewer(`/emails/${name}/${locale}/html`, view)}</div><pre>${escape(email.text)}</pre></div>`,
  )
}

function sentence(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
}
