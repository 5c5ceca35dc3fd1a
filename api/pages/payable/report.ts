import { epcCode } from '../../../common/domain/payments/epc-code.ts'
import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import { bareAmount, formatAmount, formatDateTime, type Locale } from '../../../common/kit/format.ts'
import { manualSentence } from '../../../common/methods/all.ts'
import { LONGEST_PAYER_NAME } from '../../../common/services/payments/report.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { codeOf, type CodeView } from '../hand-over/code.ts'
import { fieldOf, type FieldView } from '../kit/fields.ts'
import { isLong } from '../kit/is-long.ts'
import type { PayableInput } from './state.ts'

/** A row: `text` is shown, `copy` is copied by its button (bare digits). An empty `copy` has no button. */
interface DetailRow {
  label: string
  text: string
  copy: string
  /** Whether a phone shows the button below the text, so that an amount does not break. */
  long?: boolean
}

/** The details that a customer needs to send money by hand. */
export interface DetailsView {
  /** The missing amount. */
  amount: string
  rows: DetailRow[]
  reference: DetailRow & { hint: string }
  deadline: string | null
}

/** The texts of the page on which the customer reports a payment, in the method's own words. */
export interface ReportView {
  heading: string
  button: string
  busy: string
  next: string
}

/** Returns a code that fills in a bank's form; null if there is no standard for it. There is one for euros to an IBAN. */
export function transferCode(payment: PaymentObject): CodeView | null {
  const { account_holder: holder, account_number: account, reference, currency } = payment
  const amount = payment.amount - payment.amount_received
  const text =
    currency === 'EUR' && holder && account && reference && epcCode({ holder, account, amount, reference })
  return text ? codeOf(text, 'large', 'M') : null // the error correction that the standard requires
}

/** Returns the texts of the page on which the customer reports a payment. */
export function reportView(
  { method }: Pick<PaymentObject, 'method'>,
  project: Project,
  locale: Locale,
): ReportView {
  const t = translate(locale)
  return {
    heading: t(manualSentence(method, 'report_heading')),
    button: t(manualSentence(method, 'report_button')),
    busy: t(manualSentence(method, 'report_busy')),
    next: t(manualSentence(method, 'report_next'), { shop: shortName(project) }),
  }
}

/** Returns the details for sending the missing amount: account, amount, reference and deadline. */
export function detailsView(payment: PaymentObject, project: Project, locale: Locale): DetailsView {
  const t = translate(locale)
  const missing = payment.amount - payment.amount_received
  const row = (label: string, text: string | null | undefined, copy = text): DetailRow[] =>
    text ? [{ label, text, copy: copy ?? text }] : []
  const amount = formatAmount(missing, payment.currency, locale)
  return {
    amount,
    rows: [
      ...row(t('account.bank'), payment.bank_name, ''),
      ...row(t('account.number'), payment.account_number, payment.account_number?.replace(/[\s-]/g, '')),
      ...row(t('account.holder'), payment.account_holder),
      ...row(
        t(manualSentence(payment.method, 'report_amount')),
        amount,
        bareAmount(missing, payment.currency),
      ).map((line) => ({ ...line, long: isLong(amount) })),
    ],
    reference: {
      label: t('account.reference'),
      text: payment.reference ?? '',
      copy: payment.reference ?? '',
      hint: t(manualSentence(payment.method, 'report_reference'), { shop: shortName(project) }),
    },
    deadline:
      payment.expires_at &&
      t(manualSentence(payment.method, 'report_deadline'), {
        time: formatDateTime(new Date(payment.expires_at), project.timezone, locale),
      }),
  }
}

/** Returns the field for the payer's name. The merchant finds money without a reference by it. */
export function payerField({ project, payment, ...input }: PayableInput): FieldView {
  const t = translate(input.locale)
  const label = t(manualSentence(payment?.method, 'report_payer'))
  const hint = t(manualSentence(payment?.method, 'report_payer_hint'), { shop: shortName(project) })
  return fieldOf(input, 'payer_name', {
    ...{ label, hint },
    ...{ known: null, required: false, autocomplete: 'name', maxlength: LONGEST_PAYER_NAME },
  })
}
