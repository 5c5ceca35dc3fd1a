import type { FormErrors, FormProblem } from '../../../common/kit/form.ts'
import { type Problem, Refusal } from '../../../common/kit/refusal.ts'
import type { ProblemKey } from '../../../common/kit/sentence-key.ts'
import { itemField } from './items.ts'

/** Returns the errors of a form that the operation has refused. Throws errors that are not about the form. */
export function refusedFields(
  error: unknown,
  /** The row in the form of each item of the request. */
  rows: readonly number[] = [],
  /** The fields of the form with other names than in the API. */
  names: Readonly<Record<string, string>> = {},
): FormErrors {
  if (!(error instanceof Refusal) || error.status !== 422) throw error
  return Object.fromEntries(
    error.problems.map((problem) => [fieldOf(problem, rows, names), problemOf(problem)]),
  )
}

const ITEM_PARTS: readonly [RegExp, Parameters<typeof itemField>[1]][] = [
  [/^price(_id)?$/, 'price'],
  [/\.minimum$/, 'minimum'],
  [/\.maximum$/, 'maximum'],
  [/\.suggested$/, 'suggested'],
  [/\bunit_amount$/, 'amount'],
  [/^adjustable_quantity/, 'adjustable'],
  [/^quantity$/, 'quantity'],
]

function fieldOf(
  { path = '' }: Problem,
  rows: readonly number[],
  names: Readonly<Record<string, string>>,
): string {
  const [, index, part] = /^items\.(\d+)\.(.+)$/.exec(path) ?? []
  if (index !== undefined && part !== undefined) {
    const [, known] = ITEM_PARTS.find(([form]) => form.test(part)) ?? []
    return itemField(rows[Number(index)] ?? 0, known ?? 'name')
  }
  const [whole = ''] = path.split('.')
  return names[path] ?? names[whole] ?? (whole === 'items' ? '' : whole)
}

const BY_CODE: Readonly<Record<string, ProblemKey>> = {
  price_inactive: 'price_archived',
  price_not_found: 'price_archived',
  lookup_key_not_found: 'price_archived',
  product_not_found: 'code_product',
  amount_too_large: 'order_too_large',
  period_too_long: 'periods_too_many',
  single_item_required: 'plan_alone',
  customer_required: 'plan_customer',
  already_subscribed: 'customer_subscribed',
  trial_already_used: 'trial_used',
  subscription_id_required: 'customer_subscribed',
  no_payment_method: 'shop_no_method',
  plan_limit_reached: 'shop_plan_limit',
  discount_exceeds_subtotal: 'discount_too_large',
  lookup_key_taken: 'key_taken',
  promotion_code_taken: 'code_taken',
}

/** Problems of a field with a value of the right kind that is out of its range, by the end of the path. */
const BY_FIELD: readonly [RegExp, ProblemKey][] = [
  [/^items\.\d+\.adjustable_quantity/, 'quantity_range'],
  [/^items\.0\.quantity/, 'periods_too_many'],
  [/\.maximum$/, 'amount_highest'],
  [/\.suggested$/, 'amount_range'],
  [/^ends_at$/, 'day_past'],
  [/^lookup_key$/, 'key_unfit'],
  [/^(phone|customer_email)$/, 'contact_invalid'],
  [/^code$/, 'code_unfit'],
  [/amount$/, 'order_too_large'],
  [/^expires_at$/, 'last_day_range'],
]

function problemOf(problem: Problem): FormProblem {
  const { code, path = '' } = problem
  const byField = BY_FIELD.find(([form]) => form.test(path))?.[1]
  return BY_CODE[code] ?? byField ?? textProblem(problem) ?? 'form_refused'
}

/** Returns why a text was refused: its length, or its characters; undefined for other problems. */
export function textProblem({ params = {} }: Problem): FormProblem | undefined {
  if (typeof params.longest === 'number')
    return { problem: 'text_too_long', about: { limit: params.longest } }
  return params.unfit === undefined ? undefined : 'text_unfit'
}
