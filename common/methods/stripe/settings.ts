import type { MethodSettings, Mode, Values } from '../settings.ts'
import { isTakenByStripe } from './units.ts'

/** What names the merchant's account at Stripe in one mode, and proves what comes from there. */
export type StripeAccount = Values<'secret_key' | 'webhook_secret'>

/** What a key of Stripe's begins with: a secret one, or one that may do less. */
const KEYS = { live: /^[sr]k_live_\w+$/, test: /^[sr]k_test_\w+$/ }

export const settings: MethodSettings<StripeAccount> = {
  form: {
    description: 'Cards and wallets on a page of Stripe’s, paid out by Stripe.',
    byMode: true,
    fields: {
      secret_key: {
        description:
          'The secret key of your Stripe account, or a restricted one: it begins with `sk_test_` or `rk_test_` for trying out, with `sk_live_` or `rk_live_` for money.',
        example: 'sk_test_…',
        maxLength: 255,
        secret: true,
        check: checkKey,
        option: {
          name: 'stripe-secret-key',
          value: 'KEY',
          help: 'With the next one: customers can pay on a page of Stripe’s',
        },
      },
      webhook_secret: {
        description:
          'The signing secret of the webhook endpoint that you add at Stripe for our hint address: it begins with `whsec_`.',
        example: 'whsec_…',
        maxLength: 255,
        secret: true,
        check: (value) => (/^whsec_\w+$/.test(value) ? null : 'must begin with whsec_, as Stripe shows it'),
        option: { name: 'stripe-webhook-secret', value: 'SECRET', help: 'What proves hints from Stripe' },
      },
    },
  },
  offered: ({ values }) => values?.enabled === true,
  takes: isTakenByStripe,
}

/** A key of the other mode would pretend to take money, or take it while somebody tries something out. */
function checkKey(value: string, mode: Mode | null): string | null {
  if (mode === null || KEYS[mode].test(value)) return null
  return `must begin with sk_${mode}_ or rk_${mode}_: a Stripe key of ${mode} mode`
}
