import type { FormErrors } from '../../../common/kit/form.ts'
import type { Problems } from '../../../common/kit/refusal.ts'
import type { Params } from '../../../common/services/text/translate.ts'
import { toSentenceKeys } from '../../pages/hosted-page.ts'
import { sentenceOf } from '../../pages/kit/fields.ts'

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
    problems.add('validation_failed', path, { sentence: sentenceOf(key, 'en', params[name]) ?? key })
  }
}

/** Returns the API path of a form field: `delivery_address.line1` for `delivery_address[line1]`, `body` for no field. */
function pathOf(name: string): string {
  const path = name.replace(/\[([^\]]*)\]/g, '.$1').replace(/^quantity\./, 'quantities.')
  if (path === 'promotion_code') return 'promotion_codes'
  return path === '' ? 'body' : path
}
