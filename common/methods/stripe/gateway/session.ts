import type Stripe from 'stripe'
import { later, MINUTE } from '../../../kit/time.ts'
import { parseUrl } from '../../../kit/web-address.ts'
import { config } from '../../../runtime/config.ts'
import { type Opened, type ProviderCall, ProviderError, type ProviderPayment } from '../../provider.ts'
import { LIFETIME } from '../../provider-attempt.ts'
import { toStripe } from '../units.ts'
import { unreadable } from './answer.ts'

type NewSession = Stripe.Checkout.SessionCreateParams

/**
 * A session must last at least 30 minutes. We expire it at the payment's own end; Stripe's expiry is only a
 * fallback. It is computed from the payment alone, so that a repeated request is identical, with a minute for
 * clocks that differ.
 */
const AFTER_OUR_END = 31 * MINUTE

const LONGEST_NAME = 250

/** The limits of our columns. Stripe's values are far shorter. */
const LONGEST_ID = 191
const LONGEST_URL = 8_000

/** The languages of Stripe's page. For others Stripe uses the browser's language. */
const PAGE_LANGUAGES = new Set(
  'bg cs da de el en es et fi fil fr hr hu id it ja ko lt lv ms mt nb nl pl pt ro ru sk sl sv th tr vi zh'.split(
    ' ',
  ),
)

/** Returns the request that opens a session: one line item, and both return addresses lead to our page. */
export function newSession(payment: ProviderPayment, { account }: Pick<ProviderCall, 'account'>): NewSession {
  const { id, amount, currency, description, customerEmail, returnUrl, locale, expiresAt } = payment
  const unitAmount = toStripe(amount, currency)
  if (unitAmount === null)
    throw new ProviderError(
      'refused',
      `Stripe cannot accept this amount in ${currency}: the last of three decimals must be 0, and it must not be too large.`,
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
    locale: PAGE_LANGUAGES.has(locale) ? locale : 'auto',
    metadata,
    payment_intent_data: { metadata },
  }
}

/** A margin for clocks that differ, since the list is filtered by Stripe's clock. */
const CLOCK_MARGIN = 5 * MINUTE
const PAGE = 100
/** A shop opens fewer sessions while one customer waits. A session that is not found is never shown. */
const MAX_PAGES = 5

/** Returns the open session of an earlier request, or null. Stripe cannot filter its list by our id. */
export async function findSession(
  stripe: Stripe,
  { id, returnUrl, expiresAt }: ProviderPayment,
): Promise<Stripe.Checkout.Session | null> {
  const since = Math.floor(later(expiresAt, -LIFETIME - CLOCK_MARGIN).getTime() / 1000)
  let after: string | undefined
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { data, has_more: hasMore } = await stripe.checkout.sessions.list({
      ...{ created: { gte: since }, status: 'open', limit: PAGE },
      ...(after !== undefined && { starting_after: after }),
    })
    // The address of our page is secret. It differs in a copy of this database with the same Stripe keys.
    const found = data.find((one) => one.client_reference_id === String(id) && one.success_url === returnUrl)
    if (found) return found
    after = data.at(-1)?.id
    if (!hasMore || after === undefined) break
  }
  return null
}

/**
 * Returns the id and address of a session for our page. The address must be HTTPS, or the configured one of
 * Stripe.
 */
export function openedOf(
  { id, url, livemode }: Stripe.Checkout.Session,
  { isTest }: ProviderPayment,
): Opened {
  if (typeof id !== 'string' || typeof url !== 'string' || !parseUrl(url)) throw unreadable()
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
