import type { MethodSettings, Mode, Values } from '../settings.ts'
import { isAcceptedByStripe } from './units.ts'

/** The credentials of the merchant's account at Stripe in one mode. */
export type StripeAccount = Values<'secret_key' | 'webhook_secret'>

/** The form of a Stripe key in each mode: a secret key or a restricted key. */
const KEYS = { live: /^[sr]k_live_\w+$/, test: /^[sr]k_test_\w+$/ }

export const settings: MethodSettings<StripeAccount> = {
  form: {
    description: 'Cards and wallets on a Stripe page, paid out by Stripe.',
    guide: 'stripe.settings_guide',
    reportsTo: 'stripe.reports_to',
    byMode: true,
    fields: {
      secret_key: {
        label: 'stripe.secret_key',
        description:
          'The secret key of your Stripe account, or a restricted one: it begins with `sk_test_` or `rk_test_` in test mode, with `sk_live_` or `rk_live_` in live mode.',
        example: 'sk_test_…',
        maxLength: 255,
        secret: true,
        check: checkKey,
        problem: 'stripe_secret_key',
        option: {
          name: 'stripe-secret-key',
          value: 'KEY',
          help: 'With the next one: customers can pay on a Stripe page',
        },
      },
      webhook_secret: {
        label: 'stripe.webhook_secret',
        description:
          'The signing secret of the webhook endpoint that you add at Stripe for our hint address: it begins with `whsec_`.',
        example: 'whsec_…',
        maxLength: 255,
        secret: true,
        check: (value) => (/^whsec_\w+$/.test(value) ? null : 'must begin with whsec_, as shown by Stripe'),
        problem: 'stripe_webhook_secret',
        option: {
          name: 'stripe-webhook-secret',
          value: 'SECRET',
          help: 'The signing secret of the webhook endpoint at Stripe',
        },
      },
    },
  },
  offered: ({ values }) => values?.enabled === true,
  accepts: isAcceptedByStripe,
}

/**
 * Checks the mode of a key: a test key would take no money in live mode, and a live key would take money in a
 * test.
 */
function checkKey(value: string, mode: Mode | null): string | null {
  if (mode === null || KEYS[mode].test(value)) return null
  return `must begin with sk_${mode}_ or rk_${mode}_: a Stripe key of ${mode} mode`
}
