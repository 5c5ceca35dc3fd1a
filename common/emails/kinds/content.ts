import type { Picture } from '../../images/rules/picture.ts'
import { formatShortDate, formatShortDateTime, type Locale, unbroken, zoneName } from '../../kit/format.ts'
import type { Project } from '../../projects/project.ts'
import type { Translate } from '../../text/translate.ts'

/** Whose email it is, and in which language. */
export interface Setting {
  /** The merchant as it is now: its name is the sign, its colour the button's. */
  project: Project
  /** Its name inside sentences. */
  shop: string
  locale: Locale
  say: Translate
  /** Of a link into the portal: the customer's number for links that are good now. */
  linkVersion: number
  /** What stands beside the lines of an order, by item; most emails show none. */
  pictures: ReadonlyMap<number, Picture>
}

export interface Fact {
  label: string
  text: string
  /** Ends the text, and stays on one line where one holds it. */
  number?: string
  strong?: boolean
  /** To be copied by hand, digit by digit. */
  large?: boolean
}

/** What a template is given: words only; it computes none. */
export interface EmailContent {
  subject: string
  /** What an inbox shows beside the subject. */
  preview: string
  /** The page that the one button opens, or the first of two. */
  url: string
  facts: Fact[]
  /** Facts that stand below what is to be pressed. */
  further?: Fact[]
  foot: string[]
  /** An iCalendar file that goes with it. */
  calendar?: string
  [word: string]: unknown
}

/** A line of the facts; nothing where there is nothing to say. */
export function fact(label: string, text: string | null | undefined, strong = false): Fact[] {
  return text ? [{ label, text, strong }] : []
}

/** A day as it stands in a column: the sentences of an email say it in words. */
export function dayFact(
  label: string,
  at: string | null | undefined,
  { project, locale }: Setting,
  strong = false,
): Fact[] {
  return fact(label, at && formatShortDate(new Date(at), project.timezone, locale), strong)
}

/** A moment in a column, with its zone. */
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

/** Where money is to be sent, or has come: an account, after its bank where that is named with it. */
export function accountFact(
  label: string,
  { bank_name: bank, account_number: number }: { bank_name?: string | null; account_number: string | null },
  strong = false,
): Fact[] {
  if (!number) return fact(label, bank, strong)
  return [{ label, text: bank ? `${bank},` : '', number, strong }]
}

/** How a customer reaches the merchant. Only an address can be replied to. */
export function helpLine({ say, shop }: Setting, email: string | null, phone: string | null): string {
  const contacts = [email, phone && unbroken(phone)].filter(Boolean).join(', ')
  if (!contacts) return say('email.foot.help_unreachable', { shop })
  return say(email ? 'email.foot.help' : 'email.foot.help_elsewhere', { shop, contacts })
}
