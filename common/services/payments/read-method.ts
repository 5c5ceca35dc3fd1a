import type { Form, FormErrors } from '../../kit/form.ts'
import type { Amount } from '../../kit/money.ts'
import type { PaymentMethod } from '../../methods/method.ts'
import { offeredMethods } from '../../methods/offered.ts'
import type { Scope } from '../projects/project.ts'

/**
 * Returns the method that was chosen on the page to pay an amount. Sets an error and returns null if it is
 * not offered.
 */
export function readMethod(
  { project, isTest }: Scope,
  amount: Amount,
  form: Form,
  errors: FormErrors,
): PaymentMethod | null {
  const offered = offeredMethods(project, isTest, amount)
  const method = offered.find(({ name }) => name === form.payment_method) ?? null
  const problem = method?.attempt.check(form)
  if (!method)
    errors.payment_method = form.payment_method ? 'payment_method_unavailable' : 'payment_method_required'
  else if (problem) errors[problem.field] = problem.problem
  return method
}
