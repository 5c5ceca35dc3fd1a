import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { PlanChoice } from '../../../common/portal/list-plans.ts'
import { itemDescription } from '../../../common/text/order-in-words.ts'
import { planName } from '../../../common/text/plan-name.ts'
import { priceLine } from '../../../common/text/price-line.ts'
import { translate } from '../../../common/text/translate.ts'
import { errorAt } from '../kit/fields.ts'
import type { PageView } from '../kit/page-view.ts'
import { isOnlyWrong } from '../kit/problems.ts'
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
  const say = translate(locale)
  const state = stateOf(holding)
  const ended = state === 'canceled'
  const heading = say(ended ? 'portal.again_heading' : 'portal.change_heading', {
    plan: holding.subscription.product.name,
  })
  return {
    status: Object.keys(errors).length > 0 ? 422 : 200,
    template: 'portal/plans',
    view: {
      ...portalStep(input, heading, 'plans'),
      text: say(TEXT[state]),
      ...(ended
        ? { action: 'resubscribe', button: say('renew.button'), hint: say('renew.hint') }
        : { action: 'change_plan', button: say('portal.change'), hint: say('portal.change_hint') }),
      error: errorAt(input, 'price_id'),
      choices: plans.map((plan, index) => ({
        id: index === 0 ? 'price_id' : `price_id-${index}`,
        value: String(plan.price.id),
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
