import { runInThisContext } from 'node:vm'
import type Handlebars from 'handlebars'
import { lazily } from '../../common/kit/lazily.ts'
import { readTemplate } from '../../common/text/template.ts'

const handlebars = lazily<typeof Handlebars>('handlebars')

/** A page, or a part of one, of what it is given; `root` is what the whole page was given. */
export type Template = (it: unknown, root?: unknown) => string

/** What templates call by name. */
export type Helpers = Readonly<Record<string, (...given: never[]) => string>>

/**
 * Makes of a template a function whose body is one template literal of JavaScript. Handlebars reads it; what it would make of
 * it looks each value up by rules that our views do not need, and makes several objects for each block. What is the same
 * on every page is written in: what helpers make of a word alone, and parts that are given nothing. Of Handlebars'
 * language only what our pages use is known here; the rest throws. `part` finds a template by its name.
 */
export function compile(name: string, helpers: Helpers, part: (name: string) => Template): Template {
  const { escapeExpression: escape } = handlebars()
  const text = partOf(name, { depth: 0, around: null, helpers, escape, block: '' })
  const make = runInThisContext(`(helpers, part, escape, isGiven) => (it0, root = it0) => \`${text}\``) as (
    ...known: unknown[]
  ) => Template
  return make(helpers, part, escape, isGiven)
}

/** Whether `if` and `with` go on, and `each` has something to show. */
function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** An expression of JavaScript. */
type Code = string

/** A piece of a template literal. */
type Written = string

/** What a helper is asked. */
type Call = Pick<hbs.AST.SubExpression, 'path' | 'params' | 'hash'>

/** Where in a template something stands: `it<depth>` is spoken of there, the `at<depth>`th of a list. */
interface Scope {
  depth: number
  /** What `../` leads to. */
  around: Scope | null
  helpers: Helpers
  escape: (text: string) => string
  /** What stands in the layout. */
  block: Written
}

function partOf(name: string, scope: Scope): Written {
  return written(handlebars().parse(readTemplate(name)), scope)
}

/** Of a block without `else` the program is missing, which its type does not say. */
function written(program: hbs.AST.Program | undefined, scope: Scope): Written {
  return (program?.body ?? []).map((statement) => statementOf(statement, scope)).join('')
}

function statementOf(statement: hbs.AST.Statement, scope: Scope): Written {
  switch (statement.type) {
    case 'ContentStatement':
      return literal((statement as hbs.AST.ContentStatement).value)
    case 'CommentStatement':
      return ''
    case 'MustacheStatement':
      return mustache(statement as hbs.AST.MustacheStatement, scope)
    case 'BlockStatement':
      return `\${${block(statement as hbs.AST.BlockStatement, scope)}}`
    case 'PartialStatement':
      return partial(statement as hbs.AST.PartialStatement, scope)
    case 'PartialBlockStatement':
      return layout(statement as hbs.AST.PartialBlockStatement, scope)
    default:
      throw new Error(`pages know no ${statement.type}`)
  }
}

function literal(text: string): Written {
  return text.replace(/[\\`$]/g, '\\$&')
}

function mustache(statement: hbs.AST.MustacheStatement, scope: Scope): Written {
  if (!statement.escaped) throw new Error('what a page is given is escaped')
  const { params, hash } = statement
  const path = statement.path as hbs.AST.PathExpression
  if (params.length === 0) return `\${escape(${pathOf(path, scope)})}`
  const [word] = params
  if (word?.type !== 'StringLiteral' || isGiven(hash))
    return `\${escape(${callOf({ path, params, hash }, scope)})}`
  const said = scope.helpers[path.original]!((word as hbs.AST.StringLiteral).value as never)
  return literal(scope.escape(said))
}

function block({ path, params, program, inverse }: hbs.AST.BlockStatement, scope: Scope): Code {
  const value = valueOf(params[0]!, scope)
  const otherwise = `\`${written(inverse, scope)}\``
  const depth = scope.depth + 1
  const inside = { ...scope, depth, around: scope }
  switch (path.original) {
    case 'if':
      return `isGiven(${value}) ? \`${written(program, scope)}\` : ${otherwise}`
    case 'unless':
      return `isGiven(${value}) ? ${otherwise} : \`${written(program, scope)}\``
    case 'with':
      return `isGiven(${value}) ? ((it${depth}) => \`${written(program, inside)}\`)(${value}) : ${otherwise}`
    case 'each':
      return `isGiven(${value}) ? ${value}.map((it${depth}, at${depth}) => \`${written(program, inside)}\`).join('') : ${otherwise}`
    default:
      throw new Error(`pages know no {{#${path.original}}}`)
  }
}

/** A part that is given nothing stands where it is put as if it were written there. */
function partial({ name, params, hash }: hbs.AST.PartialStatement, scope: Scope): Written {
  if (name.type === 'PathExpression' && name.original === '@partial-block') return scope.block
  if (name.type === 'PathExpression' && params.length === 0 && !isGiven(hash))
    return partOf(name.original, scope)
  const of = name.type === 'PathExpression' ? JSON.stringify(name.original) : callOf(name, scope)
  const it = params[0] ? valueOf(params[0], scope) : `it${scope.depth}`
  return `\${part(${of})(${isGiven(hash) ? `Object.assign({}, ${it}, { ${byName(hash, scope)} })` : it}, root)}`
}

/** A layout is given nothing but what stands in it. */
function layout({ name, program }: hbs.AST.PartialBlockStatement, scope: Scope): Written {
  return partOf((name as hbs.AST.PathExpression).original, { ...scope, block: written(program, scope) })
}

function valueOf(expression: hbs.AST.Expression, scope: Scope): Code {
  switch (expression.type) {
    case 'PathExpression':
      return pathOf(expression as hbs.AST.PathExpression, scope)
    case 'SubExpression':
      return callOf(expression as hbs.AST.SubExpression, scope)
    default:
      return JSON.stringify((expression as hbs.AST.StringLiteral).value)
  }
}

/** What a name leads to, or undefined where there is nothing on the way. */
function pathOf({ data, depth, parts, original }: hbs.AST.PathExpression, scope: Scope): Code {
  if (original === '@index') return `at${scope.depth}`
  if (original === '@first') return `at${scope.depth} === 0`
  const [first, ...names] = parts
  if (data && first !== 'root') throw new Error(`pages know no ${original}`)
  let at = scope
  for (let up = 0; up < depth; up += 1) {
    if (!at.around) throw new Error(`${original} leads out of its template`)
    at = at.around
  }
  const [from, way] = data ? ['root', names] : [`it${at.depth}`, parts]
  return [from, ...way].join('?.')
}

function callOf({ path, params, hash }: Call, scope: Scope): Code {
  if (!(path.original in scope.helpers)) throw new Error(`pages know no ${path.original}`)
  const given = params.map((param) => valueOf(param, scope))
  return `helpers.${path.original}(${[...given, `{ ${byName(hash, scope)} }`].join(', ')})`
}

/** What is given by name; where nothing is, the parser leaves it out, which its type does not say. */
function byName(hash: hbs.AST.Hash | undefined, scope: Scope): Code {
  return (hash?.pairs ?? []).map(({ key, value }) => `${key}: ${valueOf(value, scope)}`).join(', ')
}
