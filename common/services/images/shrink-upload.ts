import type { Subject } from '../../domain/images/picture.ts'
import { Refusal } from '../../kit/refusal.ts'
import { type Image, MAX_PIXELS, shrinkPicture, UnfitPicture } from './shrink-picture.ts'

const SENTENCES = {
  empty: 'The body is empty. Send the file itself as the body: curl --data-binary @picture.png',
  kind: 'The file is not a PNG, JPEG, WebP or GIF picture. Send it in one of these formats.',
  pixels: `The picture has more than ${MAX_PIXELS / 1_000_000} million pixels. Send a smaller one.`,
  broken: 'The picture cannot be read: the file is damaged. Save it again, and send the new file.',
} as const satisfies Record<UnfitPicture['fault'] | 'empty', string>

/**
 * Creates the small picture of `subject` from a file that was sent to the API, outside of any transaction. Refuses a file that
 * is not a picture, or is too large.
 */
export async function shrinkUpload(file: Buffer, subject: Subject): Promise<Image> {
  if (file.length === 0) throw refused('empty')
  try {
    return await shrinkPicture(file, subject)
  } catch (error) {
    if (!(error instanceof UnfitPicture)) throw error
    throw refused(error.fault)
  }
}

function refused(fault: keyof typeof SENTENCES): Refusal {
  return new Refusal({ code: 'validation_failed', path: 'file', params: { sentence: SENTENCES[fault] } })
}
