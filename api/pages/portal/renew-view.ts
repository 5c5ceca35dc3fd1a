import type { PageView } from '../kit/page-view.ts'
import { type RenewPageInput, renewView } from '../renew/view.ts'
import type { PortalPageInput } from './page-input.ts'

/** The page that emails lead to as well, with the ways back into the portal and to the merchant. */
export function renewStepView(input: RenewPageInput & PortalPageInput): PageView {
  const page = renewView(input)
  return { ...page, view: { ...page.view, list: input.addresses.list(), backUrl: input.returnUrl } }
}
