import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import { formatAmount, formatDateTime, formatShortDateTime } from '../../../common/kit/format.ts'
import { cut } from '../../../common/kit/text.ts'
import { translate } from '../../../common/services/text/translate.ts'
import type { ProjectInput } from '../frame.ts'
import { LONGEST_VERIFIER } from './verifier.ts'

/** The outcome of a decision, and a sentence that says who decided, what and when. */
export interface Decision {
  text: string
  /** The sentence next to the payment, in a table or on its page, without its amount, its reference and the time zone. */
  short: string
  /** Whether this member has made the decision. Otherwise another person was faster, or nothing is decided. */
  isOwn: boolean
  /** Whether there is nothing to do or to check. */
  isNeutral: boolean
}

type Reader = Pick<ProjectInput, 'locale' | 'project' | 'email'>

/** Why a payment still waits after it was ticked: its amount has changed, a bank is busy with its order, or an error. */
export type StillWaits = 'changed' | 'in_progress' | 'error'

/** Returns who decided about a payment at `time`, and how, as far as it is known. `waits`: why it is still pending. */
export function decisionOf(
  payment: PaymentObject,
  { locale, project, email }: Reader,
  {
    time = new Date(payment.updated_at),
    waits = 'changed',
  }: { time?: Date | undefined; waits?: StillWaits } = {},
): Decision {
  const t = translate(locale)
  const { status, failure_code: why, amount_received: received, amount, currency, verified_by: by } = payment
  const sum = formatAmount(status === 'paid' ? received : amount, currency, locale)
  const { reference } = payment
  const about = {
    what: reference === null ? sum : t('dashboard.decision.what', { amount: sum, reference }),
    time: formatDateTime(time, project.timezone, locale),
    who: whoOf(by, email, locale),
  }
  const isOwn = status !== 'pending' && isOf(by, email)
  const outcome = (name: 'paid' | 'refund' | 'failed' | 'over' | StillWaits, isNeutral: boolean) => ({
    text: t(`dashboard.decision.${name}`, about),
    short: t(`dashboard.waiting.row_${name}`, {
      who: about.who,
      time: formatShortDateTime(time, project.timezone, locale),
    }),
    ...{ isOwn, isNeutral },
  })
  if (status === 'pending') return outcome(waits, false)
  if (status === 'paid' || status === 'refunded') return outcome('paid', true)
  if (why === 'rejected') return outcome('failed', status !== 'refund_required')
  if (status === 'refund_required') return outcome('refund', false)
  return outcome('over', true)
}

/** Returns the name of the person or program that decided. Members are named by their address. */
export function whoOf(verifiedBy: string | null, email: string, locale: Reader['locale']): string {
  const t = translate(locale)
  switch (verifiedBy) {
    case null:
      return t('dashboard.decision.who_unknown')
    case 'api':
    case 'cli':
    case 'email_link':
      return t(`dashboard.decision.who_${verifiedBy}`)
    default:
      return isOf(verifiedBy, email) ? t('dashboard.decision.who_you') : verifiedBy
  }
}

/** `verified_by` holds the beginning of a long address. */
function isOf(verifiedBy: string | null, email: string): boolean {
  return verifiedBy === cut(email, LONGEST_VERIFIER)
}
