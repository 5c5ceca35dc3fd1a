import type { Picture } from '../../../domain/images/picture.ts'
import { formatDate, formatShortDateTime, type Locale, unbroken, zoneName } from '../../../kit/format.ts'
import type { SentenceKey } from '../../../kit/sentence-key.ts'
import { manualSentence } from '../../../methods/all.ts'
import type { ManualSentence } from '../../../methods/manual.ts'
import type { Project } from '../../projects/project.ts'
import type { Translate } from '../../text/translate.ts'

/** The project and the language of an email. */
export interface Setting {
  /** The merchant's current settings, such as its name and colour. */
  project: Project
  /** The merchant's name, for use in sentences. */
  shop: string
  locale: Locale
  t: Translate
  /** The customer's current link version, for links into the portal. */
  linkVersion: number
  /** Pictures of order lines by item id. Most emails show none. */
  pictures: ReadonlyMap<number, Picture>
}

export interface Fact {
  label: string
  text: string
  /** Follows the text. It stays on one line, where it fits. */
  number?: string
  strong?: boolean
  /** Shown large, because it is copied by hand, digit by digit. */
  large?: boolean
}

/** The input of a template. It contains finished texts; a template computes nothing. */
export interface EmailContent {
  subject: string
  /** The preview text that an inbox shows next to the subject. */
  preview: string
  /** The page behind the only button, or behind the first of two. */
  url: string
  facts: Fact[]
  /** Facts shown below the buttons. */
  further?: Fact[]
  foot: string[]
  /** An attached iCalendar file. */
  calendar?: string
  [word: string]: unknown
}

/** Returns a line of the facts, or nothing without a text. */
export function fact(label: string, text: string | null | undefined, strong = false): Fact[] {
  return text ? [{ label, text, strong }] : []
}

/** Returns a fact with a day in short form, for a column. Sentences write the day in words. */
export function dayFact(
  label: string,
  at: string | null | undefined,
  { project, locale }: Setting,
  strong = false,
): Fact[] {
  return fact(label, at && formatDate(new Date(at), project.timezone, locale), strong)
}

/** Returns a fact with a time and its zone. */
export function timeFact(
  label: string,
  at: string | null | undefined,
  { project, locale }: Setting,
  strong = false,
): Fact[] {
  if (!at) return []
  const [date, zone] = [new Date(at), project.timezone]
  const text = `${formatShortDateTime(date, zone, locale)} (${zoneName(date, zone, locale)})`
  return [{ label, text, strong }]
}

/** Returns a fact with a bank account, and its bank if known. */
export function accountFact(
  label: string,
  { bank_name: bank, account_number: number }: { bank_name?: string | null; account_number: string | null },
  strong = false,
): Fact[] {
  if (!number) return fact(label, bank, strong)
  return [{ label, text: bank ? `${bank},` : '', number, strong }]
}

/** Returns the sentence with the merchant's contacts. The customer can reply only if there is an email address. */
export function helpLine({ t, shop }: Setting, email: string | null, phone: string | null): string {
  const contacts = [email, phone && unbroken(phone)].filter(Boolean).join(', ')
  if (!contacts) return t('email.foot.help_unreachable', { shop })
  return t(email ? 'email.foot.help' : 'email.foot.help_elsewhere', { shop, contacts })
}

/** Returns the keys of a manual method's own sentences, for templates. */
export function sentencesOf(
  { method }: { method: string },
  ...names: ManualSentence[]
): Record<string, SentenceKey> {
  return Object.fromEntries(names.map((name) => [name, manualSentence(method, name)]))
}
