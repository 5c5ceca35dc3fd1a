import { plainEnglish } from './plain-english-rule.js'

/** Rules of this repository, for oxlint (`.oxlintrc.json`). */

const OUTSIDE = 'Send requests through common/runtime/guarded-http.ts: it refuses private addresses.'
const ONE_STATEMENT =
  'Write one statement, with a question mark for each value: several statements travel in one call.'
const GUARD = /common\/runtime\/guarded-http\.ts$/
const HTTP = /^(?:node:)?https?$/
const REQUESTS = new Set(['request', 'get'])
const VERBS = new Set(['rows', 'row', 'run', 'write'])

/** A silenced rule needs a reason: `// oxlint-disable-next-line rule -- because …`. */
const disableWithReason = {
  create: (context) => ({
    Program() {
      for (const { value, loc } of context.sourceCode.getAllComments()) {
        if (/^\s*(?:ox|es)lint-disable/.test(value) && !/\s-- \S/.test(value))
          context.report({ loc, message: 'Give the reason after " -- ", or fix what the rule reports.' })
      }
    },
  }),
}

/** Requests to other machines pass the one place that refuses private addresses. */
const guardedHttp = {
  create(context) {
    if (GUARD.test(context.filename.replaceAll('\\', '/'))) return {}
    const report = (node) => context.report({ node, message: OUTSIDE })
    return {
      ImportDeclaration(node) {
        const from = node.source.value
        const imports = node.specifiers.map(({ imported }) => imported?.name)
        if (from === 'undici' || (HTTP.test(from) && imports.some((name) => REQUESTS.has(name)))) report(node)
      },
      MemberExpression(node) {
        const { object, property } = node
        if (/^https?$/.test(object.name) && REQUESTS.has(property.name)) report(node)
        if (object.name === 'globalThis' && property.name === 'fetch') report(node)
      },
      Identifier(node) {
        if (node.name === 'fetch' && !isNameOnly(node)) report(node)
      },
    }
  },
}

/** Whether an identifier only names a property or asks for a type, so that no function is passed on or called. */
function isNameOnly(node) {
  const { type, property, key, computed } = node.parent
  if (type === 'TSTypeQuery') return true
  return !computed && (property === node || key === node)
}

/** A value bound by `?` cannot bring a second statement. */
const oneStatement = {
  create: (context) => ({
    CallExpression({ callee, arguments: [text] }) {
      if (!text || !VERBS.has(callee.property?.name)) return
      if (mayHoldMore(text)) context.report({ node: text, message: ONE_STATEMENT })
    },
  }),
}

function mayHoldMore(text) {
  switch (text.type) {
    case 'Literal':
      return typeof text.value === 'string' && text.value.includes(';')
    case 'TemplateLiteral':
      return text.quasis.some(
        ({ value, tail }) => value.raw.includes(';') || (!tail && /['"]$/.test(value.raw)),
      )
    default:
      return text.type === 'BinaryExpression'
  }
}

export default {
  meta: { name: 'tolbor' },
  rules: {
    'disable-with-reason': disableWithReason,
    'guarded-http': guardedHttp,
    'one-statement': oneStatement,
    'plain-english': plainEnglish,
  },
}
