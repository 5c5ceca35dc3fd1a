import { FAKE_KEYS, type FakeStripe } from '../../dev/fakes/stripe.ts'

export interface Reply {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

/** Returns the parameters of a session: 5 euros for tea. */
export const session = (fields: Record<string, string> = {}): Record<string, string> => ({
  mode: 'payment',
  success_url: 'https://shop.example',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'eur',
  'line_items[0][price_data][unit_amount]': '500',
  'line_items[0][price_data][product_data][name]': 'Tea',
  ...fields,
})

export const priced = (amount: number, currency: string) =>
  session({
    'line_items[0][price_data][currency]': currency,
    'line_items[0][price_data][unit_amount]': String(amount),
  })

/** Calls a fake Stripe without the package that the service uses. */
export async function askStripe(
  { url }: FakeStripe,
  method: string,
  path: string,
  form?: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(`${url}/v1/${path}`, {
    method,
    headers: { Authorization: `Bearer ${FAKE_KEYS.test}`, ...headers },
    ...(form && { body: new URLSearchParams(form) }),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}

export const errorIn = ({ status, body }: Reply) => {
  const { type, code } = (body.error ?? {}) as { type?: string; code?: string }
  return [status, type, code]
}

/** Opens a session and pays it; returns the ids of both objects that a refund can name. */
export async function givenPaid(fake: FakeStripe): Promise<{ id: string; intent: string; charge: string }> {
  const { body } = await askStripe(fake, 'POST', 'checkout/sessions', session())
  const account = fake.accounts.test
  const intent = account.pay(body.id as string).payment_intent!
  return { id: body.id as string, intent, charge: account.intents.get(intent)!.latest_charge! }
}
