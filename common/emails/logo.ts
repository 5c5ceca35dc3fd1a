import { isWordMark, SIGN } from '../images/rules/picture.ts'
import type { Project } from '../projects/project.ts'
import { type OurCopy, ourCopy } from './our-copy.ts'

/** Returns a merchant's logo for an email, or null. A `wide` logo is a word mark, which contains the name. */
export function logoOf({ logo }: Project): (OurCopy & { wide: boolean }) | null {
  if (!logo) return null
  const copy = ourCopy(logo, SIGN)
  return { ...copy, wide: isWordMark(copy) }
}
