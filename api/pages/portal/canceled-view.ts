import { FEEDBACK, LONGEST_COMMENT } from '../../../common/domain/subscriptions/cancellation.ts'
import { formatDate } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { FEEDBACK_LABELS } from '../../../common/services/text/feedback-labels.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { errorAt, fieldOf } from '../kit/fields.ts'
import type { PageView } from '../kit/page-view.ts'
import { waitingLines } from './next.ts'
import { stateOf } from './status.ts'
import { portalStep, type StepPageInput } from './step.ts'

export interface CanceledPageInput extends StepPageInput {
  /** The typed values, if they had an error. */
  typed: Record<string, string>
}

/** Returns the page after a cancellation: until when access stays open, how to undo it, and an optional question for the reason. */
export function canceledView(input: CanceledPageInput): PageView {
  const { entry, locale, project, errors } = input
  const { subscription } = entry
  const t = translate(locale)
  const state = stateOf(entry)
  const ended = state === 'canceled'
  const text: SentenceKey =
    state === 'trial_requested' ? 'portal.next_trial_requested' : 'portal.next_requested'
  const waiting = ended ? [] : waitingLines(entry, input)
  const date = formatDate(new Date(subscription.current_period_end), project.timezone, locale)
  const thanked = subscription.cancellation_details !== null
  const isWaiting = waiting.length > 0
  const heading = isWaiting
    ? t('portal.canceled_heading_waiting')
    : t('portal.canceled_heading', { plan: subscription.product.name })
  return {
    status: Object.keys(errors).length > 0 ? 422 : 200,
    template: 'portal/canceled',
    view: {
      ...portalStep(input, heading, 'canceled', ['rest.css', 'portal.css']),
      lines: isWaiting ? waiting : [ended ? t('portal.canceled_ended') : t(text, { date })],
      // The heading gets the focus, unless the page shows something newer.
      fresh: !thanked && Object.keys(errors).length === 0,
      keep: !ended,
      thanks: thanked ? t('portal.thanks', { shop: shortName(project) }) : null,
      // If the payment is confirmed, the subscription continues.
      why: thanked || isWaiting ? null : whyOf(input),
    },
  }
}

function whyOf(input: CanceledPageInput) {
  const { locale, typed, project, errors } = input
  const t = translate(locale)
  return {
    choices: FEEDBACK.map((value, index) => ({
      id: index === 0 ? 'feedback' : `feedback-${value}`,
      value,
      label: t(FEEDBACK_LABELS[value]),
    })),
    error: errorAt(input, 'feedback'),
    open: Boolean(typed.comment) || 'comment' in errors,
    comment: fieldOf(input, 'comment', {
      label: t('portal.comment'),
      hint: t('portal.comment_hint', { shop: shortName(project) }),
      known: null,
      required: false,
      maxlength: LONGEST_COMMENT,
    }),
  }
}
