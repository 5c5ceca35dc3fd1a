import { readdirSync } from 'node:fs'
import type Handlebars from 'handlebars'
import { oneLine, withSingleLines } from '../../domain/emails/plain.ts'
import { wholeHyphens } from '../../domain/emails/whole-hyphens.ts'
import type { Picture } from '../../domain/images/picture.ts'
import { accentOf } from '../../kit/accent.ts'
import { unbroken, withPlainSpaces } from '../../kit/format.ts'
import { languageOf, type Locale } from '../../kit/languages.ts'
import { lazily } from '../../kit/lazily.ts'
import type { SentenceKey } from '../../kit/sentence-key.ts'
import type { Project } from '../projects/project.ts'
import { initialOf, shortName } from '../text/names.ts'
import { type Params, translate, translateToHtml } from '../text/translate.ts'
import { readTemplate, viewsFolder } from '../text/views.ts'
import type { EmailDefinition } from './define-email.ts'
import { type EmailKind, emailKinds, type EmailPayloads } from './kinds.ts'
import type { EmailContent, Fact } from './kinds/content.ts'
import { logoOf } from './our-copy.ts'

interface Sheet extends EmailContent {
  lang: Locale
  dir: 'ltr' | 'rtl'
}

interface Options {
  hash: Params
  data: { root: Sheet }
}

/** An email has one source; `html` and `text` are two sets of parts to build it from. */
type Form = 'html' | 'text'

const forms = new Map<Form, (template: string, sheet: Sheet) => string>()

const handlebars = lazily<typeof Handlebars>('handlebars')

/** Templates are compiled when the first email is rendered, because web processes render none. */
function form(name: Form): (template: string, sheet: Sheet) => string {
  const known = forms.get(name)
  if (known) return known
  const { create, escapeExpression, SafeString } = handlebars()
  const engine = create()
  const t = (key: SentenceKey, { hash, data }: Options) => {
    const { lang } = data.root
    if (name === 'text') return translate(lang)(key, hash)
    return new SafeString(translateToHtml(lang, escapeExpression)(key, hash))
  }
  engine.registerHelper('t', t)
  const options = {
    noEscape: name === 'text',
    knownHelpers: { t: true },
    knownHelpersOnly: true,
    preventIndent: true,
  }
  for (const part of partsIn(`${viewsFolder}emails/${name}`))
    engine.registerPartial(part, engine.compile(readTemplate(`emails/${name}/${part}`), options))
  const compiled = new Map(
    Object.values(emailKinds).map(({ template }) => [
      template,
      engine.compile<Sheet>(readTemplate(`emails/${template}`), options),
    ]),
  )
  const write = (template: string, sheet: Sheet) => compiled.get(template)!(sheet)
  forms.set(name, write)
  return write
}

const TEMPLATE = /^([^.].*)\.hbs$/

/** Returns the names of the templates in a folder. Skips other files, such as hidden files of an editor or a file system. */
export function partsIn(folder: string): string[] {
  return readdirSync(folder).flatMap((file) => TEMPLATE.exec(file)?.[1] ?? [])
}

/** A rendered email, ready to be sent. */
export interface RenderedEmail {
  subject: string
  /** The preview text that an inbox shows next to the subject. */
  preview: string
  html: string
  text: string
  /** An attached iCalendar file. */
  calendar?: string
}

/** The context of a rendered email. */
interface Reader {
  project: Project
  locale: Locale
  isTest: boolean
  /** The customer's link version, for links into the portal. */
  linkVersion?: number
  /** Pictures of order lines by item id. */
  pictures?: ReadonlyMap<number, Picture>
}

/** Renders an email in its language. Text from users can never become markup, a new line or a header. */
export function renderEmail<Kind extends EmailKind>(
  kind: Kind,
  payload: EmailPayloads[Kind],
  { project, locale, isTest, linkVersion = 0, pictures = new Map() }: Reader,
): RenderedEmail {
  const shop = shortName(project)
  const t = translate(locale)
  const definition = emailKinds[kind] as EmailDefinition<EmailPayloads[Kind]>
  const content = definition.content(payload, { project, shop, locale, t, linkVersion, pictures })
  const sheet = withSingleLines({
    sign: project.name,
    shop,
    ...content,
    facts: wholeLabels(content.facts),
    further: wholeLabels(content.further ?? []),
    subject: isTest ? `${t('email.test')} ${content.subject}` : content.subject,
    lang: locale,
    dir: languageOf(locale).dir,
    // Old mail programs only support left and right.
    ...(languageOf(locale).dir === 'rtl' ? { start: 'right', end: 'left' } : { start: 'left', end: 'right' }),
    // A long amount is set smaller, so that it fits on one line of a phone.
    long: typeof content.amount === 'string' && content.amount.length > 14,
    isTest,
    accent: accentOf(project.color),
    logo: logoOf(project),
    initial: initialOf(typeof content.sign === 'string' ? content.sign : project.name),
  })
  return {
    subject: withPlainSpaces(oneLine(sheet.subject)),
    preview: withPlainSpaces(sheet.preview),
    html: wholeHyphens(form('html')(definition.template, sheet)),
    text: tidy(form('text')(definition.template, sheet)),
    ...(content.calendar !== undefined && { calendar: withPlainSpaces(content.calendar) }),
  }
}

/** Keeps a label of two words on one line, unless that leaves too little space for its value. */
const LONGEST_LABEL = 16

function wholeLabels(facts: Fact[]): Fact[] {
  return facts.map((fact) => ({ ...fact, label: wholeLabel(fact.label) }))
}

function wholeLabel(label: string): string {
  return label.split(' ').length === 2 && label.length <= LONGEST_LABEL ? unbroken(label) : label
}

/**
 * Leaves one blank line between paragraphs and none at the ends. The `-- ` before a signature keeps its trailing
 * space.
 */
function tidy(text: string): string {
  return text.replace(/\n{3,}/g, '\n\n').trim() + '\n'
}
