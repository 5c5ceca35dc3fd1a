import { relative } from 'node:path'
import { findings, withoutCode } from './plain-english.js'

const TITLES = /^(it|describe|specify|context)$/

/** These quote the words. */
const QUOTES = new Set(['lint/words.js', 'test/tooling/plain-english.test.ts'])

/** A rule: comments, test titles, strings and declared names are in plain English (words.js). */
export const plainEnglish = {
  create(context) {
    if (QUOTES.has(relative(process.cwd(), context.filename))) return {}
    const { sourceCode } = context
    const check = (text, kind, start) => {
      for (const { index, message } of findings(text, kind)) {
        context.report({ loc: sourceCode.getLocFromIndex(start(index)), message })
      }
    }
    const checkString = (node, text) => {
      if (!/\s/.test(text)) return
      const title = TITLES.test(calledBy(node) ?? '')
      check(title ? capitalized(text) : text, title ? 'prose' : 'text', (index) => node.range[0] + 1 + index)
    }
    const checkName = ({ name, range }) => {
      const words = name.replace(/([a-z0-9])([A-Z])|_/g, '$1 $2').toLowerCase()
      check(words, 'name', () => range[0])
    }
    const checkKey = ({ key, computed }) => {
      if (key.type === 'Identifier' && !computed) checkName(key)
    }

    return {
      Program() {
        for (const [start, end] of commentBlocks(sourceCode)) {
          const text = sourceCode.text.slice(start, end)
          check(withoutCode(commentText(text)), 'prose', (index) => start + index)
        }
        for (const { variables } of sourceCode.scopeManager.scopes) {
          for (const { defs } of variables) {
            for (const { type, name } of defs) {
              if (type !== 'ImportBinding' && name?.type === 'Identifier') checkName(name)
            }
          }
        }
      },
      Literal: (node) => typeof node.value === 'string' && checkString(node, node.raw.slice(1, -1)),
      TemplateElement: (node) => checkString(node, node.value.raw),
      MethodDefinition: checkKey,
      PropertyDefinition: checkKey,
      TSPropertySignature: checkKey,
      TSMethodSignature: checkKey,
    }
  },
}

/** The ranges of all comments; line comments that follow each other are one. */
function commentBlocks(sourceCode) {
  const blocks = []
  let previous = 'Block'
  for (const { type, range } of sourceCode.getAllComments()) {
    const [start, end] = range
    const last = blocks.at(-1)
    const follows =
      type === 'Line' && previous === 'Line' && isNextLine(sourceCode.text.slice(last[1], start))
    if (follows) last[1] = end
    else blocks.push([start, end])
    previous = type
  }
  return blocks
}

function isNextLine(between) {
  return /^\n[ \t]*$/.test(between)
}

/** Blanks out the signs around and within a comment. Every letter keeps its place. */
function commentText(source) {
  const text = source.replace(/^\/\*+|\*+\/$|^[ \t]*(\/\/+|\*(?!\/))/gm, (signs) => ' '.repeat(signs.length))
  return text.replace(/\w/, (first) => first.toUpperCase())
}

function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The name of the function that a string is an argument of, without a modifier such as `skip`. */
function calledBy(node) {
  const argument = node.type === 'TemplateElement' ? node.parent : node
  const { type, callee } = argument.parent
  if (type !== 'CallExpression') return undefined
  return callee.name ?? callee.object?.name
}
