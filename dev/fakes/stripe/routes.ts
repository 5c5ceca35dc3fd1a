import type { FakeAccount } from './account.ts'
import { missing } from './errors.ts'
import { type FormObject, readForm, textOf } from './form.ts'
import { type Filters, listOf } from './lists.ts'
import type { Session, Stripe } from './objects.ts'

/** The package `stripe`, esm/resources/Checkout/Sessions.d.ts (SessionListParams). */
const SESSION_FILTERS: Filters<Session> = {
  payment_intent: (session, wanted) => session.payment_intent === wanted,
  status: (session, wanted) => session.status === wanted,
  customer_details: ({ customer_details: details, customer_email: given }, wanted) =>
    wanted === JSON.stringify({ email: details?.email ?? given }),
  // The fake has no customers, payment links or subscriptions.
  customer: () => false,
  customer_account: () => false,
  payment_link: () => false,
  subscription: () => false,
}

/** esm/resources/Refunds.d.ts (RefundListParams). */
const REFUND_FILTERS: Filters<Stripe.Refund> = {
  payment_intent: (refund, wanted) => refund.payment_intent === wanted,
  charge: (refund, wanted) => refund.charge === wanted,
}

/** Executes a request and returns the object of Stripe's response. */
export function handle(
  account: FakeAccount,
  method: string,
  { pathname, searchParams }: URL,
  form: FormObject,
  chargesEnabled: boolean,
): object {
  const [, , ...path] = pathname.split('/')
  const resource = path.splice(0, path[0] === 'checkout' ? 2 : 1).join('/')
  const [id, action] = path
  const query = readForm(searchParams.toString())
  switch ([method, resource, ...(id === undefined ? [] : [':id']), ...(action ? [action] : [])].join(' ')) {
    case 'POST checkout/sessions':
      return account.createSession(form)
    case 'GET checkout/sessions':
      return listOf(pathname, account.listedSessions(), query, SESSION_FILTERS)
    case 'GET checkout/sessions :id':
      return account.expanded(account.session(id!), expandIn(query))
    case 'POST checkout/sessions :id expire':
      return account.expire(id!)
    case 'POST refunds':
      return account.createRefund(form)
    case 'GET refunds':
      return listOf(pathname, account.refunds.values(), query, REFUND_FILTERS)
    case 'GET refunds :id':
      return account.refund(id!)
    case 'GET account':
      return { id: 'acct_fake', object: 'account', charges_enabled: chargesEnabled, metadata: {} }
    default:
      throw missing('url', pathname)
  }
}

const expandIn = ({ expand }: FormObject): string[] =>
  Array.isArray(expand) ? expand.map((one) => textOf(one) ?? '') : []
