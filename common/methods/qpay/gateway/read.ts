import Joi from 'joi'
import { type Amount, decimals, LARGEST_AMOUNT } from '../../../kit/money.ts'
import { DAY, MINUTE, SECOND } from '../../../kit/time.ts'
import { ProviderError } from '../../provider.ts'
import { CURRENCY } from '../settings.ts'
import type { Token } from './token.ts'

/** An invoice that QPay has opened. */
export interface OpenedInvoice {
  id: string
  code: string
  shortUrl: string | null
  apps: { name: string; nativeName: string; url: string }[]
}

/** One attempt of a customer to pay an invoice. */
export interface PaymentRow {
  id: string
  status: string
  amount: Amount
  currency: string
  /** By card, or from an account; null where QPay does not say. */
  type: string | null
}

/** No merchant has more banks than this. */
const MOST_APPS = 60
/**
 * Bytes of JSON that the apps of an invoice may take. They are stored in a TEXT column of 65,535 bytes, beside a code of up to
 * 2,900 bytes and a short address, each of which JSON may make six times as long.
 */
const MOST_APP_BYTES = 40_000

/** A number, also as text: in whole units of its currency, with decimals. */
const amount = Joi.alternatives(Joi.string().trim(), Joi.number())
const said = (longest: number) => Joi.string().max(longest)
/** One that cannot be shown is left out, and spoils nothing. */
const app = Joi.object({ name: said(100), description: said(100), link: said(3000).required() })
  .unknown()
  .required()

const answers = {
  token: Joi.object({
    access_token: said(8000).required(),
    refresh_token: said(8000).allow('', null),
    expires_in: Joi.number().min(0),
    refresh_expires_in: Joi.number().min(0),
  })
    .unknown()
    .required(),
  invoice: Joi.object({
    invoice_id: said(100).required(),
    qr_text: Joi.string().max(2900, 'utf8').required(), // bytes: what a QR code holds at most
    qPay_shortUrl: said(500).allow('', null),
    urls: Joi.array().default([]),
  })
    .unknown()
    .required(),
  check: Joi.object({
    rows: Joi.array()
      .items(
        Joi.object({
          payment_id: Joi.alternatives(said(100), Joi.number()).required(),
          payment_status: said(50).required(),
          payment_amount: amount.required(),
          payment_currency: Joi.string()
            .pattern(/^[A-Za-z]{3}$/)
            .allow(null, ''),
          transaction_type: said(50).allow(null, ''),
          payment_type: said(50).allow(null, ''),
        }).unknown(),
      )
      .required(),
  })
    .unknown()
    .required(),
} as const

interface AnsweredToken {
  access_token: string
  refresh_token?: string | null
  expires_in?: number
  refresh_expires_in?: number
}
interface AnsweredInvoice {
  invoice_id: string
  qr_text: string
  qPay_shortUrl?: string | null
  urls: unknown[]
}
interface AnsweredRow {
  payment_id: string | number
  payment_status: string
  payment_amount: string | number
  payment_currency?: string | null
  transaction_type?: string | null
  payment_type?: string | null
}

interface Answers {
  token: AnsweredToken
  invoice: AnsweredInvoice
  check: { rows: AnsweredRow[] }
}

export function readToken(answer: unknown, now: Date): Token {
  const read = valid('token', answer)
  const until = expiry(read.expires_in, now)
  return {
    access: read.access_token,
    until,
    refresh: read.refresh_token ?? '',
    refreshUntil: read.refresh_token ? Math.max(until, expiry(read.refresh_expires_in, now)) : 0,
  }
}

/** From here on a number of seconds is a time since 1970: as a time from now it would be thirty years. */
const UNIX = 1_000_000_000
/** A token lives a day; where clocks differ it is used a while all the same, until QPay turns it away. */
const SHORTEST = 3 * MINUTE

/** `expires_in` is met as seconds from now, and as a Unix time. In milliseconds since 1970. */
function expiry(seconds: number | undefined, now: Date): number {
  const left =
    seconds === undefined ? 0 : seconds < UNIX ? seconds * SECOND : seconds * SECOND - now.getTime()
  return now.getTime() + Math.min(Math.max(left, SHORTEST), 30 * DAY)
}

export function readInvoice(answer: unknown): OpenedInvoice {
  const read = valid('invoice', answer)
  // A code can be drawn of text alone: half of a character is none.
  if (!read.qr_text.isWellFormed())
    throw new ProviderError('unreachable', 'QPay answered a code that cannot be drawn.')
  const apps = read.urls.slice(0, MOST_APPS).flatMap((one) => {
    const { value, error } = app.validate(one) as {
      value: { name?: string; description?: string; link: string }
      error?: Error
    }
    if (error) return []
    const { name = value.description, description = name, link } = value
    return !name || !description ? [] : [{ name, nativeName: description, url: link }]
  })
  return {
    id: read.invoice_id,
    code: read.qr_text,
    shortUrl: read.qPay_shortUrl || null,
    apps: fitting(apps),
  }
}

/** Returns the apps that can be stored: one whose link is too long is left out, and those after it stay. */
function fitting<App extends object>(apps: readonly App[]): App[] {
  let left = MOST_APP_BYTES
  return apps.filter((app) => {
    const size = Buffer.byteLength(JSON.stringify(app)) + 1
    if (size > left) return false
    left -= size
    return true
  })
}

export function readRows(answer: unknown): PaymentRow[] {
  const { rows } = valid('check', answer)
  return rows.map((row) => {
    const currency = (row.payment_currency || CURRENCY).toUpperCase()
    return {
      id: String(row.payment_id),
      status: row.payment_status,
      amount: smallestUnits(String(row.payment_amount), currency),
      currency,
      type: row.transaction_type || row.payment_type || null,
    }
  })
}

/** By its digits, since a double is not exact. Less than a smallest unit does not count, such as a part of a tögrög. */
function smallestUnits(said: string, currency: string): Amount {
  const [, whole, fraction = ''] = /^(?=\.?\d)(\d{0,30})(?:\.(\d{0,30}))?$/.exec(said) ?? []
  const places = decimals(currency)
  const digits = whole === undefined ? null : whole + fraction.slice(0, places).padEnd(places, '0')
  const units = digits === null ? null : BigInt(digits)
  if (units === null || units > BigInt(LARGEST_AMOUNT))
    throw new ProviderError('unreachable', 'QPay answered an amount that is none.')
  return Number(units)
}

function valid<Kind extends keyof Answers>(kind: Kind, answer: unknown): Answers[Kind] {
  const { value, error } = answers[kind].validate(answer) as { value: Answers[Kind]; error?: Error }
  if (error) throw new ProviderError('unreachable', `QPay answered something else than a ${kind}.`)
  return value
}
