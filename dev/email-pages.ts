import { emailNames, languages, showEmail, type ShownEmail } from './emails/show.ts'
import { escape, page, type View, viewer } from './inbox-pages.ts'

/** Lists all sample emails: a developer sees each without causing its event. */
export function emailsPage(): string {
  const items = emailNames.map((name) => {
    const first = languages[0]!
    const links = languages.map((locale) => `<a href="/emails/${name}/${locale}">${locale}</a>`)
    return `<li class="email"><a href="/emails/${name}/${first}"><span>${escape(titleOf(name))}</span>
      <small>${escape(showEmail(name, first)?.subject ?? '')}</small></a> <span>${links.join(' ')}</span>`
  })
  return page('Sample emails', `<p><a href="/">← Inbox</a><h1>Sample emails</h1><ul>${items.join('')}</ul>`)
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
    titleOf(name),
    `<p><a href="/emails">← Sample emails</a><h1>${escape(titleOf(name))}</h1>
    <p>${links.join(' · ')}<dl>${lines.join('')}</dl>${file}
    <div class="parts"><div>${viewer(`/emails/${name}/${locale}/html`, view)}</div><pre>${escape(email.text)}</pre></div>`,
  )
}

function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
}
