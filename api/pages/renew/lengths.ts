import { formatAmount, formatShortDate } from '../../../common/kit/format.ts'
import type { Offer } from '../../../common/operations/find-offer.ts'
import { translate } from '../../../common/text/translate.ts'
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
  /** All others, under a fold. */
  others: Length[]
  /** The fold holds what was chosen before. */
  open: boolean
  error: string | null
}

const TITLES = { month: 'renew.month', year: 'renew.year' } as const
/** So many periods most people pay for at once. */
const USUAL = { month: [1, 2, 3, 6, 12], year: [1, 2, 3] }
const USUAL_OF_LONG = [1, 2, 3, 4]

/** How long to pay for, as a list to choose from: a menu would cut its lines off on a phone. */
export function lengthsOf(
  { choices, price }: Pick<Offer, 'choices' | 'price'>,
  input: StepInput & { typed: Record<string, string> },
): LengthsView {
  const { project, locale, typed } = input
  const say = translate(locale)
  const { recurring_interval: unit, recurring_interval_count: count } = price
  const each = count ?? 1
  const chosen = typed.periods ?? '1'
  const lengths = choices.map(({ periods, amount, until }, index) => ({
    id: index === 0 ? 'periods' : `periods-${periods}`,
    value: String(periods),
    title: say(TITLES[unit ?? 'month'], { count: periods * each }),
    amount: formatAmount(amount, project.currency, locale),
    until: say('renew.until', { date: formatShortDate(until, project.timezone, locale) }),
    checked: String(periods) === chosen,
    focus: index === 0 && isOnlyWrong(input.errors, 'periods'),
  }))
  const usual = each === 1 ? USUAL[unit ?? 'month'] : USUAL_OF_LONG
  const isUsual = ({ value }: Length) => usual.includes(Number(value))
  const others = lengths.filter((length) => !isUsual(length))
  return {
    usual: lengths.filter(isUsual),
    others,
    open: others.some(({ checked }) => checked),
    error: errorAt(input, 'periods'),
  }
}
