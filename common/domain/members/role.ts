export const ROLES = ['owner', 'staff', 'viewer'] as const

/** The role of a member in one project. */
export type Role = (typeof ROLES)[number]
