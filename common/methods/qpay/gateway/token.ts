import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { decrypt, encrypt, proof } from '../../../kit/secrets.ts'
import { MINUTE, SECOND } from '../../../kit/time.ts'
import { realNow } from '../../../runtime/clock.ts'
import { config } from '../../../runtime/config.ts'
import { producer } from '../../../runtime/queues.ts'

/** What QPay lets an account in by. Times are in milliseconds since 1970. */
export interface Token {
  access: string
  until: number
  refresh: string
  refreshUntil: number
}

/** An account at QPay, as its tokens are kept by. */
export interface TokenOwner {
  projectId: number
  isTest: boolean
  username: string
  password: string
}

/** A token is not used any more so long before it expires: a request may take that long. */
const EARLY = MINUTE
/** Whoever asks for a token has the others wait so long: one that was killed meanwhile holds nobody up for longer. */
const WAITED_FOR = 3 * SECOND
const LOOK_EVERY = 100

/** What this process has seen last, by account: of other credentials that one had before it keeps nothing. */
const remembered = new Map<string, { key: string; token: Token }>()
/** The requests for a token that are under way here. */
const asking = new Map<string, Promise<Token>>()

/**
 * A token of the account: the one that all processes share, or a new one that `ask` gets, from what is left of the
 * old one if anything is. However many need one, one of them asks.
 */
export async function sharedToken(
  owner: TokenOwner,
  ask: (old: Token | null) => Promise<Token>,
  signal: AbortSignal,
): Promise<Token> {
  signal.throwIfAborted()
  const key = keyOf(owner)
  const known = recall(key)
  if (isFresh(known)) return known
  let found = asking.get(key)
  if (!found) {
    found = findOrAsk(key, ask).finally(() => asking.delete(key))
    asking.set(key, found)
  }
  return beforeAbort(found, signal)
}

/** QPay has turned this token away: nobody is to use it again. One that came since stays. */
export async function dropToken(owner: TokenOwner, { access }: Token): Promise<void> {
  const key = keyOf(owner)
  if (recall(key)?.access === access) remembered.delete(accountIn(key))
  const shared = await read(key)
  if (shared?.access === access)
    await producer()
      .del(key)
      .catch(() => undefined)
}

/** Lets this process forget its tokens, as a new one knows none. */
export function forgetTokens(): void {
  remembered.clear()
}

async function findOrAsk(key: string, ask: (old: Token | null) => Promise<Token>): Promise<Token> {
  const shared = (await read(key)) ?? recall(key)
  if (isFresh(shared)) return remember(key, shared)
  const mine = randomUUID()
  for (const until = performance.now() + WAITED_FOR; performance.now() < until; await pause(LOOK_EVERY)) {
    if (await takeTurn(key, mine)) break
    const others = await read(key)
    if (isFresh(others)) return remember(key, others)
  }
  try {
    const token = await ask(shared)
    await write(key, token)
    return remember(key, token)
  } finally {
    await endTurn(key, mine)
  }
}

function remember(key: string, token: Token): Token {
  remembered.set(accountIn(key), { key, token })
  return token
}

function recall(key: string): Token | null {
  const known = remembered.get(accountIn(key))
  return known?.key === key ? known.token : null
}

/** What of a key names the account, whatever its credentials are. */
function accountIn(key: string): string {
  return key.slice(0, key.indexOf('}'))
}

function isFresh(token: Token | null | undefined): token is Token {
  return token !== null && token !== undefined && token.until - EARLY > realNow().getTime()
}

/** Other credentials are another key, by which nobody can tell them: what was got with the old ones is forgotten. */
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
    return null // Redis is away, or the key was changed: there will be another token
  }
}

async function write(key: string, token: Token): Promise<void> {
  const sealed = encrypt(config().secretKey, Buffer.from(JSON.stringify(token))).toString('base64')
  const left = Math.max(token.until, token.refreshUntil) - realNow().getTime()
  await producer()
    .set(key, sealed, 'PX', Math.max(1, Math.round(left)))
    .catch(() => undefined)
}

/** Whether it is this one's turn to ask, as far as Redis knows: without it everybody asks for themselves. */
async function takeTurn(key: string, mine: string): Promise<boolean> {
  try {
    return (await producer().set(`${key}.asking`, mine, 'PX', WAITED_FOR, 'NX')) === 'OK'
  } catch {
    return true
  }
}

async function endTurn(key: string, mine: string): Promise<void> {
  try {
    if ((await producer().get(`${key}.asking`)) === mine) await producer().del(`${key}.asking`)
  } catch {
    // it ends by itself
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
