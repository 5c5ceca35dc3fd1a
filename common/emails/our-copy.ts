import { type Box, type Picture, shownIn } from '../images/rules/picture.ts'
import { config } from '../runtime/config.ts'

/** A picture as an email shows it: by its whole address, and so large that a mail program knows before it comes. */
export interface OurCopy extends Box {
  src: string
  clear: boolean
}

/** Our own copy of a picture in its place: an email asks nobody else for anything. */
export function ourCopy(picture: Picture, place: Box): OurCopy {
  return { src: config().baseUrl + picture.path, clear: picture.clear, ...shownIn(place, picture) }
}
