import { pageFrame, shopOf } from '../frame.ts'
import type { PortalPageInput } from './page-input.ts'

/** A page of a long list in the portal. */
export interface PagedInput extends PortalPageInput {
  page: number
  hasMore: boolean
}

interface Kind {
  title: string
  state: string
  address: (page: number) => string
}

/** Returns the common parts of such pages: frame, heading, and links back and to the newer and older page. */
export function pagedFrame(input: PagedInput, { title, state, address }: Kind) {
  const { project, locale, page, isTest } = input
  const keep = page > 1 ? { page: String(page) } : {}
  return {
    page: pageFrame(
      { lang: locale, title, state, isTest, keep, wide: true, sheets: ['rest.css', 'portal.css'] },
      project,
    ),
    shop: shopOf(project),
    title,
    list: input.addresses.list(),
    backUrl: input.returnUrl,
    newer: page > 1 ? address(page - 1) : null,
    older: input.hasMore ? address(page + 1) : null,
  }
}
