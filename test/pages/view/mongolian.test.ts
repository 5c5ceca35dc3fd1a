import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { states } from './states.ts'

/** Names that stay as they are in every language, and what the menus of other apps say. */
const NAMES = [
  'Tolbor',
  'English',
  'QR',
  'QPay',
  'qPay',
  'Stripe',
  'Facebook',
  'Open in Chrome',
  'Open in external browser',
]

/** Whatever is quoted in the files that the states are made of is a merchant's or a customer's, not ours. */
const theirs = [
  ...['test/pages/view/fixtures.ts', 'test/pages/view/states.ts', 'test/pages/view/other-states.ts'],
  ...['test/pages/renew/states.ts', 'test/portal/states.ts', 'test/portal/fixtures.ts'],
  'test/support/given/email.ts',
].flatMap((file) => readFileSync(file, 'utf8').match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g) ?? [])

/** All that is shown or read aloud, each piece of text on its own. */
function pieces(html: string): string[] {
  const spoken = html.matchAll(/ (?:aria-label|alt|title|placeholder|data-copied|data-busy)="([^"]*)"/g)
  const shown = html.replace(/<(style|script)\b.*?<\/\1>/gs, '').split(/<[^>]*>/)
  return [...shown, ...Array.from(spoken, ([, text = '']) => text)].map(plain)
}

function plain(text: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#x3D': '=' }
  return text.replace(/&(#?\w+);/g, (entity, name: string) => signs[name] ?? entity)
}

describe('a Mongolian page', () => {
  for (const [state, page] of Object.entries(states)) {
    it(`${state} leaves nothing in English`, () => {
      const left = pieces(page('mn'))
        .map((piece) => piece.replace(/\S+@\S+|https?:\S+/g, '')) // addresses are the same everywhere
        .flatMap((piece) => piece.match(/[A-Za-z]{2,}(?:[ ,’'-]+[A-Za-z]{2,})*/g) ?? [])
        .filter((words) => !NAMES.includes(words) && !theirs.some((text) => text.includes(words)))
      expect(left).to.deep.equal([])
    })
  }
})
