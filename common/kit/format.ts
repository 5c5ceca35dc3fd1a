import { languageOf, type Locale } from './languages.ts'
import { decimals } from './money.ts'

export type { Locale }

/** `₮25,000` in English, `₮ 25,000` in Mongolian: on one line, wherever it stands. */
export function formatAmount(amount: number, currency: string, locale: Locale): string {
  const format = memo(`${locale} ${currency}`, () => amountFormat(currency, locale))
  // As text, because a large sum of cents divided by 100 would no longer be exact.
  return unbroken(format.format(decimalText(amount, currency)))
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

/** `28 Feb 2027`: the day in `timezone`, on one line wherever it stands. */
export function formatDate(date: Date, timezone: string, locale: Locale): string {
  return unbroken(dateFormat(locale, timezone, 'numeric', 'short').format(date))
}

/** `28 Feb 2027`, `2027.02.28`: the day in `timezone` where there is little room, short in every language. */
export function formatShortDate(date: Date, timezone: string, locale: Locale): string {
  const { columns } = languageOf(locale)
  return unbroken(
    dateFormat(locale, timezone, columns === 'short' ? 'numeric' : columns, columns).format(date),
  )
}

function dateFormat(
  locale: Locale,
  timeZone: string,
  day: 'numeric' | '2-digit',
  month: 'short' | '2-digit',
): Intl.DateTimeFormat {
  return memo(
    `${locale} ${timeZone} ${month}`,
    () => new Intl.DateTimeFormat(languageOf(locale).dates, { day, month, year: 'numeric', timeZone }),
  )
}

/** `12 Aug 2026, 19:04 (Ulaanbaatar Time)`: a customer may be far from the merchant, so the zone is named. */
export function formatDateTime(date: Date, timezone: string, locale: Locale): string {
  const day = formatDate(date, timezone, locale)
  return `${day}, ${formatTime(date, timezone, locale)} (${zoneName(date, timezone, locale)})`
}

/** `12 Aug 2026, 19:04`, `2026.08.12, 19:04`: where there is little room, and the zone stands beside it. */
export function formatShortDateTime(date: Date, timezone: string, locale: Locale): string {
  return `${formatShortDate(date, timezone, locale)}, ${formatTime(date, timezone, locale)}`
}

function formatTime(date: Date, timezone: string, locale: Locale): string {
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

/** `Ulaanbaatar Time`: what the zone is called on that day, on one line wherever it stands. */
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
  return unbroken(name.replace(' стандарт', ''))
}

/** `text` on one line, wherever it stands: no space in it breaks, nor the hyphen of `9-р`. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0').replace(/(?<=\d)-(?=\p{L})/gu, '\u2011')
}

/** `text` in which no line ends after the hyphen of `и-мэйл` or `1-р`: what stands before it is no word of its own. */
export function wholeHyphens(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}-])(\p{Script=Cyrillic}|\d{1,3})-(?=\p{Script=Cyrillic})/gu, '$1\u2011')
}

/** `text` where no line is drawn, as in a header, a file or a plain text: its spaces and hyphens are ordinary ones. */
export function withPlainSpaces(text: string): string {
  return text.replaceAll('\u00a0', ' ').replaceAll('\u2011', '-')
}

const made = new Map<string, unknown>()

/** Formatters are dear to make and few: languages × currencies and zones in use. */
function memo<T>(key: string, make: () => T): T {
  if (!made.has(key)) made.set(key, make())
  return made.get(key) as T
}
