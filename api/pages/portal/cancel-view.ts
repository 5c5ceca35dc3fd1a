import { formatDate } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { translate } from '../../../common/services/text/translate.ts'
import type { PageView } from '../kit/page-view.ts'
import { stateOf } from './status.ts'
import { portalStep, type StepPageInput } from './step.ts'

/** Returns the page that explains a cancellation and asks for confirmation. */
export function cancelView(input: StepPageInput): PageView {
  const { entry, locale, project, errors } = input
  const { subscription } = entry
  const t = translate(locale)
  const plan = subscription.product.name
  const end = new Date(subscription.current_period_end)
  const date = formatDate(end, project.timezone, locale)
  const state = stateOf(entry)
  const overdue = state === 'past_due'
  const access: SentenceKey = state === 'trialing' ? 'portal.cancel_trial' : 'portal.cancel_access'
  const after = overdue ? [t('portal.cancel_now')] : [t(access, { date }), t('portal.cancel_back', { date })]
  return {
    status: Object.keys(errors).length > 0 ? 422 : 200,
    template: 'portal/cancel',
    view: {
      ...portalStep(input, t('portal.cancel_heading', { plan }), 'cancel'),
      after: [...after, t('portal.cancel_quiet')],
      button: t(overdue ? 'portal.cancel_button_now' : 'portal.cancel_button'),
    },
  }
}
