import { epcCode } from '../../../common/domain/payments/epc-code.ts'
import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import { LONGEST_PAYER_NAME } from '../../../common/domain/payments/payer-name.ts'
import { bareAmount, formatAmount, formatDateTime, type Locale } from '../../../common/kit/format.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { codeOf, type CodeView } from '../hand-over/code.ts'
import { fieldOf, type FieldView } from '../kit/fields.ts'
import type { PayableInput } from './state.ts'

/** One line of bank details: what is read, and what the copy button copies (bare digits); none where it is empty. */
interface TransferRow {
  label: string
  text: string
  copy: string
}

export interface TransferView {
  /** What is still to be sent. */
  amount: string
  rows: TransferRow[]
  reference: TransferRow
  deadline: string | null
}

/** A code from which a bank's app fills all of it in, where there is a standard for one: euros, to an IBAN. */
export function transferCode(payment: PaymentObject): CodeView | null {
  const { account_holder: holder, account_number: account, reference, currency } = payment
  const amount = payment.amount - payment.amount_received
  const text =
    currency === 'EUR' && holder && account && reference && epcCode({ holder, account, amount, reference })
  return text ? codeOf(text, 'large', 'M') : null // the level of repair that the standard names
}

export function transferView(payment: PaymentObject, project: Project, locale: Locale): TransferView {
  const say = translate(locale)
  const missing = payment.amount - payment.amount_received
  const row = (label: string, text: string | null | undefined, copy = text): TransferRow[] =>
    text ? [{ label, text, copy: copy ?? text }] : []
  const amount = formatAmount(missing, payment.currency, locale)
  return {
    amount,
    rows: [
      ...row(say('transfer.bank'), payment.bank_name, ''),
      ...row(say('transfer.account'), payment.account_number, payment.account_number?.replace(/[\s-]/g, '')),
      ...row(say('transfer.holder'), payment.account_holder),
      ...row(say('transfer.amount'), amount, bareAmount(missing, payment.currency)),
    ],
    reference: {
      label: say('transfer.reference'),
      text: payment.reference ?? '',
      copy: payment.reference ?? '',
    },
    deadline:
      payment.expires_at &&
      say('transfer.deadline', {
        time: formatDateTime(new Date(payment.expires_at), project.timezone, locale),
      }),
  }
}

/** Whose account the money comes from: whoever forgets the reference is found by it. */
export function payerField({ project, ...input }: PayableInput): FieldView {
  const say = translate(input.locale)
  return fieldOf(input, 'payer_name', {
    ...{ label: say('transfer.payer'), hint: say('transfer.payer_hint', { shop: shortName(project) }) },
    ...{ known: null, required: false, autocomplete: 'name', maxlength: LONGEST_PAYER_NAME },
  })
}
