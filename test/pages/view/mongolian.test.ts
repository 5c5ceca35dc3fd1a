import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { eventTypes } from '../../../common/domain/events/types.ts'
import { states } from './states.ts'

const LATIN = /[A-Za-z]{2,}(?:[ ,’'-]+[A-Za-z]{2,})*/g

/** Names that are the same in every language, and menu items of other apps. */
const NAMES = [
  ...eventTypes.flatMap((type) => type.split(/\W|_/)),
  'evt',
  'JSON',
  'Tolbor',
  'English',
  'API',
  'QR',
  'QPay',
  'qPay',
  'Stripe',
  'Visa, Mastercard, Apple',
  'Pay, Google',
  'Pay',
  'PDF',
  'SMS',
  'PNG, JPEG, WebP',
  'GIF',
  'CSV',
  'PATCH',
  'CSV, XLSX',
  'camt',
  'XML',
  // Parts of a bank's text, and of examples of the API.
  'EB',
  'INV',
  'SPRING',
  'user',
  'Gold plan',
  'Consulting in January',
  'Facebook',
  'Open in Chrome',
  'Open in external browser',
  'UTC',
  'Safari, iPhone',
  'Chrome, Windows',
]

/** Time zones have the same names in every language. */
const ZONES = new Set(
  Intl.supportedValuesOf('timeZone').flatMap((zone) => zone.replaceAll('_', ' ').match(LATIN) ?? []),
)

/** The strings in the fixtures are texts of merchants and customers, not ours. */
const fixtureTexts = [
  ...['test/pages/view/fixtures.ts', 'test/pages/view/states.ts', 'test/pages/view/other-states.ts'],
  ...['test/pages/renew/states.ts', 'test/portal/states.ts', 'test/portal/fixtures.ts'],
  ...readdirSync('test/dashboard')
    .filter((name) => name.endsWith('states.ts'))
    .map((name) => `test/dashboard/${name}`),
  ...['test/pages/view/link-states.ts', 'test/support/given/email.ts'],
  'test/trial-links/states.ts',
].flatMap((file) => readFileSync(file, 'utf8').match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g) ?? [])

/** Returns all texts that are shown or read aloud, without code, which is the same in every language. */
function textsOf(html: string): string[] {
  const spoken = html.matchAll(/ (?:aria-label|alt|title|placeholder|data-copied|data-busy)="([^"]*)"/g)
  const shown = html
    .replaceAll('<wbr>', '')
    .replace(/<(style|script|code)\b.*?<\/\1>/gs, '')
    .replace(/<p class="message" lang="en".*?<\/p>/gs, '') // the same message in another language
    .split(/<[^>]*>/)
  return [...shown, ...Array.from(spoken, ([, text = '']) => text)].map(unescaped)
}

function unescaped(text: string): string {
  const characters: Record<string, string> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    '#x27': "'",
    '#x3D': '=',
  }
  return text.replace(/&(#?\w+);/g, (entity, name: string) => characters[name] ?? entity)
}

describe('a Mongolian page', () => {
  for (const [state, page] of Object.entries(states)) {
    it(`contains no English: ${state}`, () => {
      const english = textsOf(page('mn'))
        .map((text) => text.replace(/\S+@\S+|https?:\S+/g, '')) // addresses are not translated
        .flatMap((text) => text.match(LATIN) ?? [])
        .filter(
          (words) =>
            !NAMES.includes(words) && !ZONES.has(words) && !fixtureTexts.some((text) => text.includes(words)),
        )
      expect(english).to.deep.equal([])
    })
  }
})
