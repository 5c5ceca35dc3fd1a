import type { PageView } from '../payable/view.ts'
import { formatDate, words } from '../words.ts'
import { stepFrame } from './step.ts'
import type { StepPageInput } from './step.ts'

/** What canceling does, before it is done. */
export function cancelView(input: StepPageInput): PageView {
  const { holding, locale, project } = input
  const { subscription } = holding
  const say = words(locale)
  const plan = subscription.product.name
  const date = formatDate(new Date(subscription.current_period_end), project.timezone, locale)
  const overdue = subscription.status === 'past_due'
  const after = overdue
    ? [say('portal.cancel_now')]
    : [say('portal.cancel_access', { date }), say('portal.cancel_back', { date })]
  return {
    status: 200,
    template: 'portal/cancel',
    view: {
      ...stepFrame(input, say('portal.cancel_heading', { plan }), 'cancel'),
      after: [...after, say('portal.cancel_quiet')],
      button: say(overdue ? 'portal.cancel_button_now' : 'portal.cancel_button', { date }),
    },
  }
}
