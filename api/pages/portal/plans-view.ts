import { formatAmount, formatShortDate } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { PlanChoice } from '../../../common/services/portal/list-plans.ts'
import { planName } from '../../../common/services/text/names.ts'
import { itemDescription } from '../../../common/services/text/order-in-words.ts'
import { priceLine } from '../../../common/services/text/price-line.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { errorAt } from '../kit/fields.ts'
import type { PageView } from '../kit/page-view.ts'
import { isOnlyWrong } from '../kit/problems.ts'
import type { ButtonView } from '../payable/button.ts'
import { comparisonOf } from './comparison.ts'
import { type State, stateOf } from './status.ts'
import { portalStep, type StepPageInput } from './step.ts'

export interface PlansPageInput extends StepPageInput {
  plans: PlanChoice[]
  /** The plan that was chosen when something went wrong. */
  chosen: string | undefined
}

const TEXT: Record<State, SentenceKey> = {
  active: 'portal.change_text',
  requested: 'portal.change_text_requested',
  trialing: 'portal.change_text_trial',
  trial_requested: 'portal.change_text_trial',
  past_due: 'portal.change_text_past_due',
  canceled: 'portal.again_text',
}

/** Which other plan: for each how it is now, how it is then and what is to be paid, before anything is done. */
export function plansView(input: PlansPageInput): PageView {
  const { holding, plans, locale, errors } = input
  const t = translate(locale)
  const state = stateOf(holding)
  const ended = state === 'canceled'
  const heading = t(ended ? 'portal.again_heading' : 'portal.change_heading', {
    plan: holding.subscription.product.name,
  })
  const further = t(ended ? 'renew.button' : 'portal.change')
  const words = plans.map((plan) => wordsOf(plan, input))
  const instead = differing(words)
  return {
    status: Object.keys(errors).length > 0 ? 422 : 200,
    template: 'portal/plans',
    view: {
      ...portalStep(input, heading, 'plans'),
      text: t(TEXT[state]),
      ...(ended
        ? { action: 'resubscribe', hint: t('renew.hint') }
        : { action: 'change_plan', hint: t('order.no_autocharge') }),
      button: { text: further, instead, untold: further },
      error: errorAt(input, 'price_id'),
      choices: plans.map((plan, index) => ({
        id: index === 0 ? 'price_id' : `price_id-${index}`,
        value: String(plan.price.id),
        at: instead.find(({ text: said }) => said === words[index])?.at ?? 0,
        plan: planName(plan.price),
        price: priceLine(plan.price, input.project.currency, input.locale),
        description: itemDescription(plan.price.product, plans.length),
        checked: input.chosen === String(plan.price.id) || plans.length === 1,
        focus: index === 0 && isOnlyWrong(errors, 'price_id'),
        ...comparisonOf(plan, input),
      })),
    },
  }
}

/** As many words as the style sheet of these pages can show one in the place of another. */
const MOST_WORDS = 9

/** What a press does while this plan is chosen. */
function wordsOf({ how, due, date }: PlanChoice, { project, locale }: PlansPageInput): string {
  const t = translate(locale)
  if (how === 'pay') return t('renew.button_sum', { amount: formatAmount(due, project.currency, locale) })
  return t('portal.change_after', { date: formatShortDate(date, project.timezone, locale) })
}

function differing(words: readonly string[]): ButtonView['instead'] {
  const own = [...new Set(words)]
  return own.length > MOST_WORDS ? [] : own.map((text, index) => ({ at: index + 1, text }))
}
