import { formatShortDate, type Locale } from '../../../common/kit/format.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { translate } from '../../../common/services/text/translate.ts'
import type { PayableInput } from './state.ts'

/** Who sells, or who buys, a line for each thing that is to be said. */
export interface Party {
  label: string
  lines: string[]
}

/** What stands over a receipt or an invoice on paper, beside the merchant's sign. */
export interface PaperView {
  /** What it is, and its number. */
  title: string
  /** When it was paid or written, and by when it is due. */
  dates: string[]
  parties: Party[]
}

/** Of what is paid; null where it has no number. */
export function receiptPaper({ payable, project, locale }: PayableInput): PaperView | null {
  const { receiptNumber: number, paidAt, customerEmail: email } = payable
  if (number === null) return null
  const dates = paidAt === null ? [] : [formatShortDate(new Date(paidAt), project.timezone, locale)]
  const title = translate(locale)('receipt.paper', { number })
  return { title, dates, parties: partiesOf(project, email, locale) }
}

/** The merchant as the law asks for it, and the customer as far as known. */
export function partiesOf(project: Project, email: string | null, locale: Locale): Party[] {
  const t = translate(locale)
  const { name, legalName, registrationNumber: number, address } = project
  const seller = [legalName ?? name, number && t('receipt.registration', { number }), address]
  return [
    { label: t('invoice.from'), lines: seller.filter((line) => line !== null) },
    ...(email === null ? [] : [{ label: t('invoice.to'), lines: [email] }]),
  ]
}
