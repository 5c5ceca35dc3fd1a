/** Reasons for a cancellation that customers can choose in the portal. */
export const FEEDBACK = ['too_expensive', 'unused', 'missing_features', 'switched_service', 'other'] as const
export type Feedback = (typeof FEEDBACK)[number]

/** Limit of a customer's comment in characters. */
export const LONGEST_COMMENT = 500

/** Values that clear a requested cancellation and its reason. */
export const NOT_CANCELED = {
  canceledAt: null,
  cancellationReason: null,
  cancellationFeedback: null,
  cancellationComment: null,
} as const
