import { readdirSync } from 'node:fs'
import type Handlebars from 'handlebars'
import type { Picture } from '../images/rules/picture.ts'
import { accentOf } from '../kit/accent.ts'
import { unbroken, wholeHyphens, withPlainSpaces } from '../kit/format.ts'
import { languageOf, type Locale } from '../kit/languages.ts'
import { lazily } from '../kit/lazily.ts'
import type { SentenceKey } from '../kit/sentence-key.ts'
import type { Project } from '../projects/project.ts'
import { initialOf } from '../text/initial.ts'
import { shortName } from '../text/short-name.ts'
import { readTemplate } from '../text/template.ts'
import { type Params, translate, translateToHtml } from '../text/translate.ts'
import { viewsFolder } from '../text/views-folder.ts'
import { cancellation } from './kinds/cancellation.ts'
import { cancellationRequested } from './kinds/cancellation-requested.ts'
import { cancellationWithdrawn } from './kinds/cancellation-withdrawn.ts'
import { changeScheduled } from './kinds/change-scheduled.ts'
import { changeWithdrawn } from './kinds/change-withdrawn.ts'
import type { EmailContent, Fact, Setting } from './kinds/content.ts'
import { endpointDisabled } from './kinds/endpoint-disabled.ts'
import { paymentDiscrepancy } from './kinds/payment-discrepancy.ts'
import { paymentRefunded } from './kinds/payment-refunded.ts'
import { portalLink } from './kinds/portal-link.ts'
import { receipt } from './kinds/receipt.ts'
import { refundRequired } from './kinds/refund-required.ts'
import { renewalBlocked } from './kinds/renewal-blocked.ts'
import { sale } from './kinds/sale.ts'
import { subscriptionCanceled } from './kinds/subscription-canceled.ts'
import { subscriptionCreated } from './kinds/subscription-created.ts'
import { subscriptionPastDue } from './kinds/subscription-past-due.ts'
import { renewalReminder } from './kinds/subscription-reminder.ts'
import { transferDetails } from './kinds/transfer-details.ts'
import { transferIncomplete } from './kinds/transfer-incomplete.ts'
import { transferReceivedNote } from './kinds/transfer-received-note.ts'
import { transferRejected } from './kinds/transfer-rejected.ts'
import { transferDue, transferReported } from './kinds/transfer-reported.ts'
import { transfersWaiting } from './kinds/transfers-waiting.ts'
import { logoOf } from './logo.ts'
import type { EmailKind, EmailPayloads } from './payloads.ts'
import { oneLine, tamed } from './rules/plain.ts'

const kinds: { [Kind in EmailKind]: (words: EmailPayloads[Kind], setting: Setting) => EmailContent } = {
  receipt,
  transfer_reported: transferReported,
  transfer_due: transferDue,
  transfers_waiting: transfersWaiting,
  transfer_rejected: transferRejected,
  transfer_details: transferDetails,
  transfer_received_note: transferReceivedNote,
  transfer_incomplete: transferIncomplete,
  payment_refunded: paymentRefunded,
  refund_required: refundRequired,
  payment_discrepancy: paymentDiscrepancy,
  renewal_blocked: renewalBlocked,
  sale,
  cancellation,
  endpoint_disabled: endpointDisabled,
  subscription_created: subscriptionCreated,
  renewal_reminder: renewalReminder,
  subscription_past_due: subscriptionPastDue,
  subscription_canceled: subscriptionCanceled,
  cancellation_requested: cancellationRequested,
  cancellation_withdrawn: cancellationWithdrawn,
  change_scheduled: changeScheduled,
  change_withdrawn: changeWithdrawn,
  portal_link: portalLink,
}

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

const forms = new Map<Form, (kind: EmailKind, sheet: Sheet) => string>()

const handlebars = lazily<typeof Handlebars>('handlebars')

/** Compiled when the first email is written: the web process writes none. */
function form(name: Form): (kind: EmailKind, sheet: Sheet) => string {
  const known = forms.get(name)
  if (known) return known
  const { create, escapeExpression, SafeString } = handlebars()
  const engine = create()
  const say = (key: SentenceKey, { hash, data }: Options) => {
    const { lang } = data.root
    if (name === 'text') return translate(lang)(key, hash)
    return new SafeString(translateToHtml(lang, escapeExpression)(key, hash))
  }
  engine.registerHelper('t', say)
  const options = {
    noEscape: name === 'text',
    knownHelpers: { t: true },
    knownHelpersOnly: true,
    preventIndent: true,
  }
  for (const file of templates(`emails/${name}/`)) {
    engine.registerPartial(file.name, engine.compile(file.source, options))
  }
  const compiled = new Map(
    templates('emails/').map((file) => [file.name, engine.compile<Sheet>(file.source, options)]),
  )
  const write = (kind: EmailKind, sheet: Sheet) => {
    const template = compiled.get(kind)
    if (!template) throw new Error(`no email ${kind}`)
    return template(sheet)
  }
  forms.set(name, write)
  return write
}

function templates(folder: string): { name: string; source: string }[] {
  return readdirSync(viewsFolder + folder)
    .filter((file) => file.endsWith('.hbs'))
    .map((file) => file.slice(0, -'.hbs'.length))
    .map((name) => ({ name, source: readTemplate(folder + name) }))
}

/** What leaves the house. */
export interface RenderedEmail {
  subject: string
  /** What an inbox shows beside the subject. */
  preview: string
  html: string
  text: string
  /** An iCalendar file to go with it. */
  calendar?: string
}

/** For whom an email is written out. */
interface Reader {
  project: Project
  locale: Locale
  isTest: boolean
  /** The customer's number for links into the portal. */
  linkVersion?: number
  /** What stands beside the lines of an order, by item. */
  pictures?: ReadonlyMap<number, Picture>
}

/** Writes an email out in its language. Nothing that anybody typed becomes markup, a line or a header. */
export function renderEmail<Kind extends EmailKind>(
  kind: Kind,
  words: EmailPayloads[Kind],
  { project, locale, isTest, linkVersion = 0, pictures = new Map() }: Reader,
): RenderedEmail {
  const shop = shortName(project)
  const say = translate(locale)
  const content = kinds[kind](words, { project, shop, locale, say, linkVersion, pictures })
  const sheet = tamed({
    sign: project.name,
    shop,
    ...content,
    facts: wholeLabels(content.facts),
    further: wholeLabels(content.further ?? []),
    subject: isTest ? `${say('email.test')} ${content.subject}` : content.subject,
    lang: locale,
    dir: languageOf(locale).dir,
    // Old mail programs know left and right alone.
    ...(languageOf(locale).dir === 'rtl' ? { start: 'right', end: 'left' } : { start: 'left', end: 'right' }),
    // A sum of many digits is set smaller, so that it stays on one line of a phone.
    long: typeof content.amount === 'string' && content.amount.length > 14,
    isTest,
    accent: accentOf(project.color),
    logo: logoOf(project),
    initial: initialOf(typeof content.sign === 'string' ? content.sign : project.name),
  })
  return {
    subject: withPlainSpaces(oneLine(sheet.subject)),
    preview: withPlainSpaces(sheet.preview),
    html: wholeHyphens(form('html')(kind, sheet)),
    text: tidy(form('text')(kind, sheet)),
    ...(content.calendar !== undefined && { calendar: withPlainSpaces(content.calendar) }),
  }
}

/** A label of two words stays on one line, also on a phone, but where it would leave too little to what stands beside it. */
const LONGEST_LABEL = 16

function wholeLabels(facts: Fact[]): Fact[] {
  return facts.map((fact) => ({ ...fact, label: wholeLabel(fact.label) }))
}

function wholeLabel(label: string): string {
  return label.split(' ').length === 2 && label.length <= LONGEST_LABEL ? unbroken(label) : label
}

/** One blank line between paragraphs, none at the ends; the `-- ` before a signature keeps its blank. */
function tidy(text: string): string {
  return text.replace(/\n{3,}/g, '\n\n').trim() + '\n'
}
