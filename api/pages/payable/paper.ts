import { formatDate, type Locale } from '../../../common/kit/format.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { translate } from '../../../common/services/text/translate.ts'
import type { PayableInput } from './state.ts'

/** The seller or the buyer, in lines. */
export interface Party {
  label: string
  lines: string[]
}

/** The head of a printed receipt or invoice, next to the merchant's logo. */
export interface PaperView {
  /** The kind of document, and its number. */
  title: string
  /** The date, and the due date of an open invoice. */
  dates: string[]
  parties: Party[]
}

/** Returns the head of a printed receipt, or null without a receipt number. */
export function receiptPaper({ payable, project, locale }: PayableInput): PaperView | null {
  const { receiptNumber: number, paidAt, customerEmail: email } = payable
  if (number === null) return null
  const dates = paidAt === null ? [] : [formatDate(new Date(paidAt), project.timezone, locale)]
  const title = translate(locale)('receipt.paper', { number })
  return { title, dates, parties: partiesOf(project, email, locale) }
}

/** Returns the merchant with the details that the law requires, and the customer if known. */
export function partiesOf(project: Project, email: string | null, locale: Locale): Party[] {
  const t = translate(locale)
  const { name, legalName, registrationNumber: number, address } = project
  const seller = [legalName ?? name, number && t('receipt.registration', { number }), address]
  return [
    { label: t('invoice.from'), lines: seller.filter((line) => line !== null) },
    ...(email === null ? [] : [{ label: t('invoice.to'), lines: [email] }]),
  ]
}
