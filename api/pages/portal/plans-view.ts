import { formatAmount, formatDate } from '../../../common/kit/format.ts'
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
  /** The price id that was chosen before an error. */
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

/** Returns the page to choose another plan. For each it shows the present and the new state, and the amount to pay. */
export function plansView(input: PlansPageInput): PageView {
  const { entry, plans, locale, errors } = input
  const t = translate(locale)
  const state = stateOf(entry)
  const ended = state === 'canceled'
  const heading = t(ended ? 'portal.again_heading' : 'portal.change_heading', {
    plan: entry.subscription.product.name,
  })
  const fallback = t(ended ? 'renew.button' : 'portal.change')
  const buttonTexts = plans.map((plan) => buttonText(plan, input))
  const instead = distinct(buttonTexts)
  return {
    status: Object.keys(errors).length > 0 ? 422 : 200,
    template: 'portal/plans',
    view: {
      ...portalStep(input, heading, 'plans'),
      text: t(TEXT[state]),
      ...(ended
        ? { action: 'resubscribe', hint: t('renew.hint') }
        : { action: 'change_plan', hint: t('order.no_autocharge') }),
      button: { text: fallback, instead, fallback },
      error: errorAt(input, 'price_id'),
      choices: plans.map((plan, index) => ({
        id: index === 0 ? 'price_id' : `price_id-${index}`,
        value: String(plan.price.id),
        at: instead.find(({ text }) => text === buttonTexts[index])?.at ?? 0,
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

/** The most texts that the style sheet of these pages can switch between. */
const MOST_TEXTS = 9

/** Returns the button's text while this plan is chosen. */
function buttonText({ how, due, date }: PlanChoice, { project, locale }: PlansPageInput): string {
  const t = translate(locale)
  if (how === 'pay') return t('renew.button_sum', { amount: formatAmount(due, project.currency, locale) })
  return t('portal.change_after', { date: formatDate(date, project.timezone, locale) })
}

function distinct(texts: readonly string[]): ButtonView['instead'] {
  const all = [...new Set(texts)]
  return all.length > MOST_TEXTS ? [] : all.map((text, index) => ({ at: index + 1, text }))
}
