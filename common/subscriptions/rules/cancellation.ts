/** Why customers cancel, as they may choose it in the portal. */
export const FEEDBACK = ['too_expensive', 'unused', 'missing_features', 'switched_service', 'other'] as const
export type Feedback = (typeof FEEDBACK)[number]

/** So many characters they may add in their own words. */
export const LONGEST_COMMENT = 500

/** Where no cancellation is requested, or not any more: what was said of it is forgotten as well. */
export const NOT_CANCELED = {
  canceledAt: null,
  cancellationReason: null,
  cancellationFeedback: null,
  cancellationComment: null,
} as const
