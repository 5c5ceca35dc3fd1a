import { findMethod } from '../payments/methods/all.ts'
import type { Translate } from './translate.ts'

/** What customers call a method; one that is no more is called by what the API called it. */
export function methodLabel(method: string, say: Translate): string {
  const known = findMethod(method)
  return known ? say(known.page.label) : method
}
