import type { PageView } from '../payable/view.ts'
import { type RenewPageInput, renewView } from '../renew/view.ts'
import type { PortalPageInput } from './page-input.ts'

/** The page that emails lead to as well, with the ways back into the portal and to the merchant. */
export function renewStepView(input: RenewPageInput & PortalPageInput): PageView {
  const { status, template, view } = renewView(input)
  const faulty = Object.keys(input.errors).length > 0
  return {
    status: faulty ? 422 : status,
    template,
    view: { ...view, list: input.addresses.list(), backUrl: input.returnUrl },
  }
}
