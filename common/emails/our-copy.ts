import { type Box, type Picture, shownIn } from '../images/rules/picture.ts'
import { config } from '../runtime/config.ts'

/** A picture for an email: with an absolute address, and its size, so that a mail program reserves the space. */
export interface OurCopy extends Box {
  src: string
  clear: boolean
}

/** Returns our own copy of a picture, scaled to its place. Emails load nothing from other servers. */
export function ourCopy(picture: Picture, place: Box): OurCopy {
  return { src: config().baseUrl + picture.path, clear: picture.clear, ...shownIn(place, picture) }
}
