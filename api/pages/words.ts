import { readFileSync } from 'node:fs'
import { decimals } from '../../common/kit/money.ts'
import type en from '../../views/locales/en.json'
import { viewsFolder } from './folder.ts'

export type Locale = 'en' | 'mn'
export type WordKey = keyof typeof en
export type Params = Record<string, string | number>

/** A sentence, or one for each way of counting `{count}`. */
type Entry = string | { one: string; other: string }

const catalogue: Record<Locale, Record<string, Entry>> = { en: read('en'), mn: read('mn') }

function read(locale: Locale): Record<string, Entry> {
  return JSON.parse(readFileSync(`${viewsFolder}locales/${locale}.json`, 'utf8')) as Record<string, Entry>
}

/** Dates of the English pages put the day first, as in Mongolia; only its money is written the American way. */
const DATES: Record<Locale, string> = { en: 'en-GB', mn: 'mn' }

/** The sentences of one language; `{name}` in them is replaced by `params.name`. */
export function words(locale: Locale): (key: WordKey, params?: Params) => string {
  const plural = memo(locale, () => new Intl.PluralRules(locale))
  return (key, params = {}) => {
    const entry = catalogue[locale][key] as Entry
    const sentence =
      typeof entry === 'string'
        ? entry
        : plural.select(Number(params['count'])) === 'one'
          ? entry.one
          : entry.other
    return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
  }
}

/** Whether `text` names a sentence of ours, such as a stored failure that is to be shown in any language. */
export function isWordKey(text: string): text is WordKey {
  return Object.hasOwn(catalogue.en, text)
}

/** `₮25,000` in English, `₮ 25,000` in Mongolian. */
export function formatAmount(amount: number, currency: string, locale: Locale): string {
  const format = memo(`${locale} ${currency}`, () => amountFormat(currency, locale))
  // As text, because a large sum of cents divided by 100 would no longer be exact. The space is an ordinary
  // one, so that the amount can be searched for and copied as it is spoken of elsewhere.
  return format.format(decimalText(amount, currency)).replace('\u00a0', ' ')
}

function amountFormat(currency: string, locale: Locale): Intl.NumberFormat {
  const digits = decimals(currency)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    // Short signs of other currencies are ambiguous (a Canadian dollar is no "$"); the tögrög's is not.
    currencyDisplay: currency === 'MNT' ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** The amount as a bank wants it typed: `25000`, `12.50`. */
export function bareAmount(amount: number, currency: string): string {
  return decimalText(amount, currency)
}

function decimalText(amount: number, currency: string): `${number}` {
  const digits = decimals(currency)
  const text = String(amount).padStart(digits + 1, '0')
  return (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`) as `${number}`
}

/** `28 Feb 2027`: the day in `timezone`. */
export function formatDate(date: Date, timezone: string, locale: Locale): string {
  return memo(
    `${locale} ${timezone}`,
    () =>
      new Intl.DateTimeFormat(DATES[locale], {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        timeZone: timezone,
      }),
  ).format(date)
}

/** `12 Aug 2026, 19:04 (Ulaanbaatar Time)`: a customer may be far from the merchant, so the zone is named. */
export function formatDateTime(date: Date, timezone: string, locale: Locale): string {
  const time = memo(
    `${locale} ${timezone} time`,
    () =>
      new Intl.DateTimeFormat(DATES[locale], {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone: timezone,
      }),
  )
  return `${formatDate(date, timezone, locale)}, ${time.format(date)} (${zoneName(date, timezone, locale)})`
}

function zoneName(date: Date, timezone: string, locale: Locale): string {
  if (/^(Etc\/)?(UTC|GMT|UCT|Zulu|Universal)$/.test(timezone)) return 'UTC'
  const format = memo(
    `${locale} ${timezone} zone`,
    () =>
      new Intl.DateTimeFormat(DATES[locale], {
        timeZone: timezone,
        // Intl's short Mongolian names lack their case ending ("Улаанбаатар-н"), its long ones have it.
        timeZoneName: locale === 'mn' ? 'longGeneric' : 'shortGeneric',
      }),
  )
  const name = format.formatToParts(date).find((part) => part.type === 'timeZoneName')?.value ?? timezone
  return name.replace(' стандарт', '')
}

/** What the customer asked for on the page, else what the merchant fixed, else the browser's wish, else the project's. */
export function chooseLocale(
  checkoutLocale: 'auto' | Locale,
  acceptLanguage: string | undefined,
  projectLocale: Locale,
  asked?: string,
): Locale {
  if (asked === 'en' || asked === 'mn') return asked
  if (checkoutLocale !== 'auto') return checkoutLocale
  return wished(acceptLanguage ?? '') ?? projectLocale
}

function wished(acceptLanguage: string): Locale | undefined {
  const wishes = acceptLanguage
    .slice(0, 500)
    .split(',')
    .map((wish) => {
      const [range = '', ...params] = wish.toLowerCase().split(';')
      const quality = params.map((param) => /^\s*q\s*=\s*([\d.]+)/.exec(param)?.[1]).find(Boolean)
      return { language: range.trim().split('-')[0], quality: Number(quality ?? 1) }
    })
    .filter((wish) => wish.quality > 0 && (wish.language === 'en' || wish.language === 'mn'))
    .sort((one, other) => other.quality - one.quality)
  return wishes[0]?.language as Locale | undefined
}

const made = new Map<string, unknown>()

/** Formatters are dear to make and few: languages × currencies and zones in use. */
function memo<T>(key: string, make: () => T): T {
  if (!made.has(key)) made.set(key, make())
  return made.get(key) as T
}
