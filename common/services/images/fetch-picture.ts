import { addressRules } from '../../domain/webhooks/address.ts'
import { config } from '../../runtime/config.ts'
import { type Guard, guardedRequest } from '../../runtime/guarded-http.ts'
import { OutsideError } from '../../runtime/outside-error.ts'

/** The largest file that is fetched, in bytes. */
export const LARGEST = 2 * 1024 * 1024

/**
 * Fetches a picture from an address that a merchant gave, by the same guarded rules as a webhook. Throws an
 * `OutsideError` with the reason if it fails. `limits` is for tests that cannot wait for a server that hangs.
 */
export async function fetchPicture(url: string, isTest: boolean, limits: Partial<Guard>): Promise<Buffer> {
  const guard = {
    ...addressRules(isTest, config().webhookAllowPrivate),
    readAtMost: LARGEST + 1,
    ...limits,
  }
  const headers = {
    accept: 'image/png, image/jpeg, image/webp, image/gif',
    'user-agent': 'Tolbor-Pictures/1',
  }
  const { status, body } = await guardedRequest({ method: 'GET', url, headers }, guard)
  if (status !== 200) throw new OutsideError(`the answer was ${status}, not 200`)
  if (body.length > LARGEST) throw new OutsideError('the picture is larger than 2 MiB')
  return body
}
