import type { CheckoutObject } from '../../../common/domain/checkouts/object.ts'
import type { Problems } from '../../../common/kit/refusal.ts'
import type { InOrder } from '../../../common/kit/submission.ts'
import { getCheckout } from '../../../common/services/checkouts/find.ts'
import { payCheckoutInTestMode } from '../../../common/services/operations/pay-in-test-mode.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ApiRequest } from '../../context.ts'
import { paramsOf } from '../../pages/checkout/view.ts'
import { addPageProblems, refuseOtherChoices } from '../pay/problems.ts'
import type { PayCheckoutInput } from '../pay/schema.ts'

/** Pays a checkout as its page would, and returns the updated checkout. The transaction rolls back on any problem. */
export async function payByApi(
  tx: Tx,
  { scope, draft }: Pick<ApiRequest<PayCheckoutInput>, 'scope' | 'draft'>,
  id: number,
): Promise<CheckoutObject> {
  const { delivery_address, custom_fields, promotion_codes, quantities, ...chosen } = draft.partial()
  const typed = {
    fields: chosen,
    deliveryAddress: delivery_address,
    answers: custom_fields,
    codes: promotion_codes,
    quantities,
  }
  const errors = await payCheckoutInTestMode(tx, scope, id, typed)
  const checkout = await getCheckout(tx.sql, scope, id, tx.now)
  refuseUnexpected(checkout, draft.partial(), draft.problems)
  refuseOtherChoices({ ...draft.partial() }, draft.problems)
  addPageProblems(errors, draft.problems, (errorParams) =>
    paramsOf({ checkout, locale: 'en', typed: {}, errorParams }),
  )
  draft.valid()
  return checkout
}

const SHOWS = 'GET /checkouts/{checkout_id} shows'

/** Refuses values that the page has no field for. Ignoring them would charge another order than the caller expects. */
function refuseUnexpected(
  { allow_promotion_codes: takesCodes, custom_fields: questions, items }: CheckoutObject,
  { promotion_codes: codes, custom_fields: answers = {}, quantities = {} }: InOrder<PayCheckoutInput>,
  problems: Problems,
): void {
  const refuse = (path: string, sentence: string) => {
    problems.add('validation_failed', path, { sentence })
  }
  if (codes && !takesCodes)
    refuse(
      'promotion_codes',
      'This checkout does not accept promotion codes: it was created without allow_promotion_codes.',
    )
  const keys = new Set(questions.map(({ key }) => key))
  for (const key of Object.keys(answers))
    if (!keys.has(key))
      refuse(
        `custom_fields.${key}`,
        `This checkout has no question with the key '${key}'. Leave it out. ${SHOWS} its custom_fields.`,
      )
  const adjustable = new Set(items.flatMap((item) => (item.adjustable_quantity ? [String(item.id)] : [])))
  for (const id of Object.keys(quantities))
    if (!adjustable.has(id))
      refuse(
        `quantities.${id}`,
        `This checkout has no item ${id} with an adjustable quantity. Leave it out. ${SHOWS} its items.`,
      )
}
