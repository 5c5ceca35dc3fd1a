import { type Box, isWordMark, shownIn, SIGN } from '../images/rules/picture.ts'
import type { Project } from '../projects/project.ts'
import { config } from '../runtime/config.ts'

/** Our copy of a merchant's logo as an email shows it, by its whole address; null where there is none. */
export function logoOf({ logo }: Project): (Box & { src: string; clear: boolean; wide: boolean }) | null {
  if (!logo) return null
  const box = shownIn(SIGN, logo)
  return { src: config().baseUrl + logo.path, clear: logo.clear, wide: isWordMark(box), ...box }
}
