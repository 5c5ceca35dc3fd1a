import type { Locale } from '../../kit/format.ts'
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
}

export interface Fact {
  label: string
  text: string
  strong?: boolean
  /** To be copied by hand, digit by digit. */
  large?: boolean
}

/** What a template is given: words only; it computes none. */
export interface EmailContent {
  subject: string
  /** What an inbox shows beside the subject. */
  preview: string
  /** The page that the one button opens. */
  url: string
  facts: Fact[]
  foot: string[]
  /** An iCalendar file that goes with it. */
  calendar?: string
  [word: string]: unknown
}

/** A line of the facts; nothing where there is nothing to say. */
export function fact(label: string, text: string | null | undefined, strong = false): Fact[] {
  return text ? [{ label, text, strong }] : []
}

/** How a customer reaches the merchant. Only an address can be replied to. */
export function helpLine({ say, shop }: Setting, email: string | null, phone: string | null): string {
  const contacts = [email, phone].filter(Boolean).join(', ')
  if (!contacts) return say('email.foot.help_unreachable', { shop })
  return say(email ? 'email.foot.help' : 'email.foot.help_elsewhere', { shop, contacts })
}
