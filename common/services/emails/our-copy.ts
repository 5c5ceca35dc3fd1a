import { type Box, isWordMark, LOGO_BOX, type Picture, shownIn } from '../../domain/images/picture.ts'
import { config } from '../../runtime/config.ts'
import type { Project } from '../projects/project.ts'

/** A picture for an email: with an absolute address, and its size, so that a mail program reserves the space. */
export interface OurCopy extends Box {
  src: string
  clear: boolean
}

/** Returns our own copy of a picture, scaled to its place. Emails load nothing from other servers. */
export function ourCopy(picture: Picture, place: Box): OurCopy {
  return { src: config().baseUrl + picture.path, clear: picture.clear, ...shownIn(place, picture) }
}

/** Returns a merchant's logo for an email, or null. A `wide` logo is a word mark, which contains the name. */
export function logoOf({ logo }: Project): (OurCopy & { wide: boolean }) | null {
  if (!logo) return null
  const copy = ourCopy(logo, LOGO_BOX)
  return { ...copy, wide: isWordMark(copy) }
}
