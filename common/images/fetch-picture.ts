import { config } from '../runtime/config.ts'
import { type Guard, guardedRequest } from '../runtime/guarded-http.ts'
import { OutsideError } from '../runtime/outside-error.ts'
import { addressRules } from '../webhooks/rules/address.ts'

/** More than this, in bytes, is no logo. */
export const LARGEST = 2 * 1024 * 1024

/**
 * The bytes behind an address that a merchant gave, through the one guarded way out, by the same rules
 * as a webhook's. Throws an `OutsideError`, in words, where they cannot be had. `limits` are for tests
 * that cannot wait for a server that hangs.
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
