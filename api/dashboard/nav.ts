import { may, type Permission, type Role } from '../../common/domain/members/role.ts'
import type { SentenceKey } from '../../common/kit/sentence-key.ts'

/** A section of a shop's dashboard: an entry of the navigation, and the pages below its path. */
export interface Section {
  /** Below `/dashboard/:project/:mode`. */
  path: string
  label: SentenceKey
  /** The letter that leads to it after `g`, by a letter of its English name. */
  key: string
  /** Members without this permission do not see the entry. */
  needs: Permission
  /** Whether a group begins with it: money, the catalogue, the shop. */
  begins?: true
}

/** The sections in the order of the navigation. Each section adds one entry. */
const SECTIONS: readonly Section[] = [
  { path: '', label: 'dashboard.nav.home', key: 'h', needs: 'view' },
  { path: '/payments/waiting', label: 'dashboard.nav.waiting', key: 'w', needs: 'view' },
  { path: '/payments', label: 'dashboard.nav.payments', key: 'p', needs: 'view', begins: true },
  { path: '/payments/refunds', label: 'dashboard.refunds.heading', key: 'f', needs: 'view' },
  { path: '/payments/import', label: 'dashboard.nav.import', key: 'b', needs: 'operate' },
  { path: '/checkouts', label: 'dashboard.nav.checkouts', key: 'k', needs: 'view' },
  { path: '/subscriptions', label: 'dashboard.nav.subscriptions', key: 's', needs: 'view' },
  { path: '/invoices', label: 'dashboard.customers.invoices', key: 'i', needs: 'view' },
  { path: '/payment-links', label: 'dashboard.payment_links.heading', key: 'l', needs: 'view' },
  { path: '/products', label: 'dashboard.products.heading', key: 'r', needs: 'view', begins: true },
  { path: '/products/codes', label: 'dashboard.codes.heading', key: 'o', needs: 'view' },
  { path: '/customers', label: 'dashboard.nav.customers', key: 'c', needs: 'view' },
  { path: '/developers', label: 'dashboard.nav.developers', key: 'd', needs: 'view', begins: true },
  { path: '/members', label: 'dashboard.nav.members', key: 'm', needs: 'administer' },
  { path: '/settings', label: 'dashboard.nav.settings', key: 't', needs: 'administer' },
  { path: '/audit-log', label: 'dashboard.nav.audit_log', key: 'a', needs: 'administer' },
]

/** Returns the sections that this role may see. */
export function sectionsFor(role: Role): Section[] {
  return SECTIONS.filter(({ needs }) => may(role, needs))
}

/** Returns the section of a page: the one with the longest path that the page is at or below. */
export function sectionOf(path: string): Section {
  const around = SECTIONS.filter((one) => path === one.path || path.startsWith(`${one.path}/`))
  return around.reduce((best, one) => (one.path.length > best.path.length ? one : best), SECTIONS[0]!)
}

/** Returns whether this role may open the section that `path` is at or below; undefined if there is no such section. */
export function mayOpen(role: Role, path: string): boolean | undefined {
  const section = sectionOf(path)
  return section === SECTIONS[0] && path !== section.path ? undefined : may(role, section.needs)
}
