import type { Atomically } from '../../db/transaction.ts'
import type { Guard } from '../runtime/guarded-http.ts'
import { log, trace } from '../runtime/log.ts'
import { OutsideError } from '../runtime/outside-error.ts'
import { publish } from '../runtime/publish.ts'
import { claimCopy } from './claim-copy.ts'
import { fetchPicture } from './fetch-picture.ts'
import { recordFailure } from './record-failure.ts'
import type { ClaimedCopy } from './rows.ts'
import { type Image, shrinkPicture, UnfitPicture } from './shrink-picture.ts'
import { storeImage } from './store.ts'

/**
 * Copies a picture if that is due. Nobody is asked inside a transaction; killed at any line, the copy
 * is due again when its claim has run out. What came of an address that has been changed meanwhile is
 * dropped.
 */
export async function copyPicture(
  copyId: number,
  atomically: Atomically,
  limits: Partial<Guard> = {},
): Promise<void> {
  const copy = await atomically((tx) => claimCopy(tx, copyId))
  if (!copy) return
  const cause = copy.request_id === null ? {} : { request_id: copy.request_id }
  await trace.run({ ...trace.getStore(), ...cause }, async () => {
    const came = await attempt(copy, limits)
    const { error } = came
    const told = { copy_id: copyId, subject: copy.subject, subject_id: copy.subject_id, tries: copy.tries }
    if (came.image) {
      const { image } = came
      if (!(await atomically((tx) => storeImage(tx, copy, image)))) return
      if (copy.subject === 'project') publish('project.changed', copy.project_id)
      log().info({ ...told, bytes: image.bytes.length }, 'picture copied')
    } else {
      const next = await atomically((tx) => recordFailure(tx, copy, came.error))
      log().info({ ...told, error, next_try_at: next }, next ? 'picture not copied yet' : 'picture given up')
    }
  })
}

type Came = { image: Image; error?: never } | { image?: never; error: string }

async function attempt({ url, is_test, subject }: ClaimedCopy, limits: Partial<Guard>): Promise<Came> {
  try {
    const bytes = await fetchPicture(url, Boolean(is_test), limits)
    return { image: await shrinkPicture(bytes, subject) }
  } catch (error) {
    if (error instanceof OutsideError || error instanceof UnfitPicture) return { error: error.message }
    throw error
  }
}
