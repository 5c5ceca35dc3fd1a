import { kindOf, type LineKind } from '../../domain/statements/import.ts'
import { type ReportCells, writeReport } from '../../domain/statements/report.ts'
import { bareAmount } from '../../kit/format.ts'
import type { Locale } from '../../kit/languages.ts'
import { translate } from '../text/translate.ts'
import type { MatchedLine, StatementPreview } from './preview.ts'

const HEADERS = [
  ...['line', 'date', 'amount', 'description', 'sender', 'result', 'reference', 'payment_id'],
  ...['expected_amount', 'confirmed', 'message'],
]

/** Returns the report of an import for programs, as CSV. Amounts are in the smallest unit. */
export function reportForPrograms({ lines }: StatementPreview): string {
  const rows = lines.map((one): ReportCells => [
    ...[one.line, one.day, one.amount, one.description, one.sender, one.result, one.reference, one.paymentId],
    ...[expectedBy(one), one.confirmed ? 'yes' : 'no', one.message],
  ])
  return writeReport(HEADERS, rows)
}

/** Returns the report of an import for a merchant, as CSV: every line, what it means and what to do. */
export function reportForPeople(
  { lines, skipped }: StatementPreview,
  currency: string,
  locale: Locale,
): string {
  const t = translate(locale)
  const headers = [
    t('dashboard.import.report_line'),
    t('dashboard.import.date_column'),
    t('order.amount'),
    t('dashboard.import.description'),
    t('dashboard.import.sender_column'),
    t('dashboard.import.kind'),
    t('dashboard.import.report_next'),
    t('account.reference'),
    t('dashboard.import.report_payment'),
    t('decide.amount'),
  ]
  const amount = (units: number | null) => (units === null ? null : bareAmount(units, currency))
  const meaning = (kind: LineKind | 'confirmed', line: Pick<MatchedLine, 'unreadable'> | null) => {
    const why = line && unreadableReason(line, locale)
    const advice = kind === 'confirmed' ? null : t(`dashboard.import.advice_${kind}`)
    return [t(`dashboard.import.kind_${kind}`), why ?? advice]
  }
  const rows = lines.map((one): [number, ReportCells] => [
    one.line,
    [
      ...[one.line, one.day, amount(one.amount), one.description, one.sender],
      ...meaning(one.confirmed ? 'confirmed' : kindOf(one), one),
      ...[one.reference, one.paymentId, amount(expectedBy(one))],
    ],
  ])
  const others = skipped.map(({ line, skipped: text }): [number, ReportCells] => [
    line,
    [line, null, null, text, null, ...meaning('skipped', null), null, null, null],
  ])
  const sorted = [...rows, ...others].sort(([one], [other]) => one - other)
  return writeReport(
    headers,
    sorted.map(([, cells]) => cells),
  )
}

/** Returns the amount that a payment was missing; null if it missed nothing, or an earlier line of the file paid it. */
function expectedBy({ expectedAmount, result }: MatchedLine): number | null {
  return expectedAmount === 0 || result === 'paid_twice' ? null : expectedAmount
}

/** Returns why a line cannot be read; null if it can. */
export function unreadableReason(
  { unreadable }: Pick<MatchedLine, 'unreadable'>,
  locale: Locale,
): string | null {
  const t = translate(locale)
  switch (unreadable) {
    case null:
      return null
    case 'currency':
      return t('dashboard.import.unreadable_currency')
    case 'amount':
    case 'no_digit':
      return t('dashboard.import.unreadable_amount')
    default:
      return t('dashboard.import.unreadable_date')
  }
}
