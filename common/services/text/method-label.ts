import { findMethod } from '../../methods/all.ts'
import type { Translate } from './translate.ts'

/** Returns a method's label for customers; for a method that was removed, its API name. */
export function methodLabel(method: string, t: Translate): string {
  const known = findMethod(method)
  return known ? t(known.page.label) : method
}
