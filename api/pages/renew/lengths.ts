import { formatAmount, formatShortDate } from '../../../common/kit/format.ts'
import type { Offer } from '../../../common/services/operations/find-offer.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { errorAt } from '../kit/fields.ts'
import { isOnlyWrong } from '../kit/problems.ts'
import type { StepInput } from './step-frame.ts'

/** A length of time to pay for: what it costs and until when it lasts, so that nothing is worked out by heart. */
interface Length {
  id: string
  value: string
  title: string
  amount: string
  until: string
  checked: boolean
  focus: boolean
}

export interface LengthsView {
  /** Those that most people choose. */
  usual: Length[]
  /** All others, in a menu; null where there are none. */
  other: {
    checked: boolean
    options: { value: string; text: string; until: string; selected: boolean }[]
  } | null
  /** The one that is chosen now; null where none is. */
  chosen: Pick<Length, 'title' | 'amount' | 'until'> | null
  error: string | null
}

const TITLES = { month: 'renew.month', year: 'renew.year' } as const
/** So many periods most people pay for at once. */
const USUAL = { month: [1, 3, 6, 12], year: [1, 2, 3] }
const USUAL_OF_LONG = [1, 2, 3, 4]

/** What `periods` says in place of a number where the menu beside it does. */
const OTHER = 'other'

/** How many periods a form asks for, as it was sent. */
export function periodsIn({
  periods,
  other_periods: other,
}: Partial<Record<string, string>>): string | undefined {
  return periods === OTHER ? (other ?? '') : periods
}

/** How long to pay for: what most people choose as a list, the many others as a menu. */
export function lengthsOf(
  { choices, price }: Pick<Offer, 'choices' | 'price'>,
  input: StepInput & { typed: Record<string, string> },
): LengthsView {
  const { project, locale, typed } = input
  const t = translate(locale)
  const { recurring_interval: unit, recurring_interval_count: count } = price
  const each = count ?? 1
  const chosen = periodsIn(typed) ?? '1'
  const lengths = choices.map(({ periods, amount, until }, index) => ({
    id: index === 0 ? 'periods' : `periods-${periods}`,
    value: String(periods),
    title: t(TITLES[unit ?? 'month'], { count: periods * each }),
    amount: formatAmount(amount, project.currency, locale),
    until: t('renew.until', { date: formatShortDate(until, project.timezone, locale) }),
    checked: String(periods) === chosen,
    focus: index === 0 && isOnlyWrong(input.errors, 'periods'),
  }))
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
            options: others.map(({ value, title, amount, until, checked }) => ({
              ...{ value, until, selected: checked },
              text: [title, amount].join(' · '), // on a small phone there is no room for more
            })),
          },
    chosen: lengths.find(({ checked }) => checked) ?? null,
    error: errorAt(input, 'periods'),
  }
}
