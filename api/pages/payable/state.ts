import type { Amount } from '../../../common/kit/money.ts'
import { getMethod } from '../../../common/methods/all.ts'
import type { StartedPage } from '../../../common/methods/page.ts'
import type { LastPayment } from '../../../common/services/payments/find.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import type { Filled } from '../kit/fields.ts'

/** What the pages of a checkout and of an invoice have in common: something to pay. */
export interface Payable {
  status: 'open' | 'pending' | 'complete' | 'expired' | 'void'
  url: string
  currency: string
  /** What is to be paid, or was. */
  amount: Amount
  isTest: boolean
  /** Where the receipt goes; null where none is sent, or the address is not known yet. */
  customerEmail: string | null
  reference: string | null
  successUrl: string | null
  cancelUrl: string | null
  paymentMethod: string | null
  paidAt: string | null
  receiptNumber: string | null
  /** From when on nothing new is started; null where that never comes. */
  closesAt: string | null
}

export interface PageInput extends Filled {
  project: Project
  /** The current attempt, else the last one: a declined one shows its failure. */
  payment: LastPayment | null
  /** The names of the methods offered, in their order. */
  methods: string[]
  now: Date
  nonce: string
  formToken: string
  /** What asks for the page, as it calls itself; a computer's browser where it says nothing. */
  userAgent?: string
  /** `go`: a press has just led here, and the page goes on by itself to where it is paid. */
  show: 'auto' | 'go' | 'canceled' | 'leaving_cancel' | 'receipt'
}

export interface PayableInput extends PageInput {
  payable: Payable
}

export type PayableState =
  'pay' | StartedPage['page'] | 'pending' | 'receipt' | 'expired' | 'void' | 'canceled' | 'leaving'

/** Which page is shown. What has happened comes before what the customer asked to see. */
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

/** Where a payment that has been started is made. */
export function startedPage({ method, details }: Pick<LastPayment, 'method' | 'details'>): StartedPage {
  if (details?.processing) return { page: 'processing' } // a bank has it: there is nothing more to do
  return getMethod(method).page.started(details ?? null)
}
