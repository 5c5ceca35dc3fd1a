import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { parse } from 'cookie'
import type { Request } from 'express'
import { readGoal } from '../../common/domain/members/sign-in.ts'
import { decrypt, encrypt, sha256 } from '../../common/kit/secrets.ts'
import { later, MINUTE } from '../../common/kit/time.ts'
import { now } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { pathAndQuery } from '../context.ts'
import { hasFile } from '../pages/file-form.ts'
import type { Form } from '../pages/form.ts'
import type { Exchange } from '../pages/hosted-page.ts'
import { browserCookie, dashboardOnly } from './cookies.ts'
import { FORM_TOKEN, PASSKEY, PROOF_CODE, PROOF_STEP } from './proof/names.ts'
import { browserVisitOf, keepBrowser } from './sign-in/browser.ts'

/** A form that arrived after its session had ended. After the sign-in its page shows it again. Only the member sends it. */
export interface KeptPress {
  form: Form
  /** Whether a file or a secret was left out. */
  isPartial: boolean
}

interface Stored extends KeptPress {
  /** Distinguishes it from other values that are encrypted with the same key. */
  purpose: string
  /** The page, see `pageOf`. */
  page: string
  /** The member of the ended session; null if the browser did not have its secret any more. */
  member: number | null
  /** The hash of the browser's secret, so that another browser cannot use the cookie. */
  browser: string
  until: number
}

const PURPOSE = 'kept press'
const COOKIE = 'tolbor_kept'
const KEPT_FOR = 30 * MINUTE
/** nginx reads 4,096 bytes of headers by default. Without this cookie, a response has about 1,250. */
const LONGEST_COOKIE = 2_400
/** A longer form is not compressed: that would block the process. */
const MOST_BYTES = 32 * 1024
/** A form without a file is not longer than this. Only the beginning of a longer one is shown. */
const MOST_SHOWN = 64 * 1024
const LONGEST_NAME = 100
/** The quality of 11, the default, takes 30 times as long and saves 4 percent. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Fields that no other session may use. */
const NEVER_KEPT = [FORM_TOKEN, PASSKEY, PROOF_CODE, PROOF_STEP]

/** The button of the notice that forgets the kept form. */
export const DISCARD = 'discard_kept'

/** The buttons that end a session. */
const SIGNING_OUT = ['sign_out', 'end_all']

/** Hidden fields of forms, and the name of the pressed button. A form with nothing else has nothing that a member typed. */
const NEVER_TYPED = [
  ...['action', 'button', 'method', 'form_key', 'form_version'],
  // The values that a button's page showed.
  ...['amount_total', 'status', 'left', 'sent_at', 'passkey_id', 'session_id'],
]

/** The result for a form. `other_kept`: the browser already keeps another one. `nothing`: no field was typed that may be kept. */
export type Keeping = 'kept' | 'nothing' | NotKept
export type NotKept = 'too_long' | 'other_kept'

/** A field whose text is shown, because it is not kept. */
export interface TypedField {
  name: string
  value: string
}

/** Keeps a posted form in the browser, encrypted, without its file and its `secrets`. */
export function keepPress(
  { request, response }: Exchange,
  form: Form,
  member: number | null,
  secrets: readonly string[],
): Keeping {
  const fields = keptFields(form, secrets)
  const page = pageOf(request)
  if (!fields.some(isTyped) || page === null) return 'nothing'
  const browser = browserVisitOf(request)
  const other = findStored(request, member)
  const isSameForm = other?.page === page && other.form.form_key === form.form_key
  if (other && !isSameForm) return 'other_kept'
  const isPartial = hasFile(request) || secrets.some((name) => Boolean(form[name]))
  const value = seal({
    ...{ purpose: PURPOSE, page, member, browser: hashOf(browser.secret) },
    ...{ until: later(now(), KEPT_FOR).getTime(), form: Object.fromEntries(fields), isPartial },
  })
  if (value === null || value.length > LONGEST_COOKIE) {
    // An older version of the same form would be shown as what was entered last.
    if (other) response.clearCookie(COOKIE, dashboardOnly())
    return 'too_long'
  }
  keepBrowser(request, response, browser)
  response.cookie(COOKIE, value, { maxAge: KEPT_FOR, ...dashboardOnly() })
  return 'kept'
}

/** Returns the form that this browser keeps for the requested page and this member; null without one. */
export function findKeptPress(request: Request, member: number): KeptPress | null {
  const stored = findStored(request, member)
  return stored?.page === pageOf(request) ? stored : null
}

/** Returns the form that this browser keeps for any page; null without one. `member`: null if it is not known. */
function findStored(request: Request, member: number | null): Omit<Stored, 'purpose'> | null {
  const value = cookieOf(request)
  const browser = browserCookie.read(request)
  const stored = value === undefined || browser === null ? null : open(value)
  if (stored === null || browser === null) return null
  const isOwn = stored.browser === hashOf(browser) && (stored.member ?? member) === (member ?? stored.member)
  return isOwn && stored.until > now().getTime() ? stored : null
}

/** Forgets the kept form after its page was sent again, or if the member ends the session. */
export function forgetKeptPress({ request, response }: Exchange, form: Form): void {
  const value = cookieOf(request)
  if (value === undefined) return
  const isOver = SIGNING_OUT.includes(form.action ?? '') || open(value)?.page === pageOf(request)
  if (isOver) response.clearCookie(COOKIE, dashboardOnly())
}

/** Returns the texts that a member typed, without secrets, and at most `MOST_SHOWN` characters of them. */
export function typedFields(form: Form, secrets: readonly string[]): TypedField[] {
  let left = MOST_SHOWN
  return keptFields(form, secrets)
    .filter(isTyped)
    .flatMap(([name, value]) => {
      const text = value.slice(0, left)
      left -= text.length
      return text === '' ? [] : [{ name: name.slice(0, LONGEST_NAME), value: text }]
    })
}

function keptFields(form: Form, secrets: readonly string[]): [string, string][] {
  const mayBeKept = (name: string) => !NEVER_KEPT.includes(name) && !secrets.includes(name)
  return Object.entries(form).filter(([name]) => mayBeKept(name))
}

function isTyped([name, value]: [string, string]): boolean {
  return value !== '' && !NEVER_TYPED.includes(name) && !name.endsWith(':shown')
}

/** Compresses and encrypts a form. Returns null if it is too long. */
function seal(stored: Stored): string | null {
  const plain = Buffer.from(JSON.stringify(stored))
  if (plain.length > MOST_BYTES) return null
  return encrypt(config().secretKey, brotliCompressSync(plain, QUICKLY)).toString('base64url')
}

function open(value: string): Omit<Stored, 'purpose'> | null {
  try {
    const plain = decrypt(config().secretKeys, Buffer.from(value, 'base64url'))
    const text = brotliDecompressSync(plain, { maxOutputLength: MOST_BYTES }).toString()
    const { purpose, ...stored } = JSON.parse(text) as Stored
    return purpose === PURPOSE ? stored : null
  } catch {
    return null // not ours, or from before a change of the key
  }
}

function cookieOf({ headers }: Request): string | undefined {
  return parse(headers.cookie ?? '')[COOKIE]
}

function hashOf(secret: string): string {
  return sha256(secret).toString('base64url')
}

/** Returns the address to which a sign-in leads back from a page; null if it leads to another page. */
function pageOf(request: Request): string | null {
  return readGoal(pathAndQuery(request))
}
