import Handlebars from 'handlebars'
import { readFileSync, readdirSync } from 'node:fs'
import { accentOf } from '../kit/accent.ts'
import type { Locale } from '../kit/format.ts'
import type { Project } from '../projects/project.ts'
import { inside } from './letters/letter.ts'
import type { Letter, Setting } from './letters/letter.ts'
import { endpointDisabled } from './letters/endpoint-disabled.ts'
import { portalLink } from './letters/portal-link.ts'
import { receipt } from './letters/receipt.ts'
import { refundRequired } from './letters/refund-required.ts'
import { renewalReminder } from './letters/subscription-reminder.ts'
import { subscriptionCanceled } from './letters/subscription-canceled.ts'
import { subscriptionCreated } from './letters/subscription-created.ts'
import { subscriptionPastDue } from './letters/subscription-past-due.ts'
import { transferRejected } from './letters/transfer-rejected.ts'
import { transferDue, transferReported } from './letters/transfer-reported.ts'
import { logoOf } from './logo.ts'
import { oneLine, tamed } from './rules/plain.ts'
import { htmlSentences, lettersFolder, sentences } from './sentences.ts'
import type { Params, SentenceKey } from './sentences.ts'
import type { EmailKind, LetterWords } from './words.ts'

const letters: { [Kind in EmailKind]: (words: LetterWords[Kind], setting: Setting) => Letter } = {
  receipt,
  transfer_reported: transferReported,
  transfer_due: transferDue,
  transfer_rejected: transferRejected,
  refund_required: refundRequired,
  endpoint_disabled: endpointDisabled,
  subscription_created: subscriptionCreated,
  renewal_reminder: renewalReminder,
  subscription_past_due: subscriptionPastDue,
  subscription_canceled: subscriptionCanceled,
  portal_link: portalLink,
}

interface Sheet extends Letter {
  lang: Locale
}

interface Options {
  hash: Params
  data: { root: Sheet }
}

/** A letter has one source; `html` and `text` are two sets of parts to build it from. */
type Form = 'html' | 'text'

const forms = new Map<Form, (kind: EmailKind, sheet: Sheet) => string>()

/** Compiled when the first letter is written: the web process writes none. */
function form(name: Form): (kind: EmailKind, sheet: Sheet) => string {
  const known = forms.get(name)
  if (known) return known
  const engine = Handlebars.create()
  const say = (key: SentenceKey, { hash, data }: Options) => {
    const { lang } = data.root
    if (name === 'text') return sentences(lang)(key, hash)
    return new Handlebars.SafeString(htmlSentences(lang, Handlebars.escapeExpression)(key, hash))
  }
  engine.registerHelper('t', say)
  const options = {
    noEscape: name === 'text',
    knownHelpers: { t: true },
    knownHelpersOnly: true,
    preventIndent: true,
  }
  for (const file of templates(`${lettersFolder}${name}/`)) {
    engine.registerPartial(file.name, engine.compile(file.source, options))
  }
  const compiled = new Map(
    templates(lettersFolder).map((file) => [file.name, engine.compile<Sheet>(file.source, options)]),
  )
  const write = (kind: EmailKind, sheet: Sheet) => {
    const template = compiled.get(kind)
    if (!template) throw new Error(`no letter ${kind}`)
    return template(sheet)
  }
  forms.set(name, write)
  return write
}

function templates(folder: string): { name: string; source: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.hbs'))
    .map((name) => ({ name: name.slice(0, -'.hbs'.length), source: readFileSync(folder + name, 'utf8') }))
}

/** What leaves the house. */
export interface RenderedLetter {
  subject: string
  /** What an inbox shows beside the subject. */
  preview: string
  html: string
  text: string
  /** An iCalendar file to go with it. */
  calendar?: string
}

/** Writes a letter out in its language. Nothing that anybody typed becomes markup, a line or a header. */
export function renderLetter<Kind extends EmailKind>(
  kind: Kind,
  words: LetterWords[Kind],
  { project, locale, isTest }: { project: Project; locale: Locale; isTest: boolean },
): RenderedLetter {
  const shop = inside(project.name)
  const letter = letters[kind](words, { project, shop, locale, say: sentences(locale) })
  const sheet = tamed({
    sign: project.name,
    shop,
    ...letter,
    subject: (isTest ? '[Test] ' : '') + letter.subject,
    lang: locale,
    isTest,
    accent: accentOf(project.color),
    logo: logoOf(project),
  })
  return {
    subject: oneLine(sheet.subject),
    preview: sheet.preview,
    html: form('html')(kind, sheet),
    text: tidy(form('text')(kind, sheet)),
    ...(letter.calendar !== undefined && { calendar: letter.calendar }),
  }
}

/** One blank line between paragraphs, none at the ends; the `-- ` before a signature keeps its blank. */
function tidy(text: string): string {
  return text.replace(/\n{3,}/g, '\n\n').trim() + '\n'
}
