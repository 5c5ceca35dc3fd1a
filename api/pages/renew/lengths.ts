import { formatAmount, formatDate } from '../../../common/kit/format.ts'
import type { Locale } from '../../../common/kit/languages.ts'
import type { Offer } from '../../../common/services/operations/find-offer.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { errorAt } from '../kit/fields.ts'
import { isOnlyWrong } from '../kit/problems.ts'
import type { StepInput } from './step-frame.ts'

/** A number of periods to pay for, with its amount and the last paid day. */
interface Length {
  id: string
  value: string
  title: string
  amount: string
  until: string
  /** The last paid day, as a date only. */
  day: string
  checked: boolean
  focus: boolean
}

export interface LengthsView {
  /** The common lengths, as a list. */
  usual: Length[]
  /** All other lengths, as a menu; null without others. */
  other: {
    checked: boolean
    options: { value: string; text: string; day: string; selected: boolean }[]
  } | null
  /** The chosen length; null if none is. */
  chosen: Pick<Length, 'title' | 'amount' | 'day'> | null
  error: string | null
}

const TITLES = { month: 'renew.month', year: 'renew.year' } as const
/** The numbers of periods that most customers choose. */
const USUAL = { month: [1, 3, 6, 12], year: [1, 2, 3] }
const USUAL_OF_LONG = [1, 2, 3, 4]

/** The value of `periods` if the menu next to it has the number. */
const OTHER = 'other'

/** Returns the number of periods in a form, as typed. */
export function periodsIn({
  periods,
  other_periods: other,
}: Partial<Record<string, string>>): string | undefined {
  return periods === OTHER ? (other ?? '') : periods
}

/** Returns the length of a number of periods, such as "3 months". */
function durationText(price: Offer['price'], periods: number, locale: Locale): string {
  const { recurring_interval: unit, recurring_interval_count: count } = price
  return translate(locale)(TITLES[unit ?? 'month'], { count: periods * (count ?? 1) })
}

/** Returns the lengths to choose from. */
export function lengthsOf(
  { choices, price }: Pick<Offer, 'choices' | 'price'>,
  input: StepInput & { typed: Record<string, string> },
): LengthsView {
  const { project, locale, typed } = input
  const t = translate(locale)
  const { recurring_interval: unit, recurring_interval_count: count } = price
  const each = count ?? 1
  const chosen = periodsIn(typed) ?? '1'
  const lengths = choices.map(({ periods, amount, until }, index) => {
    const day = formatDate(until, project.timezone, locale)
    return {
      id: index === 0 ? 'periods' : `periods-${periods}`,
      value: String(periods),
      title: durationText(price, periods, locale),
      amount: formatAmount(amount, project.currency, locale),
      until: t('renew.until', { date: day }),
      day,
      checked: String(periods) === chosen,
      focus: index === 0 && isOnlyWrong(input.errors, 'periods'),
    }
  })
  const usual = each === 1 ? USUAL[unit ?? 'month'] : USUAL_OF_LONG
  const isUsual = ({ value }: Length) => usual.includes(Number(value))
  const others = lengths.filter((length) => !isUsual(length))
  return {
    usual: lengths.filter(isUsual),
    other:
      others.length === 0
        ? null
        : {
            checked: others.some(({ checked }) => checked),
            options: others.map(({ value, title, amount, day, checked }) => ({
              ...{ value, day, selected: checked },
              text: [title, amount].join(' · '), // a small phone has no space for more
            })),
          },
    chosen: lengths.find(({ checked }) => checked) ?? null,
    error: errorAt(input, 'periods'),
  }
}
