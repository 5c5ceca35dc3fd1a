import type { Form, FormErrors } from '../kit/form.ts'
import type { Scope } from '../projects/project.ts'
import type { PaymentMethod } from './methods/method.ts'
import { offeredMethods } from './methods/offered.ts'

/** The method that was chosen on the page; null where none was, or one that is not offered. */
export function readMethod({ project, isTest }: Scope, form: Form, errors: FormErrors): PaymentMethod | null {
  const offered = offeredMethods(project, isTest)
  const method = offered.find(({ name }) => name === form.payment_method) ?? null
  const problem = method?.attempt.check(form)
  if (!method)
    errors.payment_method = form.payment_method ? 'payment_method_unavailable' : 'payment_method_required'
  else if (problem) errors[problem.field] = problem.problem
  return method
}
