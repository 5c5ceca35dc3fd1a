import { lengthOf, readable } from '../../../common/kit/text.ts'
import type { CancellationDetails } from '../../../common/subscriptions/object.ts'
import { FEEDBACK, LONGEST_COMMENT } from '../../../common/subscriptions/rules/cancellation.ts'
import type { Form } from '../form.ts'

interface Read {
  /** Null where nothing was said. */
  details: CancellationDetails | null
  errors: Record<string, string>
}

/** What a customer says of why they cancel; nobody has to say anything. */
export function readCancellation({ feedback = '', comment: typed = '' }: Form): Read {
  const chosen = FEEDBACK.find((known) => known === feedback) ?? null
  const comment = readable(typed)
  const errors = {
    ...(feedback !== '' && chosen === null && { feedback: 'errors.feedback' }),
    ...(comment !== null && lengthOf(comment) > LONGEST_COMMENT && { comment: 'errors.comment_too_long' }),
  }
  return { details: chosen === null && comment === null ? null : { feedback: chosen, comment }, errors }
}
