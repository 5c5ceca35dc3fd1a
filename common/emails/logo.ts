import { isWordMark, SIGN } from '../images/rules/picture.ts'
import type { Project } from '../projects/project.ts'
import { type OurCopy, ourCopy } from './our-copy.ts'

/** A merchant's logo in an email; null where there is none. A `wide` one is a word-mark: it says the name itself. */
export function logoOf({ logo }: Project): (OurCopy & { wide: boolean }) | null {
  if (!logo) return null
  const copy = ourCopy(logo, SIGN)
  return { ...copy, wide: isWordMark(copy) }
}
