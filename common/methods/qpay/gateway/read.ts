import Joi from 'joi'
import { type Amount, decimals, LARGEST_AMOUNT } from '../../../kit/money.ts'
import { DAY, MINUTE, SECOND } from '../../../kit/time.ts'
import { parseUrl } from '../../../kit/web-address.ts'
import { ProviderError } from '../../provider.ts'
import { CURRENCY } from '../settings.ts'
import type { Token } from './token.ts'

/** An invoice that QPay has opened. */
export interface OpenedInvoice {
  id: string
  code: string
  shortUrl: string | null
  apps: { name: string; nativeName: string; url: string; logo: string | null }[]
}

/** One attempt of a customer to pay an invoice. */
export interface PaymentRow {
  id: string
  status: string
  amount: Amount
  currency: string
  /** Card or account; null if QPay does not return it. */
  type: string | null
}

/** The most bank apps that are read. */
const MAX_APPS = 60
/**
 * The largest size of an invoice's apps in bytes of JSON. They share a TEXT column of 65,535 bytes with a
 * short address and a code of up to 2,900 bytes. JSON may make both six times as long.
 */
const MAX_APP_BYTES = 40_000

/** An amount in units of its currency with decimals, as a number or text. */
const amount = Joi.alternatives(Joi.string().trim(), Joi.number())
const text = (longest: number) => Joi.string().max(longest)
/** The longest address of a logo that is read. */
const LONGEST_LOGO_URL = 300
/** An app. Invalid ones are skipped, and do not make the invoice invalid. */
const app = Joi.object({ name: text(100), description: text(100), link: text(3000).required() })
  .unknown()
  .required()

const answers = {
  token: Joi.object({
    access_token: text(8000).required(),
    refresh_token: text(8000).allow('', null),
    expires_in: Joi.number().min(0),
    refresh_expires_in: Joi.number().min(0),
  })
    .unknown()
    .required(),
  invoice: Joi.object({
    invoice_id: text(100).required(),
    qr_text: Joi.string().max(2900, 'utf8').required(), // the most bytes of a QR code
    qPay_shortUrl: text(500).allow('', null),
    urls: Joi.array().default([]),
  })
    .unknown()
    .required(),
  check: Joi.object({
    rows: Joi.array()
      .items(
        Joi.object({
          payment_id: Joi.alternatives(text(100), Joi.number()).required(),
          payment_status: text(50).required(),
          payment_amount: amount.required(),
          payment_currency: Joi.string()
            .pattern(/^[A-Za-z]{3}$/)
            .allow(null, ''),
          transaction_type: text(50).allow(null, ''),
          payment_type: text(50).allow(null, ''),
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

/** Reads a token from an answer. Throws a `ProviderError` if it is invalid. */
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

/** A larger number of seconds is a Unix time: as a duration it would be thirty years. */
const UNIX = 1_000_000_000
/** The shortest use of a token, which normally lives for a day. If clocks differ, QPay refuses it when it ends. */
const SHORTEST = 3 * MINUTE

/** Returns the expiry in milliseconds since 1970. QPay sends `expires_in` as seconds from now or as a Unix time. */
function expiry(seconds: number | undefined, now: Date): number {
  const left =
    seconds === undefined ? 0 : seconds < UNIX ? seconds * SECOND : seconds * SECOND - now.getTime()
  return now.getTime() + Math.min(Math.max(left, SHORTEST), 30 * DAY)
}

/** Reads an opened invoice from an answer. Throws a `ProviderError` if it is invalid. */
export function readInvoice(answer: unknown): OpenedInvoice {
  const read = valid('invoice', answer)
  // Half of a surrogate pair cannot be encoded in a QR code.
  if (!read.qr_text.isWellFormed())
    throw new ProviderError('unreachable', 'QPay returned a code that cannot be drawn.')
  const apps = read.urls.slice(0, MAX_APPS).flatMap((one) => {
    const { value, error } = app.validate(one) as {
      value: { name?: string; description?: string; link: string; logo?: unknown }
      error?: Error
    }
    if (error) return []
    const { name = value.description, description = name, link } = value
    const logo = logoOf(value.logo)
    return !name || !description ? [] : [{ name, nativeName: description, url: link, logo }]
  })
  return {
    id: read.invoice_id,
    code: read.qr_text,
    shortUrl: read.qPay_shortUrl || null,
    apps: appsThatFit(apps),
  }
}

/** Returns the address of an app's logo, or null if it is unusable. An app without a logo is shown by its name. */
function logoOf(url: unknown): string | null {
  const isUsable = typeof url === 'string' && url.length <= LONGEST_LOGO_URL && /^https?:\/\//.test(url)
  return isUsable && parseUrl(url) ? url : null
}

/** Returns the apps that fit into the column. An app that does not fit is skipped; later ones may fit. */
function appsThatFit<App extends object>(apps: readonly App[]): App[] {
  let left = MAX_APP_BYTES
  return apps.filter((app) => {
    const size = Buffer.byteLength(JSON.stringify(app)) + 1
    if (size > left) return false
    left -= size
    return true
  })
}

/** Reads the payment attempts of an invoice from an answer. Throws a `ProviderError` if it is invalid. */
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

/** Converts a decimal text exactly, without a double. Fractions of the smallest unit are dropped. */
function smallestUnits(decimal: string, currency: string): Amount {
  const [, whole, fraction = ''] = /^(?=\.?\d)(\d{0,30})(?:\.(\d{0,30}))?$/.exec(decimal) ?? []
  const places = decimals(currency)
  const digits = whole === undefined ? null : whole + fraction.slice(0, places).padEnd(places, '0')
  const units = digits === null ? null : BigInt(digits)
  if (units === null || units > BigInt(LARGEST_AMOUNT))
    throw new ProviderError('unreachable', 'QPay returned an invalid amount.')
  return Number(units)
}

function valid<Kind extends keyof Answers>(kind: Kind, answer: unknown): Answers[Kind] {
  const { value, error } = answers[kind].validate(answer) as { value: Answers[Kind]; error?: Error }
  if (error) throw new ProviderError('unreachable', `QPay returned an invalid answer instead of a ${kind}.`)
  return value
}
