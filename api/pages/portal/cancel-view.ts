import { formatDate, formatShortDate } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { FEEDBACK, LONGEST_COMMENT } from '../../../common/subscriptions/rules/cancellation.ts'
import { FEEDBACK_LABELS } from '../../../common/text/feedback-labels.ts'
import { shortName } from '../../../common/text/short-name.ts'
import { translate } from '../../../common/text/translate.ts'
import { errorAt, fieldOf } from '../kit/fields.ts'
import type { PageView } from '../kit/page-view.ts'
import { isOnlyWrong } from '../kit/problems.ts'
import { stateOf } from './status.ts'
import { portalStep, type StepPageInput } from './step.ts'

export interface CancelPageInput extends StepPageInput {
  /** What was typed when something was wrong with it. */
  typed: Record<string, string>
}

/** What canceling does, before it is done; and why, if the customer likes to say. */
export function cancelView(input: CancelPageInput): PageView {
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
      why: whyOf(input),
      button: say(overdue ? 'portal.cancel_button_now' : 'portal.cancel_button', {
        date: formatShortDate(end, project.timezone, locale),
      }),
    },
  }
}

function whyOf(input: CancelPageInput) {
  const { locale, typed, project, errors } = input
  const say = translate(locale)
  return {
    open: Boolean(typed.feedback ?? typed.comment) || 'feedback' in errors || 'comment' in errors,
    choices: FEEDBACK.map((value, index) => ({
      id: index === 0 ? 'feedback' : `feedback-${value}`,
      value,
      label: say(FEEDBACK_LABELS[value]),
      checked: typed.feedback === value,
      focus: index === 0 && isOnlyWrong(input.errors, 'feedback'),
    })),
    error: errorAt(input, 'feedback'),
    comment: fieldOf(input, 'comment', {
      label: say('portal.comment'),
      hint: say('portal.comment_hint', { shop: shortName(project) }),
      known: null,
      required: false,
      maxlength: LONGEST_COMMENT,
    }),
  }
}
