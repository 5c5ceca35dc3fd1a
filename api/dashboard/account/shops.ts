import type { Router } from 'express'
import { cachedProject } from '../../../common/services/projects/cache.ts'
import { accountPage } from '../page.ts'
import { shopsView } from './shops-view.ts'

/** The first page: leads to the member's only shop, or lets them choose one. */
export const shopsPage: Router = accountPage({
  path: '/dashboard',
  view: async ({ session, locale, addresses }, { nonce, formToken }) => {
    const projects = await Promise.all([...session.roles.keys()].map((id) => cachedProject(id)))
    const shops = projects.flatMap((project) => (project ? [{ id: project.id, name: project.name }] : []))
    if (shops.length === 1) return { goTo: addresses.home(shops[0]!.id, 'live') }
    return shopsView({ locale, nonce, formToken, addresses, email: session.member.email, shops })
  },
})
