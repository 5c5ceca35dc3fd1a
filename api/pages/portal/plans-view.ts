import type { PlanChoice } from '../../../common/portal/list-plans.ts'
import type { PageView } from '../payable/view.ts'
import { formatAmount, formatDate, words } from '../words.ts'
import type { WordKey } from '../words.ts'
import { priceLine, stateOf } from './status.ts'
import { stepFrame } from './step.ts'
import type { StepPageInput } from './step.ts'

export interface PlansPageInput extends StepPageInput {
  plans: PlanChoice[]
  /** The plan that was chosen when something went wrong. */
  chosen: string | undefined
}

/** Which other plan: for each what is to be paid now, and what follows, so that nothing comes as a surprise. */
export function plansView(input: PlansPageInput): PageView {
  const { holding, plans, locale, errors } = input
  const say = words(locale)
  const ended = stateOf(holding) === 'canceled'
  const { product } = holding.subscription
  const heading = say(ended ? 'portal.again_heading' : 'portal.change_heading', { plan: product.name })
  const faulty = Object.keys(errors).length > 0
  return {
    status: faulty ? 422 : 200,
    template: 'portal/plans',
    view: {
      ...stepFrame(input, heading, 'plans'),
      text: say(ended ? 'portal.again_text' : 'portal.change_text'),
      action: ended ? 'resubscribe' : 'change_plan',
      error: errors.price_id ? say('errors.plan_required') : null,
      choices: plans.map((plan, index) => ({
        id: index === 0 ? 'price_id' : `price_id-${index}`,
        value: String(plan.price.id),
        plan: plan.price.product.name,
        price: priceLine(plan.price, input),
        next: nextOf(plan, input),
        checked: input.chosen === String(plan.price.id) || plans.length === 1,
      })),
    },
  }
}

function nextOf({ how, credit, due, price, date }: PlanChoice, { project, locale }: PlansPageInput): string {
  const money = (amount: number) => formatAmount(amount, project.currency, locale)
  const key: WordKey =
    how === 'schedule' ? 'portal.plan_later' : credit > 0 ? 'portal.plan_credit' : 'portal.plan_now'
  return words(locale)(key, {
    due: money(due),
    amount: money(price.unit_amount),
    credit: money(credit),
    date: formatDate(date, project.timezone, locale),
  })
}
