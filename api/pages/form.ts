import express, { type NextFunction, type Request, type Response } from 'express'
import { proof, sameSecret } from '../../common/kit/secrets.ts'
import { config } from '../../common/runtime/config.ts'
import { restartDeadline } from '../../common/runtime/deadline.ts'
import { readOutsideFlight } from '../load-shedding.ts'

/** Reads a posted form. Every field is text under a flat name, as browsers send it. */
export async function readForm(request: Request, response: Response, next: NextFunction): Promise<void> {
  await readOutsideFlight(
    request,
    () =>
      new Promise<void>((resolve, reject) => {
        parse(request, response, (error?: Error) => {
          if (error) reject(error)
          else resolve()
        })
      }),
  )
  restartDeadline()
  next()
}

const parse = express.urlencoded({ extended: false, limit: 64 * 1024, parameterLimit: 200 })

export type Form = Record<string, string>

/**
 * Returns the fields of a form, trimmed. If a name occurs twice, the last value counts. Line breaks are as in the API: browsers
 * send `\r\n`, and count one character.
 */
export function formOf(request: Request): Form {
  const fields = (request.body ?? {}) as Record<string, string | string[]>
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      (Array.isArray(value) ? (value.at(-1) ?? '') : value).trim().replaceAll('\r\n', '\n'),
    ]),
  )
}

/** Returns a token that proves that a form comes from a page whose address the sender knew. Needs no cookie. */
export function formToken(addressToken: string): string {
  return proof(config().secretKey, 'form', addressToken)
}

/** Returns whether the browser tells that a request comes from another site, or from no page. */
export function isFromOtherSite({ headers }: Request): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin'
}

/** Returns whether a form was sent from our own page: by the browser's `Sec-Fetch-Site`, if it sends one, and by the token. */
export function isFromOurPage(request: Request, form: Form, addressToken: string): boolean {
  if (isFromOtherSite(request)) return false
  const given = form.form_token ?? ''
  return config().secretKeys.some((key) => sameSecret(given, proof(key, 'form', addressToken)))
}
