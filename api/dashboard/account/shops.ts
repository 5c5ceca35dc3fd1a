import type { Router } from 'express'
import { hasOnlyTestPayments } from '../../../common/services/payments/find.ts'
import { cachedProject } from '../../../common/services/projects/cache.ts'
import { onConnection } from '../../../db/sql.ts'
import { accountPage } from '../page.ts'
import { shopsView } from './shops-view.ts'

/** The first page: leads to the member's only shop, in test mode until its first live payment, or lets them choose one. */
export const shopsPage: Router = accountPage({
  path: '/dashboard',
  view: async ({ session, locale, addresses }, { formToken }) => {
    const projects = await Promise.all([...session.roles.keys()].map((id) => cachedProject(id)))
    const shops = projects.flatMap((project) => (project ? [{ id: project.id, name: project.name }] : []))
    const [only] = shops
    if (only && shops.length === 1) {
      const isTrying = await onConnection((sql) => hasOnlyTestPayments(sql, only.id))
      return { goTo: addresses.home(only.id, isTrying ? 'test' : 'live') }
    }
    return shopsView({ locale, formToken, addresses, email: session.member.email, shops })
  },
})
