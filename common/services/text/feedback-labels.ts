import type { Feedback } from '../../domain/subscriptions/cancellation.ts'
import type { SentenceKey } from '../../kit/sentence-key.ts'

/** Labels of the reasons that a customer can choose when canceling. */
export const FEEDBACK_LABELS: Record<Feedback, SentenceKey> = {
  too_expensive: 'portal.why_too_expensive',
  unused: 'portal.why_unused',
  missing_features: 'portal.why_missing_features',
  switched_service: 'portal.why_switched_service',
  other: 'portal.why_other',
}
