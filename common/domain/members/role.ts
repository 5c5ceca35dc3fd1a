export const ROLES = ['owner', 'staff', 'viewer'] as const

/** The role of a member in one project. */
export type Role = (typeof ROLES)[number]

/**
 * The effect of a page or a button of the dashboard: `view` reads, `operate` changes orders, customers and the catalogue,
 * `refund` returns money, `administer` changes settings, members, tokens and secrets.
 */
export type Permission = 'view' | 'operate' | 'refund' | 'administer'

const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ['view', 'operate', 'refund', 'administer'],
  staff: ['view', 'operate'],
  viewer: ['view'],
}

/** Returns whether a member with this role may do it. */
export function may(role: Role, permission: Permission): boolean {
  return PERMISSIONS[role].includes(permission)
}
