import { type FormErrors, isFaulty } from '../../../common/kit/form.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import { findMethod } from '../../../common/methods/all.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { askProviderWithin } from '../../../common/services/operations/ask-provider.ts'
import { giveUpFirst } from '../../../common/services/operations/give-up-first.ts'
import { findGateway } from '../../../common/services/payments/gateways.ts'
import type { PayableName } from '../../../common/services/payments/payables/payable.ts'
import { findAskedPayment } from '../../../common/services/payments/providers/row.ts'
import type { Project, Scope } from '../../../common/services/projects/project.ts'
import { onConnection } from '../../../db/sql.ts'
import type { Atomically, Tx } from '../../../db/transaction.ts'
import type { Form } from '../form.ts'
import type { PressResult } from '../hosted-page.ts'

/** Runs a press. Returns an error for the page if a bank is already working on another payment, which cannot be given up. */
export async function catchPaymentInProgress(
  project: Project,
  press: () => Promise<PressResult>,
): Promise<PressResult> {
  try {
    return await giveUpFirst(project, atomically, press)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'payment_in_progress')
      return { errors: { '': 'in_progress' } }
    throw error
  }
}

/** Milliseconds that a press waits until the provider has opened the payment. */
const OPENED_WITHIN = 4_000

/** Starts a payment with the chosen method. `query` is for the next page if the payment is made at another address. */
export async function payNow(
  { project }: Scope,
  of: PayableName,
  form: Form,
  change: Atomically,
  pay: (tx: Tx) => Promise<FormErrors>,
): Promise<{ errors: FormErrors; query: string | undefined }> {
  const errors = await change(pay)
  if (isFaulty(errors)) return { errors, query: undefined }
  const { payment_method: method = '' } = form
  if (findGateway(method)) await openNow(project, of)
  const isPaidElsewhere = findMethod(method)?.page.started(null).page === 'redirect'
  return { errors, query: isPaidElsewhere ? 'go=1' : undefined }
}

/** Asks the provider to open the payment that has just started, so that the next page can offer it. */
async function openNow(project: Project, of: PayableName): Promise<void> {
  const paymentId = await onConnection((sql) => findAskedPayment(sql, of))
  if (paymentId !== null) await askProviderWithin(OPENED_WITHIN, project, paymentId, atomically, 'page_view')
}
