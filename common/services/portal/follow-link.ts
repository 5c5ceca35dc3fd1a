import { sha256 } from '../../kit/secrets.ts'
import { Customer } from '../customers/customers-table.ts'
import { readPortalLink } from '../links/portal.ts'
import type { FollowedLink } from './link.ts'
import { PortalLink } from './portal-links-table.ts'

/** Finds a link created through the API by its secret; returns null if there never was one. */
export async function followLink(token: string, now: Date): Promise<FollowedLink | null> {
  const link = await PortalLink.findOne({ where: { hash: sha256(token) } })
  if (!link) return null
  const { projectId, isTest, customerId, returnUrl, locale, flow, subscriptionId, expiresAt } = link
  return {
    ...{ projectId, isTest, customerId, returnUrl, locale },
    goal: flow !== null && subscriptionId !== null ? { flow, subscriptionId } : null,
    version: null,
    isOver: expiresAt <= now,
  }
}

/** Reads a link from an email; returns null if its signature is not ours. */
export async function followEmailedLink(customerId: number, token: string): Promise<FollowedLink | null> {
  const link = readPortalLink(customerId, token)
  const customer = link && (await Customer.findByPk(customerId))
  if (!customer) return null
  const { projectId, isTest, linkVersion } = customer
  return {
    ...{ projectId, isTest, customerId, returnUrl: null, locale: 'auto', goal: null },
    version: link.version,
    isOver: link.isOver || link.version !== linkVersion,
  }
}
