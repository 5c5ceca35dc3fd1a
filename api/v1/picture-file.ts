import type { FileBody } from '../endpoint.ts'

/** The body of an endpoint that takes a picture. */
export const PICTURE_FILE: FileBody = {
  description: 'The picture, unchanged.',
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
}

/** Explains which pictures such an endpoint takes. */
export const PICTURE_BODY =
  'Send the picture itself as the body: PNG, JPEG, WebP or GIF, at most 10 MB and 16 million pixels. Only a small copy is ' +
  'stored, without metadata.'
