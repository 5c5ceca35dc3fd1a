import { readdirSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import type Handlebars from 'handlebars'
import type { Locale } from '../../common/kit/languages.ts'
import { lazily } from '../../common/kit/lazily.ts'
import type { SentenceKey } from '../../common/kit/sentence-key.ts'
import { catalogue } from '../../common/text/catalogue.ts'
import { readTemplate } from '../../common/text/template.ts'
import { type Params, translate } from '../../common/text/translate.ts'
import { viewsFolder } from '../../common/text/views-folder.ts'
import { assetUrl } from './assets.ts'

const handlebars = lazily<typeof Handlebars>('handlebars')

interface Options {
  hash: Params
}

export type Templates = ReadonlyMap<string, Handlebars.TemplateDelegate>

/** Every template of a page is a partial too. Emails have a language of their own, and are written by workers. */
export const templateNames: readonly string[] = readdirSync(viewsFolder, {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => file.endsWith('.hbs') && !file.startsWith('emails'))
  .map((file) => file.slice(0, -'.hbs'.length).replaceAll('\\', '/'))

const byLanguage = new WeakMap<object, Templates>()

/** All templates with the sentences of one language written in. Each is compiled when it is first shown. */
export function templatesOf(locale: Locale): Templates {
  const sentences = catalogue[locale]
  let templates = byLanguage.get(sentences)
  if (!templates) byLanguage.set(sentences, (templates = openTemplates(locale)))
  return templates
}

function openTemplates(locale: Locale): Templates {
  const engine = handlebars().create()
  const say = translate(locale)
  engine.registerHelper('t', (key: SentenceKey, { hash }: Options) => say(key, hash))
  engine.registerHelper('asset', assetUrl)
  const fixed = { t: (key: string) => say(key as SentenceKey), asset: assetUrl }
  const templates = new Map(
    templateNames.map((name) => [name, onFirstUse(() => compile(engine, name, fixed))] as const),
  )
  engine.registerPartial(Object.fromEntries(templates))
  return templates
}

/** A template that is made when it is first asked for. */
function onFirstUse(make: () => Handlebars.TemplateDelegate): Handlebars.TemplateDelegate {
  let made: Handlebars.TemplateDelegate | undefined
  return (context, options) => (made ??= make())(context, options)
}

/** Helpers whose answer depends on nothing but the word that they are given. */
type Fixed = Readonly<Record<string, (word: string) => string>>

function compile(engine: typeof Handlebars, name: string, fixed: Fixed): Handlebars.TemplateDelegate {
  const options = { knownHelpers: { t: true, asset: true }, knownHelpersOnly: true, preventIndent: true }
  const program = { ...parse(name), body: settled(parse(name).body, fixed) }
  return engine.template(
    runInThisContext(`(${engine.precompile(program, options) as string})`) as TemplateSpecification,
  )
}

function parse(name: string): hbs.AST.Program {
  return handlebars().parse(readTemplate(name))
}

/**
 * What is the same on every page of a language is written in before a template is compiled: sentences without
 * places, the addresses of our own files, and parts that are given nothing. `block` is what stands in a layout.
 */
function settled(
  body: readonly hbs.AST.Statement[],
  fixed: Fixed,
  block: readonly hbs.AST.Statement[] = [],
): hbs.AST.Statement[] {
  return body.flatMap((statement): hbs.AST.Statement[] => {
    // Of a block without `else` the second is missing, which its type does not say.
    const within = (inner: hbs.AST.Program | undefined) =>
      inner && { ...inner, body: settled(inner.body, fixed, block) }
    switch (statement.type) {
      case 'MustacheStatement': {
        const text = fixedText(statement as hbs.AST.MustacheStatement, fixed)
        return text === null ? [statement] : [content(statement, text)]
      }
      case 'PartialStatement': {
        const name = bareName(statement as hbs.AST.PartialStatement)
        if (name === '@partial-block') return [...block]
        return name === null ? [statement] : settled(parse(name).body, fixed)
      }
      case 'PartialBlockStatement': {
        const layout = statement as hbs.AST.PartialBlockStatement
        const name = bareName(layout)
        const inside = settled(layout.program.body, fixed, block)
        if (name === null) throw new Error('a layout is given nothing but what stands in it')
        return settled(parse(name).body, fixed, inside)
      }
      case 'BlockStatement': {
        const { program, inverse } = statement as hbs.AST.BlockStatement
        return [
          { ...statement, program: within(program), inverse: within(inverse) } as hbs.AST.BlockStatement,
        ]
      }
      default:
        return [statement]
    }
  })
}

/** What a helper says that is given a single word, as it stands in the page. */
function fixedText({ path, params, hash }: hbs.AST.MustacheStatement, fixed: Fixed): string | null {
  const [word] = params
  const say = fixed[(path as hbs.AST.PathExpression).original]
  if (!say || params.length !== 1 || word?.type !== 'StringLiteral' || isGiven(hash)) return null
  return handlebars().escapeExpression(say((word as hbs.AST.StringLiteral).value))
}

/** The name of a part that is given nothing, and so stands where it is put as if it were written there. */
function bareName({
  name,
  params,
  hash,
}: hbs.AST.PartialStatement | hbs.AST.PartialBlockStatement): string | null {
  if (name.type !== 'PathExpression' || params.length > 0 || isGiven(hash)) return null
  return name.original
}

/** Whether something is given by name; where nothing is, the parser leaves it out, which its type does not say. */
function isGiven(hash: hbs.AST.Hash | undefined): boolean {
  return hash !== undefined
}

function content({ loc }: hbs.AST.Statement, value: string): hbs.AST.Statement {
  return { type: 'ContentStatement', loc, value } as hbs.AST.Statement
}
