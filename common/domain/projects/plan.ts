/** Plans that an operator can give a project. */
export const PROJECT_PLANS = ['starter', 'growth'] as const

export type ProjectPlan = (typeof PROJECT_PLANS)[number]

/** Live subscriptions that give access on the Starter plan; Growth has no limit. */
export const STARTER_LIMIT = 30
