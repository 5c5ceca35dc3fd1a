import { FEEDBACK, LONGEST_COMMENT } from '../../../common/domain/subscriptions/cancellation.ts'
import type { CancellationDetails } from '../../../common/domain/subscriptions/object.ts'
import type { FormErrors } from '../../../common/kit/form.ts'
import { lengthOf, readable } from '../../../common/kit/text.ts'
import type { Form } from '../form.ts'

interface CancellationForm {
  /** Null if the customer gave no reason. */
  details: CancellationDetails | null
  errors: FormErrors
}

/** Reads the reason for a cancellation from a form. All fields are optional. */
export function readCancellation({ feedback = '', comment: typed = '' }: Form): CancellationForm {
  const chosen = FEEDBACK.find((known) => known === feedback) ?? null
  const comment = readable(typed)
  const errors: FormErrors = {
    ...(feedback !== '' && chosen === null && { feedback: 'feedback' }),
    ...(comment !== null && lengthOf(comment) > LONGEST_COMMENT && { comment: 'comment_too_long' }),
  }
  return { details: chosen === null && comment === null ? null : { feedback: chosen, comment }, errors }
}
