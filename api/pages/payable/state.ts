import type { Picture } from '../../../common/domain/images/picture.ts'
import type { Amount } from '../../../common/kit/money.ts'
import { getMethod } from '../../../common/methods/all.ts'
import type { StartedPage } from '../../../common/methods/page.ts'
import type { LastPayment } from '../../../common/services/payments/find.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import type { FormState } from '../kit/fields.ts'

/** The common fields of a checkout and an invoice. */
export interface Payable {
  status: 'open' | 'pending' | 'complete' | 'expired' | 'void'
  url: string
  currency: string
  /** The amount to pay, or paid. */
  amount: Amount
  isTest: boolean
  /** The address for the receipt; null if none is sent or the address is unknown. */
  customerEmail: string | null
  reference: string | null
  successUrl: string | null
  cancelUrl: string | null
  paymentMethod: string | null
  paidAt: string | null
  receiptNumber: string | null
  /** The time after which no payment can start; null for an invoice. */
  closesAt: string | null
}

export interface PageInput extends FormState {
  project: Project
  /** The current or last attempt. */
  payment: LastPayment | null
  /** The names of the offered methods, in order. */
  methods: string[]
  now: Date
  formToken: string
  /** The User-Agent header. Without one the page is for a computer. */
  userAgent?: string
  /** Our copies of the logos of banks, by the address of the original. */
  logos?: ReadonlyMap<string, Picture>
  /** The name of the bank whose app was opened last on this device. */
  lastBank?: string | null
  /** `go`: after a press, so the page continues by itself to the address where the payment is made. */
  show: 'auto' | 'go' | 'canceled' | 'leaving_cancel' | 'receipt'
}

export interface PayableInput extends PageInput {
  payable: Payable
}

export type PayableState =
  'pay' | StartedPage['page'] | 'pending' | 'receipt' | 'expired' | 'void' | 'canceled' | 'leaving'

/** Returns the page to show. The status of the payable takes precedence over the page that the customer asked for. */
export function stateOf({
  payable,
  payment,
  show,
}: Pick<PayableInput, 'payable' | 'payment' | 'show'>): PayableState {
  const { status, cancelUrl } = payable
  if (status === 'complete') return 'receipt'
  if (status === 'pending') return 'pending'
  if (show === 'leaving_cancel' && cancelUrl) return 'leaving'
  if (status !== 'open') return status
  if (show === 'canceled' || show === 'leaving_cancel') return 'canceled'
  if (payment?.status !== 'started') return 'pay'
  return startedPage(payment).page
}

/** Returns the page on which a started payment is made. */
export function startedPage({ method, details }: Pick<LastPayment, 'method' | 'details'>): StartedPage {
  if (details?.processing) return { page: 'processing' } // a bank is working on it, so the customer can only wait
  return getMethod(method).page.started(details ?? null)
}
