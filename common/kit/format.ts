import { languageOf, type Locale } from './languages.ts'
import { decimals } from './money.ts'
import { DAY, HOUR, MINUTE } from './time.ts'

export type { Locale }

/** Formats an amount without line breaks: `₮25,000` in English, `₮ 25,000` in Mongolian. */
export function formatAmount(amount: number, currency: string, locale: Locale): string {
  const key = `${locale} ${currency} ${amount}`
  const known = amounts.get(key)
  if (known !== undefined) return known
  const format = memo(`${locale} ${currency}`, () => amountFormat(currency, locale))
  // As text, because a large amount of cents divided by 100 would not be exact.
  const text = unbroken(format.format(decimalText(amount, currency)))
  if (amounts.size === MOST_AMOUNTS) amounts.clear()
  amounts.set(key, text)
  return text
}

/** Up to a hundred amounts as text: a page shows the same one up to six times (docs/performance.md). */
const amounts = new Map<string, string>()
const MOST_AMOUNTS = 100

/** Formats the time that has passed, in its largest whole unit: `22 hours ago`. */
export function formatAgo(since: Date, now: Date, locale: Locale): string {
  const passed = Math.max(0, now.getTime() - since.getTime())
  const [unit, length] = (
    [
      ['day', DAY],
      ['hour', HOUR],
    ] as const
  ).find(([, one]) => passed >= one) ?? ['minute', MINUTE]
  const format = new Intl.RelativeTimeFormat(languageOf(locale).dates)
  return format.format(-Math.floor(passed / length), unit)
}

/** Formats an amount for narrow spaces, rounded: `₮1.2M`. */
export function roughAmount(amount: number, currency: string, locale: Locale): string {
  const options = { ...amountOptions(currency), minimumFractionDigits: 0, maximumFractionDigits: 1 }
  const format = new Intl.NumberFormat(locale, { ...options, notation: 'compact' })
  return unbroken(format.format(amount / 10 ** decimals(currency)))
}

/** Returns the sign of a currency next to amounts: `₮`. */
export function currencySign(currency: string, locale: Locale): string {
  const parts = amountFormat(currency, locale).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')!.value
}

/** Returns the options of `Intl.NumberFormat` with which amounts are formatted. */
function amountOptions(currency: string) {
  const digits = decimals(currency)
  return {
    style: 'currency',
    currency,
    // Short symbols of other currencies are ambiguous: a Canadian dollar is not "$". The tögrög's is not.
    currencyDisplay: currency === 'MNT' ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const
}

function amountFormat(currency: string, locale: Locale): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, amountOptions(currency))
}

/** Formats an amount for typing into a bank's app: `25000`, `12.50`. */
export function bareAmount(amount: number, currency: string): string {
  return decimalText(amount, currency)
}

/** Formats an amount as people type it, in groups of three digits: `25,000`, `12.50`. */
export function typedAmount(amount: number, currency: string): string {
  return bareAmount(amount, currency).replace(/\B(?=(\d{3})+(\.|$))/g, ',')
}

function decimalText(amount: number, currency: string): `${number}` {
  const digits = decimals(currency)
  const text = String(amount).padStart(digits + 1, '0')
  return (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`) as `${number}`
}

/** Formats the day in `timezone` without line breaks: `28 Feb 2027`, `2027.02.28`. */
export function formatDate(date: Date, timezone: string, locale: Locale): string {
  const format = memo(`${locale} ${timezone} date`, () => {
    const { dates, months: month } = languageOf(locale)
    const day = month === 'short' ? 'numeric' : month
    return new Intl.DateTimeFormat(dates, { day, month, year: 'numeric', timeZone: timezone })
  })
  return unbroken(format.format(date))
}

/**
 * Formats a time with its zone: `12 Aug 2026, 19:04 (Ulaanbaatar time)`. The zone is named because a customer may be
 * in another one.
 */
export function formatDateTime(date: Date, timezone: string, locale: Locale): string {
  const day = formatDate(date, timezone, locale)
  return `${day}, ${formatTime(date, timezone, locale)} (${zoneName(date, timezone, locale)})`
}

/**
 * Formats a time without its zone, for narrow spaces: `12 Aug 2026, 19:04`, `2026.08.12, 19:04`. The zone is shown
 * next to it.
 */
export function formatShortDateTime(date: Date, timezone: string, locale: Locale): string {
  return `${formatDate(date, timezone, locale)}, ${formatTime(date, timezone, locale)}`
}

/** Formats the hour and minute: `19:04`. */
export function formatTime(date: Date, timezone: string, locale: Locale): string {
  const format = memo(
    `${locale} ${timezone} time`,
    () =>
      new Intl.DateTimeFormat(languageOf(locale).dates, {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone: timezone,
      }),
  )
  return format.format(date)
}

/** Returns the zone's name on that day without line breaks: `Ulaanbaatar time`. */
export function zoneName(date: Date, timezone: string, locale: Locale): string {
  if (/^(Etc\/)?(UTC|GMT|UCT|Zulu|Universal)$/.test(timezone)) return 'UTC'
  const format = memo(
    `${locale} ${timezone} zone`,
    () =>
      new Intl.DateTimeFormat(languageOf(locale).dates, {
        timeZone: timezone,
        timeZoneName: languageOf(locale).zones,
      }),
  )
  const name = format.formatToParts(date).find((part) => part.type === 'timeZoneName')?.value ?? timezone
  return unbroken(name.replace(' стандарт', '').replace(/ Time$/, ' time'))
}

/** Returns `text` without line breaks: neither a space nor the hyphen of `9-р` breaks. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0').replace(/(?<=\d)-(?=\p{L})/gu, '\u2011')
}

/** Returns `text` with ordinary spaces and hyphens, for headers, files and plain text. */
export function withPlainSpaces(text: string): string {
  return text.replaceAll('\u00a0', ' ').replaceAll('\u2011', '-')
}

const cached = new Map<string, unknown>()

/** Formatters are slow to create, and there are few: languages × currencies and zones in use. */
function memo<T>(key: string, make: () => T): T {
  if (!cached.has(key)) cached.set(key, make())
  return cached.get(key) as T
}
