import { words } from './words.js'

/**
 * The folders, and documents in the root folder, that are checked. Add one when it is clean; never remove
 * one. To see the findings in another folder: PLAIN_ENGLISH=FOLDER npx oxlint FOLDER
 */
export const cleanPaths = [
  'lint',
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs',
  'clients',
  'examples',
  'deploy',
  'common/kit',
  'common/methods',
  'common/runtime',
  'common/domain/checkouts',
  'common/domain/customers',
  'common/domain/emails',
  'common/domain/entitlements',
  'common/domain/erasures',
  'common/domain/events',
  'common/domain/images',
  'common/domain/invoices',
  'common/domain/jobs',
  'common/domain/payments',
  'common/domain/portal',
  'common/domain/prices',
  'common/domain/products',
  'common/domain/projects',
  'common/domain/promotion-codes',
  'common/domain/refunds',
  'common/domain/search',
  'common/domain/subscriptions',
  'common/domain/test-clocks',
  'common/domain/timers',
  'common/domain/tokens',
  'common/domain/webhooks',
  'common/services/checkouts',
  'common/services/customers',
  'common/services/due-rows',
  'common/services/emails',
  'common/services/entitlements',
  'common/services/erasures',
  'common/services/events',
  'common/services/idempotency',
  'common/services/images',
  'common/services/invariants',
  'common/services/invoices',
  'common/services/links',
  'common/services/lists',
  'common/services/operations',
  'common/services/payments',
  'common/services/portal',
  'common/services/prices',
  'common/services/products',
  'common/services/projects',
  'common/services/promotion-codes',
  'common/services/refunds',
  'common/services/releases',
  'common/services/search',
  'common/services/secrets',
  'common/services/subscriptions',
  'common/services/test-clocks',
  'common/services/text',
  'common/services/timers',
  'common/services/tokens',
  'common/services/webhooks',
  'db',
  'worker',
  'cli',
  'dev',
  'bench',
  'api',
  'views',
  'test/api',
  'test/cli',
  'test/customers',
  'test/db',
  'test/due-rows',
  'test/entitlements',
  'test/erasures',
  'test/events',
  'test/fair-shares',
  'test/faults',
  'test/invariants',
  'test/runner',
  'test/runtime',
  'test/search',
  'test/speed',
  'test/test-clocks',
  'test/timers',
  'test/tooling',
  'test/webhooks',
  'test/support',
  'test/products',
  'test/prices',
  'test/projects',
  'test/invoices',
  'test/promotion-codes',
  'test/pages',
  'test/checkouts',
  'test/subscriptions',
  'test/emails',
  'test/text',
  'test/money',
  'test/providers',
  'test/fakes',
  'test/portal',
  'test/kit',
  'test/images',
  'test/story',
  'test/first-day',
  'test/openapi',
  'test/payments',
  'test/client',
]

/** After the start of the text, the end of a sentence, or the mark of a list item or heading. */
const SENTENCE_START = '(?<=^\\W*|[.!?:]["\')]?\\s+|\\n\\s*(?:[-*#|>]+|\\d+\\.)\\s+)'

const patterns = words.map(({ find, in: kinds = ['prose', 'text'], instead, because }) => {
  const start = find.startsWith('^')
  const phrase = `(?:${find.replace('^', '').replaceAll(' ', '\\s+')})`
  const source = start ? `\\b(?=[A-Z])${SENTENCE_START}${phrase}\\b` : `\\b${phrase}(?!\\w)`
  return { source, pattern: new RegExp(source, start ? 'g' : 'gi'), kinds, instead, because }
})

const ofKind = Object.fromEntries(
  ['prose', 'text', 'name'].map((kind) => {
    const own = patterns.filter(({ kinds }) => kinds.includes(kind))
    // Most texts match nothing. One expression finds that out 20 times faster than one for each phrase.
    return [kind, { own, any: new RegExp(own.map(({ source }) => source).join('|'), 'i') }]
  }),
)

/** Finds the listed words in a text of a `kind` (see words.js). */
export function findings(text, kind) {
  const { own, any } = ofKind[kind]
  if (!any.test(text)) return []
  return own.flatMap(({ pattern, instead, because }) =>
    Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({
      index,
      message: `"${match.replace(/\s+/g, ' ')}": ${because}. Write instead: ${instead}.`,
    })),
  )
}

/** Replaces code in Markdown or in a comment by blanks. All other text keeps its index. */
export function withoutCode(text) {
  return text.replace(/^ *```[\s\S]*?^ *```|`[^`\n]*`/gm, (code) => code.replace(/[^\n]/g, ' '))
}
