import type { Atomically } from '../../../db/transaction.ts'
import type { Guard } from '../../runtime/guarded-http.ts'
import { log, trace } from '../../runtime/log.ts'
import { OutsideError } from '../../runtime/outside-error.ts'
import { publish } from '../../runtime/publish.ts'
import { claimCopy } from './claim-copy.ts'
import { fetchPicture } from './fetch-picture.ts'
import type { ImageCopy } from './image-copies-table.ts'
import { recordFailure } from './record-failure.ts'
import { type Image, shrinkPicture, UnfitPicture } from './shrink-picture.ts'
import { storeImage } from './store.ts'

/**
 * Copies a picture if it is due. The address is fetched outside any transaction. If the worker is killed at any
 * point, the copy is due again when the claim expires. A result for an address that was changed meanwhile is dropped.
 */
export async function copyPicture(
  copyId: number,
  atomically: Atomically,
  limits: Partial<Guard> = {},
): Promise<void> {
  const copy = await atomically((tx) => claimCopy(tx, copyId))
  if (!copy) return
  const cause = copy.requestId === null ? {} : { request_id: copy.requestId }
  await trace.run({ ...trace.getStore(), ...cause }, async () => {
    const result = await attempt(copy, limits)
    const { error } = result
    const fields = { copy_id: copyId, subject: copy.subject, subject_id: copy.subjectId, tries: copy.tries }
    if (result.image) {
      const { image } = result
      if (!(await atomically((tx) => storeImage(tx, copy, image)))) return
      if (copy.subject === 'project') publish('project.changed', copy.projectId)
      log().info({ ...fields, bytes: image.bytes.length }, 'picture copied')
    } else {
      const next = await atomically((tx) => recordFailure(tx, copy, result.error))
      log().info(
        { ...fields, error, next_try_at: next },
        next ? 'picture not copied yet' : 'picture given up',
      )
    }
  })
}

type Result = { image: Image; error?: never } | { image?: never; error: string }

async function attempt({ url, isTest, subject }: ImageCopy, limits: Partial<Guard>): Promise<Result> {
  try {
    const bytes = await fetchPicture(url, isTest, limits)
    return { image: await shrinkPicture(bytes, subject) }
  } catch (error) {
    if (error instanceof OutsideError || error instanceof UnfitPicture) return { error: error.message }
    throw error
  }
}
