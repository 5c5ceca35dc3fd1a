import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { decrypt, encrypt, proof } from '../../../kit/secrets.ts'
import { MINUTE, SECOND } from '../../../kit/time.ts'
import { realNow } from '../../../runtime/clock.ts'
import { config } from '../../../runtime/config.ts'
import { producer } from '../../../runtime/queues.ts'

/** A token of an account at QPay. Times are in milliseconds since 1970. */
export interface Token {
  access: string
  until: number
  refresh: string
  refreshUntil: number
}

/** The account and credentials that a token belongs to. */
export interface TokenOwner {
  projectId: number
  isTest: boolean
  username: string
  password: string
}

/** A token is replaced this long before it expires, since a request may take as long. */
const EARLY = MINUTE
/** The time that other processes wait for the process that requests a token. It may have been killed. */
const LOCK_TIME = 3 * SECOND
const POLL_INTERVAL = 100

/** The cached token of each account. A token of other credentials replaces it. */
const cached = new Map<string, { key: string; token: Token }>()
/** The running token requests of this process. */
const requests = new Map<string, Promise<Token>>()

/**
 * Returns a token of the account: the one that all processes share, or a new one from `request`, which gets
 * the old one if there is one. Only one process requests a token at a time.
 */
export async function sharedToken(
  owner: TokenOwner,
  request: (old: Token | null) => Promise<Token>,
  signal: AbortSignal,
): Promise<Token> {
  signal.throwIfAborted()
  const key = keyOf(owner)
  const known = cachedToken(key)
  if (isFresh(known)) return known
  let running = requests.get(key)
  if (!running) {
    running = findOrRequest(key, request).finally(() => requests.delete(key))
    requests.set(key, running)
  }
  return beforeAbort(running, signal)
}

/** Drops a token that QPay has refused, for all processes. A newer token stays. */
export async function dropToken(owner: TokenOwner, { access }: Token): Promise<void> {
  const key = keyOf(owner)
  if (cachedToken(key)?.access === access) cached.delete(accountIn(key))
  const shared = await read(key)
  if (shared?.access === access)
    await producer()
      .del(key)
      .catch(() => undefined)
}

/** Clears the cache of this process, like a restart. */
export function clearCachedTokens(): void {
  cached.clear()
}

async function findOrRequest(key: string, request: (old: Token | null) => Promise<Token>): Promise<Token> {
  const shared = (await read(key)) ?? cachedToken(key)
  if (isFresh(shared)) return cache(key, shared)
  const owner = randomUUID()
  for (const until = performance.now() + LOCK_TIME; performance.now() < until; await pause(POLL_INTERVAL)) {
    if (await lock(key, owner)) break
    const newest = await read(key)
    if (isFresh(newest)) return cache(key, newest)
  }
  try {
    const token = await request(shared)
    await write(key, token)
    return cache(key, token)
  } finally {
    await unlock(key, owner)
  }
}

function cache(key: string, token: Token): Token {
  cached.set(accountIn(key), { key, token })
  return token
}

function cachedToken(key: string): Token | null {
  const known = cached.get(accountIn(key))
  return known?.key === key ? known.token : null
}

/** Returns the part of a key that names the account, without its credentials. */
function accountIn(key: string): string {
  return key.slice(0, key.indexOf('}'))
}

function isFresh(token: Token | null | undefined): token is Token {
  return token !== null && token !== undefined && token.until - EARLY > realNow().getTime()
}

/**
 * Returns the key of an account's token. It contains a keyed hash of the credentials, so new ones have
 * another key.
 */
function keyOf({ projectId, isTest, username, password }: TokenOwner): string {
  const { secretKey, qpayUrls } = config()
  const mode = isTest ? 'test' : 'live'
  const by = proof(secretKey, 'qpay-token', JSON.stringify([username, password, qpayUrls[mode]]))
  return `tolbor.qpay.{${projectId}.${mode}}.${by}`
}

async function read(key: string): Promise<Token | null> {
  try {
    const sealed = await producer().get(key)
    if (sealed === null) return null
    return JSON.parse(decrypt(config().secretKeys, Buffer.from(sealed, 'base64')).toString()) as Token
  } catch {
    return null // without Redis, or after a change of the secret key: another token is requested
  }
}

async function write(key: string, token: Token): Promise<void> {
  const sealed = encrypt(config().secretKey, Buffer.from(JSON.stringify(token))).toString('base64')
  const left = Math.max(token.until, token.refreshUntil) - realNow().getTime()
  await producer()
    .set(key, sealed, 'PX', Math.max(1, Math.round(left)))
    .catch(() => undefined)
}

/** Tries to lock the token request. Without Redis each process requests its own token. */
async function lock(key: string, owner: string): Promise<boolean> {
  try {
    return (await producer().set(`${key}.asking`, owner, 'PX', LOCK_TIME, 'NX')) === 'OK'
  } catch {
    return true
  }
}

async function unlock(key: string, owner: string): Promise<void> {
  try {
    if ((await producer().get(`${key}.asking`)) === owner) await producer().del(`${key}.asking`)
  } catch {
    // the lock expires
  }
}

async function beforeAbort<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stop = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => {
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([value, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
