import type Stripe from 'stripe'
import { later, MINUTE } from '../../../kit/time.ts'
import { config } from '../../../runtime/config.ts'
import { type Opened, type ProviderCall, ProviderError, type ProviderPayment } from '../../provider.ts'
import { LIFETIME } from '../../provider-attempt.ts'
import { toStripe } from '../units.ts'
import { unreadable } from './answer.ts'

type NewSession = Stripe.Checkout.SessionCreateParams

/**
 * Stripe takes no session that ends within 30 minutes of its beginning. Ours is given up by a call at the payment's
 * own end; Stripe's end is for the case that nobody can make that call. It follows from the payment alone, so that a
 * repeated request is the same one, and leaves a minute for clocks that differ.
 */
const AFTER_OUR_END = 31 * MINUTE

const LONGEST_NAME = 250

/** As long as what is kept of an answer; those of Stripe are far shorter. */
const LONGEST_ID = 191
const LONGEST_URL = 8_000

/** The languages of Stripe's page that we may have too; in another it goes by the browser. */
const SPOKEN = new Set(
  'bg cs da de el en es et fi fil fr hr hu id it ja ko lt lv ms mt nb nl pl pt ro ru sk sl sv th tr vi zh'.split(
    ' ',
  ),
)

/** What Stripe is told of a payment: one line, and both ways back to our page. */
export function newSession(payment: ProviderPayment, { account }: Pick<ProviderCall, 'account'>): NewSession {
  const { id, amount, currency, description, customerEmail, returnUrl, locale, expiresAt } = payment
  const unitAmount = toStripe(amount, currency)
  if (unitAmount === null)
    throw new ProviderError(
      'refused',
      `Stripe cannot take this sum in ${currency}: the last of three decimals must be 0, and it must not be too large.`,
    )
  const metadata = { payment_id: String(id), project_id: String(account.projectId) }
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: unitAmount,
          product_data: { name: Array.from(description).slice(0, LONGEST_NAME).join('') },
        },
      },
    ],
    client_reference_id: String(id),
    ...(customerEmail !== null && { customer_email: customerEmail }),
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: Math.floor(later(expiresAt, AFTER_OUR_END).getTime() / 1000),
    locale: SPOKEN.has(locale) ? locale : 'auto',
    metadata,
    payment_intent_data: { metadata },
  }
}

/** Clocks differ, and a list is read by Stripe's. */
const EARLIER = 5 * MINUTE
const PAGE = 100
/** A shop does not open more sessions while a customer waits; one that is not found there is never shown to anybody. */
const MOST_PAGES = 5

/** Returns the open session that a former request has made for a payment, or null: Stripe's list knows no filter by our number. */
export async function findSession(
  stripe: Stripe,
  { id, returnUrl, expiresAt }: ProviderPayment,
): Promise<Stripe.Checkout.Session | null> {
  const since = Math.floor(later(expiresAt, -LIFETIME - EARLIER).getTime() / 1000)
  let after: string | undefined
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { data, has_more: hasMore } = await stripe.checkout.sessions.list({
      ...{ created: { gte: since }, status: 'open', limit: PAGE },
      ...(after !== undefined && { starting_after: after }),
    })
    // The address of our page is secret: a copy of this database that uses the same keys has another one.
    const found = data.find((one) => one.client_reference_id === String(id) && one.success_url === returnUrl)
    if (found) return found
    after = data.at(-1)?.id
    if (!hasMore || after === undefined) break
  }
  return null
}

/** What our page needs of a session; it leads nowhere but to Stripe, and is read by nobody on the way. */
export function openedOf(
  { id, url, livemode }: Stripe.Checkout.Session,
  { isTest }: ProviderPayment,
): Opened {
  if (typeof id !== 'string' || typeof url !== 'string' || !URL.canParse(url)) throw unreadable()
  if (id.length > LONGEST_ID || url.length > LONGEST_URL) throw unreadable()
  if (livemode === isTest)
    throw new ProviderError(
      'account',
      'Stripe opened the payment in the other mode: check the keys of both modes.',
    )
  const { protocol, origin } = new URL(url)
  if (protocol !== 'https:' && origin !== new URL(config().stripeApiUrl).origin) throw unreadable()
  return { providerId: id, details: { url } }
}
