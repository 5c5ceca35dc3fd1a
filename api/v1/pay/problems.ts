import type { FormErrors } from '../../../common/kit/form.ts'
import type { Problems } from '../../../common/kit/refusal.ts'
import { methods } from '../../../common/methods/all.ts'
import type { Params } from '../../../common/services/text/translate.ts'
import { toSentenceKeys } from '../../pages/hosted-page.ts'
import { sentenceOf } from '../../pages/kit/fields.ts'

/** Sentences of a page that need other words in the API. */
const IN_API: Readonly<Record<string, string>> = {
  'errors.payment_method_unavailable':
    'This payment method is not enabled in this mode, or does not take this amount. Leave payment_method out to use one that is offered. PATCH /projects/{project_id} enables methods under payment_methods.',
}

/** Adds the problems of a page, in English and under the paths of the API. `paramsOf` returns the parameters of the sentences. */
export function addPageProblems(
  errors: FormErrors,
  problems: Problems,
  paramsOf: (errorParams: Record<string, Params>) => Record<string, Params> = (params) => params,
): void {
  const { errors: keys, errorParams } = toSentenceKeys(errors)
  const params = paramsOf(errorParams)
  for (const [name, key] of Object.entries(keys)) {
    const path = pathOf(name)
    if (problems.has(path)) continue // already reported by the schema
    const sentence = IN_API[key] ?? sentenceOf(key, 'en', params[name]) ?? key
    problems.add('validation_failed', path, { sentence })
  }
}

/**
 * Refuses the choice of one payment method together with another method. Ignoring it would pay in another
 * way than the caller expects.
 */
export function refuseOtherChoices(input: Readonly<Record<string, unknown>>, problems: Problems): void {
  const { payment_method: chosen } = input
  for (const { name, page } of methods) {
    const field = page.choice?.field
    if (field && input[field] !== undefined && chosen !== undefined && chosen !== name)
      problems.add('validation_failed', field, {
        sentence: `${field} works only with the payment_method ${name}. Leave one of the two out.`,
      })
  }
}

/** Returns the API path of a form field: `delivery_address.line1` for `delivery_address[line1]`, `body` for no field. */
function pathOf(name: string): string {
  const path = name.replace(/\[([^\]]*)\]/g, '.$1').replace(/^quantity\./, 'quantities.')
  if (path === 'promotion_code') return 'promotion_codes'
  return path === '' ? 'body' : path
}
