import { readRetryAfter } from '../../../kit/retry-after.ts'
import { SECOND } from '../../../kit/time.ts'
import { realNow } from '../../../runtime/clock.ts'
import { config } from '../../../runtime/config.ts'
import { guardedRequest } from '../../../runtime/guarded-http.ts'
import { OutsideError } from '../../../runtime/outside-error.ts'
import { LONGEST_PAUSE, type ProviderCall, ProviderError } from '../../provider.ts'
import type { Account } from '../settings.ts'
import { QPayRefusal, refusalOf } from './errors.ts'
import { readToken } from './read.ts'
import { dropToken, sharedToken, type Token, type TokenOwner } from './token.ts'

type Call = ProviderCall<Account>
type Method = 'POST' | 'DELETE'

/** A token request serves all callers that wait for it, so no caller's signal ends it. */
const TOKEN_WITHIN = 8 * SECOND
/** An invoice with its picture and its list of banks has about 20 KB. */
const READ_AT_MOST = 512 * 1024

/** The most tokens that one call tries. */
const MAX_TOKENS = 5
/** After this many refused tokens that the call itself requested, the account is at fault. */
const MAX_OWN_TOKENS = 2

/**
 * Sends a request to QPay for the account and returns the answer. A refused token is replaced. A token from
 * before this call may have ended early, so its refusal proves nothing. The account is at fault only if QPay
 * refuses tokens that this call requested with the username and password.
 */
export async function callQPay(call: Call, method: Method, path: string, body: object): Promise<unknown> {
  const owner = ownerOf(call)
  const own = new Set<string>()
  const fetchToken = async (old: Token | null) => {
    const { token, isByPassword } = await newToken(call, old)
    if (isByPassword) own.add(token.access)
    return token
  }
  for (let refused = 0, tried = 1; ; tried += 1) {
    const token = await sharedToken(owner, fetchToken, call.signal).catch(unreachable)
    try {
      return await send(call, method, path, `Bearer ${token.access}`, { body, signal: call.signal })
    } catch (error) {
      if (!(error instanceof QPayRefusal) || error.status !== 401) throw error
      await dropToken(owner, token)
      if (own.has(token.access)) refused += 1
      if (refused === MAX_OWN_TOKENS) throw error
      if (tried === MAX_TOKENS)
        throw new ProviderError('unreachable', 'QPay refused several tokens that other calls had requested.')
    }
  }
}

/** Checks the username and the password at QPay, even if there is a valid token. */
export async function signIn(call: Call): Promise<void> {
  await newToken(call, null)
}

async function newToken(call: Call, old: Token | null): Promise<{ token: Token; isByPassword: boolean }> {
  const signal = AbortSignal.timeout(TOKEN_WITHIN)
  if (old?.refresh && old.refreshUntil > realNow().getTime()) {
    try {
      const answer = await send(call, 'POST', '/v2/auth/refresh', `Bearer ${old.refresh}`, { signal })
      return { token: readToken(answer, realNow()), isByPassword: false }
    } catch (error) {
      if (!(error instanceof QPayRefusal) || error.fault === 'limited') throw error
    }
  }
  const { username, password } = call.values
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const answer = await send(call, 'POST', '/v2/auth/token', basic, { signal })
  return { token: readToken(answer, realNow()), isByPassword: true }
}

async function send(
  { account }: Call,
  method: Method,
  path: string,
  authorization: string,
  { body, signal }: { body?: object; signal: AbortSignal },
): Promise<unknown> {
  const origin = config().qpayUrls[account.isTest ? 'test' : 'live']
  try {
    const {
      status,
      headers,
      body: text,
    } = await guardedRequest(
      {
        method,
        url: origin + path,
        headers: {
          authorization,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      },
      // The operator configures QPay's address, which may be local in development.
      { allowHttp: true, allowPrivate: true, readAtMost: READ_AT_MOST, signal },
    )
    const answer = parse(text.toString())
    if (status >= 200 && status < 300) return answer
    throw refusalOf(status, answer, readRetryAfter(headers['retry-after'], realNow(), LONGEST_PAUSE))
  } catch (error) {
    return unreachable(error)
  }
}

/**
 * Throws the error for a missing answer. It has our own message, since the original error may contain the
 * request.
 */
function unreachable(error: unknown): never {
  if (error instanceof ProviderError) throw error
  const why = error instanceof OutsideError ? error.message : 'no answer in time'
  throw new ProviderError('unreachable', `QPay could not be reached: ${why}.`)
}

/** Parses JSON; returns undefined if it is invalid. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function ownerOf({ account, values }: Call): TokenOwner {
  return { ...account, username: values.username, password: values.password }
}
