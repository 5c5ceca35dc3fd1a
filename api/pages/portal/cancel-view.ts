import { formatDate, formatShortDate } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { translate } from '../../../common/services/text/translate.ts'
import type { PageView } from '../kit/page-view.ts'
import { stateOf } from './status.ts'
import { portalStep, type StepPageInput } from './step.ts'

/** What canceling does, before it is done. */
export function cancelView(input: StepPageInput): PageView {
  const { holding, locale, project, errors } = input
  const { subscription } = holding
  const say = translate(locale)
  const plan = subscription.product.name
  const end = new Date(subscription.current_period_end)
  const date = formatDate(end, project.timezone, locale)
  const state = stateOf(holding)
  const overdue = state === 'past_due'
  const access: SentenceKey = state === 'trialing' ? 'portal.cancel_trial' : 'portal.cancel_access'
  const after = overdue
    ? [say('portal.cancel_now')]
    : [say(access, { date }), say('portal.cancel_back', { date })]
  return {
    status: Object.keys(errors).length > 0 ? 422 : 200,
    template: 'portal/cancel',
    view: {
      ...portalStep(input, say('portal.cancel_heading', { plan }), 'cancel'),
      after: [...after, say('portal.cancel_quiet')],
      button: say(overdue ? 'portal.cancel_button_now' : 'portal.cancel_button', {
        date: formatShortDate(end, project.timezone, locale),
      }),
    },
  }
}
