import type Handlebars from 'handlebars'
import { lazily } from '../../common/kit/lazily.ts'
import { readTemplate } from '../../common/services/text/views.ts'

const handlebars = lazily<typeof Handlebars>('handlebars')

/** Renders a page or a part of one from its view. `root`: the view of the whole page. */
export type Template = (it: unknown, root?: unknown) => string

/** The functions that templates call by name. The last argument holds the named ones. */
export type Helpers = Readonly<Record<string, (...given: never[]) => string>>

/** The values that a template can name at one of its places while a page is rendered. */
interface Frame {
  it: unknown
  root: unknown
  /** Index of `it` in the list of the enclosing `each`. */
  at: number
  /** The frame outside the enclosing `each` or `with`: `../`. */
  outer: Frame | null
}

/** Renders a piece of a template; text that never changes is a string. */
type Piece = string | ((frame: Frame) => string)
type Read = (frame: Frame) => unknown

/** The context in which a piece is compiled. */
interface Scope {
  helpers: Helpers
  part: (name: string) => Template
  /** The contents of the enclosing layout. */
  block: Piece
}

/**
 * Compiles a template to functions. Handlebars parses it; its own output looks each value up by rules for untrusted
 * views and creates several objects for each block (docs/decisions/0061). Constant sentences, addresses and partials
 * without arguments become part of the text here. Only the features that our pages use are supported; any other throws.
 * `part` finds a template by its name.
 */
export function compile(name: string, helpers: Helpers, part: (name: string) => Template): Template {
  const piece = pieceOf(name, { helpers, part, block: '' })
  return (it, root = it) => text(piece, { it, root, at: 0, outer: null })
}

function text(piece: Piece, frame: Frame): string {
  return typeof piece === 'string' ? piece : piece(frame)
}

function pieceOf(name: string, scope: Scope): Piece {
  return program(handlebars().parse(readTemplate(name)), scope)
}

/** Compiles a block. `parsed` is undefined if it has no `else`, which Handlebars' types omit. */
function program(parsed: hbs.AST.Program | undefined, scope: Scope): Piece {
  return concat((parsed?.body ?? []).map((statement) => compileStatement(statement, scope)))
}

/** Joins pieces. Adjacent constant texts become one. */
function concat(all: readonly Piece[]): Piece {
  const pieces: Piece[] = []
  for (const piece of all) {
    const last = pieces.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece
    else pieces.push(piece)
  }
  if (pieces.length < 2) return pieces[0] ?? ''
  return (frame) => {
    let written = ''
    for (const piece of pieces) written += typeof piece === 'string' ? piece : piece(frame)
    return written
  }
}

function compileStatement(statement: hbs.AST.Statement, scope: Scope): Piece {
  switch (statement.type) {
    case 'ContentStatement':
      return (statement as hbs.AST.ContentStatement).value
    case 'CommentStatement':
      return ''
    case 'MustacheStatement':
      return mustache(statement as hbs.AST.MustacheStatement, scope)
    case 'BlockStatement':
      return block(statement as hbs.AST.BlockStatement, scope)
    case 'PartialStatement':
      return partial(statement as hbs.AST.PartialStatement, scope)
    case 'PartialBlockStatement':
      return layout(statement as hbs.AST.PartialBlockStatement, scope)
    default:
      throw new Error(`templates of pages do not support ${statement.type}`)
  }
}

/** The only helper whose result is not escaped, because it returns our own style sheets. */
const RAW = 'sheet'

function mustache({ escaped, path, params, hash }: hbs.AST.MustacheStatement, scope: Scope): Piece {
  const named = path as hbs.AST.PathExpression
  if (!escaped && named.original === RAW) return compileCall({ path: named, params, hash }, scope)
  if (!escaped) throw new Error('a template of a page must escape its values')
  const { escapeExpression: escape } = handlebars()
  if (params.length === 0) {
    const read = readPath(named)
    return (frame) => escape(read(frame) as string)
  }
  if (named.original === BREAKABLE) {
    const read = compileValue(params[0]!, scope)
    return (frame) => breakable(escape(read(frame) as string))
  }
  const call = compileCall({ path: named, params, hash }, scope)
  return typeof call === 'string' ? escape(call) : (frame) => escape(call(frame))
}

/** Marks where long words, such as addresses and types of events, may break: after a dot, a slash, an @ or a _, but not after `https://`. */
const BREAKABLE = 'breakable'
/** Shorter words fit into every cell. */
const LONG_WORD = /\S{16,}/g
const SEPARATOR = /(?<!:\/)[./@_](?=\p{L})/gu

function breakable(escaped: string): string {
  return escaped.replace(LONG_WORD, (word) => word.replace(SEPARATOR, '$&<wbr>'))
}

function block({ path, params, program: then, inverse }: hbs.AST.BlockStatement, scope: Scope): Piece {
  const read = compileValue(params[0]!, scope)
  const some = program(then, scope)
  const none = program(inverse, scope)
  switch (path.original) {
    case 'if':
      return (frame) => text(isGiven(read(frame)) ? some : none, frame)
    case 'unless':
      return (frame) => text(isGiven(read(frame)) ? none : some, frame)
    case 'with':
      return (frame) => {
        const it = read(frame)
        return isGiven(it) ? text(some, { it, root: frame.root, at: 0, outer: frame }) : text(none, frame)
      }
    case 'each':
      return (frame) => {
        const list = read(frame) as readonly unknown[]
        if (!isGiven(list)) return text(none, frame)
        let written = ''
        for (const [at, it] of list.entries())
          written += text(some, { it, root: frame.root, at, outer: frame })
        return written
      }
    default:
      throw new Error(`templates of pages do not support {{#${path.original}}}`)
  }
}

/** Returns whether `if` and `with` render their block, and whether `each` has items. */
function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** Compiles a partial. One without arguments becomes part of the template that names it. */
function partial({ name, params, hash }: hbs.AST.PartialStatement, scope: Scope): Piece {
  const isNamed = name.type === 'PathExpression'
  if (isNamed && name.original === '@partial-block') return scope.block
  if (isNamed && params.length === 0 && !hasPairs(hash)) return pieceOf(name.original, scope)
  const find = isNamed ? name.original : compileCall(name, scope)
  const read = params[0] ? compileValue(params[0], scope) : ({ it }: Frame) => it
  const pairs = hasPairs(hash) ? compilePairs(hash, scope) : null
  return (frame) => {
    const it = read(frame)
    const template = scope.part(text(find, frame))
    return template(pairs ? Object.assign({}, it, pairs(frame)) : it, frame.root)
  }
}

/** Compiles a layout, which has contents but no arguments. */
function layout({ name, program: contents }: hbs.AST.PartialBlockStatement, scope: Scope): Piece {
  return pieceOf((name as hbs.AST.PathExpression).original, { ...scope, block: program(contents, scope) })
}

function compileValue(expression: hbs.AST.Expression, scope: Scope): Read {
  switch (expression.type) {
    case 'PathExpression':
      return readPath(expression as hbs.AST.PathExpression)
    case 'SubExpression': {
      const call = compileCall(expression as hbs.AST.SubExpression, scope)
      return (frame) => text(call, frame)
    }
    default: {
      const { value } = expression as hbs.AST.StringLiteral
      return () => value
    }
  }
}

/** Compiles a path to a function that reads its value, or undefined. */
function readPath({ data, depth, parts, original }: hbs.AST.PathExpression): Read {
  if (original === '@index') return ({ at }) => at
  if (original === '@first') return ({ at }) => at === 0
  const [first, ...rest] = parts
  if (data && first !== 'root') throw new Error(`templates of pages do not support ${original}`)
  const names = data ? rest : parts
  return (frame) => {
    let from: Frame | null = frame
    for (let up = 0; up < depth; up += 1) from = from?.outer ?? null
    if (!from) throw new Error(`${original} goes above the top of its template`)
    let value = data ? from.root : from.it
    for (const name of names) value = (value as Record<string, unknown> | null | undefined)?.[name]
    return value
  }
}

/** Compiles a call of a helper. The result is constant if its only argument is a constant text. */
function compileCall(
  { path, params, hash }: Pick<hbs.AST.SubExpression, 'path' | 'params' | 'hash'>,
  { helpers, ...scope }: Scope,
): Piece {
  const helper = helpers[path.original] as ((...given: unknown[]) => string) | undefined
  if (!helper) throw new Error(`templates of pages do not support ${path.original}`)
  const [first] = params
  if (params.length === 1 && first!.type === 'StringLiteral' && !hasPairs(hash))
    return helper((first as hbs.AST.StringLiteral).value)
  const reads = params.map((param) => compileValue(param, { helpers, ...scope }))
  const pairs = compilePairs(hash, { helpers, ...scope })
  return (frame) => helper(...reads.map((read) => read(frame)), pairs(frame))
}

/** Returns whether there are named arguments. Otherwise `hash` is undefined, which Handlebars' types omit. */
function hasPairs(hash: hbs.AST.Hash | undefined): hash is hbs.AST.Hash {
  return hash !== undefined && hash.pairs.length > 0
}

function compilePairs(hash: hbs.AST.Hash | undefined, scope: Scope): (frame: Frame) => object {
  const pairs = (hash?.pairs ?? []).map(({ key, value }) => ({ key, read: compileValue(value, scope) }))
  return (frame) => {
    const values: Record<string, unknown> = {}
    for (const { key, read } of pairs) values[key] = read(frame)
    return values
  }
}
