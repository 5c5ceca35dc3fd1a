import type { Request } from 'express'
import type { Subject } from '../../../common/domain/images/picture.ts'
import type { ProblemKey } from '../../../common/kit/sentence-key.ts'
import { type Image, shrinkPicture, UnfitPicture } from '../../../common/services/images/shrink-picture.ts'
import { oneFileAtATime } from '../../file-slots.ts'
import { fileOf } from '../../pages/file-form.ts'

/** The small picture made of a sent file, or the reason why the file cannot be shown. */
export type SentPicture = { image: Image; problem?: never } | { image?: never; problem: ProblemKey }

/** Creates the small picture of `subject` from the file in a field of a form; null without a file. */
export async function readPicture(
  request: Request,
  name: string,
  projectId: number,
  subject: Subject,
): Promise<SentPicture | null> {
  const file = fileOf(request, name)
  if (file === null) return null
  if (file === 'too_large') return { problem: 'picture_too_large' }
  try {
    return { image: await oneFileAtATime(projectId, () => shrinkPicture(file, subject)) }
  } catch (error) {
    if (!(error instanceof UnfitPicture)) throw error
    return { problem: `picture_${error.fault}` }
  }
}
