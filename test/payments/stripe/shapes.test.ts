import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import Stripe from 'stripe'
import { FAKE_KEYS, FakeStripe } from '../../../dev/fakes/stripe.ts'

/** The declarations of the package, which Stripe generates from its published OpenAPI file (stripe/openapi). */
const DECLARED = 'node_modules/stripe/esm/resources/'

interface Field {
  optional: boolean
  /** The declared type: `string | null`, `Session.Status | null`. */
  type: string
}

/** The names, types and states that `file` declares for an object. */
class Shape {
  readonly fields: Map<string, Field>
  readonly #text: string

  constructor(file: string, name: string, text = readFileSync(DECLARED + file, 'utf8')) {
    this.#text = text.replace(/\/\*\*.*?\*\//gs, '')
    const body =
      new RegExp(`^(?:export )?interface ${name} (?:extends \\w+ )?\\{\\n(.*?)^\\}`, 'ms').exec(
        this.#text,
      )?.[1] ?? ''
    const lines = [...body.matchAll(/^ {4}(\w+)(\??): (.+);$/gm)]
    this.fields = new Map(
      lines.map(([, field = '', mark, type = '']) => [field, { optional: mark === '?', type }]),
    )
  }

  /** Returns the differences between `object` and the declaration. */
  faults(object: Record<string, unknown>): string[] {
    const unknown = Object.keys(object).filter((name) => !this.fields.has(name))
    const wrong = [...this.fields].flatMap(([name, { optional, type }]) => {
      const value = object[name]
      if (value === undefined) return optional ? [] : [`${name} is missing`]
      return this.#fits(value, type) ? [] : [`${name} is ${JSON.stringify(value)}, not ${type}`]
    })
    return [...unknown.map((name) => `${name} is unknown`), ...wrong]
  }

  #fits(value: unknown, type: string): boolean {
    return type.split(' | ').some((one) => {
      if (one === 'null') return value === null
      if (one.startsWith("'")) return value === one.slice(1, -1)
      if (['string', 'number', 'boolean'].includes(one)) return typeof value === one
      if (one.startsWith('Array<')) return Array.isArray(value)
      if (typeof value !== 'string')
        return typeof value === 'object' && value !== null && !Array.isArray(value)
      return this.#states(one).includes(value)
    })
  }

  /** Returns the states of a type such as `Session.Status`. */
  #states(type: string): string[] {
    const name = type.replace(/^\w+\./, '')
    const declared = new RegExp(`^ {4}type ${name} = (.*);$`, 'm').exec(this.#text)?.[1] ?? ''
    return [...declared.matchAll(/'([^']+)'/g)].map(([, state = '']) => state)
  }
}

describe('the fake Stripe', () => {
  const shapes = {
    'checkout.session': new Shape('Checkout/Sessions.d.ts', 'Session'),
    payment_intent: new Shape('PaymentIntents.d.ts', 'PaymentIntent'),
    charge: new Shape('Charges.d.ts', 'Charge'),
    refund: new Shape('Refunds.d.ts', 'Refund'),
  }
  const error = new Shape(
    '',
    'StripeRawError',
    readFileSync('node_modules/stripe/esm/Types.d.ts', 'utf8').replace(
      'export type StripeRawError = {',
      'export interface StripeRawError {',
    ),
  )
  let fake: FakeStripe

  before(async () => (fake = await FakeStripe.start()))
  after(() => {
    fake.stop()
  })

  async function ask(
    method: string,
    path: string,
    form?: Record<string, string>,
    stripe = fake,
  ): Promise<Record<string, unknown>> {
    const headers = { Authorization: `Bearer ${FAKE_KEYS.test}` }
    const body = form && new URLSearchParams(form)
    const response = await fetch(`${stripe.url}/v1/${path}`, { method, headers, ...(body && { body }) })
    return (await response.json()) as Record<string, unknown>
  }
  const request = {
    mode: 'payment',
    success_url: 'https://shop.example',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '500',
    'line_items[0][price_data][product_data][name]': 'Tea',
    'metadata[payment_id]': '7',
  }
  const createAt = (stripe: FakeStripe) => ask('POST', 'checkout/sessions', request, stripe)
  const create = () => createAt(fake)
  const idOf = ({ id }: Record<string, unknown>) => id as string
  const expanded = (id: string) => ask('GET', `checkout/sessions/${id}?expand[]=payment_intent.latest_charge`)

  it('returns the names, types and states that the package declares', async () => {
    const answers: Record<string, unknown>[] = [await create()]
    const histories: ((id: string) => void)[] = [
      (id) => fake.accounts.test.decline(id),
      (id) => fake.accounts.test.pay(id),
      (id) => fake.accounts.test.paySlowly(id),
      (id) => fake.accounts.test.settle(fake.accounts.test.paySlowly(id).id, 'succeeded'),
      (id) => fake.accounts.test.settle(fake.accounts.test.paySlowly(id).id, 'failed'),
      (id) => fake.accounts.test.expire(id),
    ]
    for (const history of histories) {
      const id = idOf(await create())
      history(id)
      answers.push(await ask('GET', `checkout/sessions/${id}`), await expanded(id))
    }
    for (const nextRefundStatus of ['succeeded', 'pending', 'requires_action', 'failed'] as const) {
      const id = idOf(await create())
      fake.accounts.test.pay(id)
      fake.accounts.test.nextRefundStatus = nextRefundStatus
      const { payment_intent: intent } = await ask('GET', `checkout/sessions/${id}`)
      answers.push(await ask('POST', 'refunds', { payment_intent: intent as string, amount: '100' }))
      const { data } = (await ask('GET', `refunds?payment_intent=${intent as string}`)) as {
        data: Record<string, unknown>[]
      }
      answers.push(...data)
    }
    const inner = (value: unknown) =>
      typeof value === 'object' && value !== null ? [value as Record<string, unknown>] : []
    const all = answers.flatMap((answer) => {
      const intents = inner(answer.payment_intent)
      return [answer, ...intents, ...intents.flatMap(({ latest_charge: charge }) => inner(charge))]
    })
    const kinds = new Set<unknown>()
    for (const object of all) {
      kinds.add(object.object)
      const shape = shapes[object.object as keyof typeof shapes]
      expect(shape.faults(object), String(object.object)).to.deep.equal([])
    }
    expect([...kinds]).to.have.members(Object.keys(shapes))
  })

  it('sends events with their published names, in the API version of the package', () => {
    const text = readFileSync(`${DECLARED}Events.d.ts`, 'utf8')
    for (const event of fake.accounts.test.events) {
      expect(text).to.include(`'${event.type}'`)
      expect(event.api_version).to.equal(Stripe.API_VERSION)
      expect(new Shape('Events.d.ts', 'EventBase').faults({ ...event }), event.type).to.deep.equal([])
    }
    expect(fake.accounts.test.events).not.to.have.length(0)
  })

  it('refuses with published errors', async () => {
    const refused = [
      await ask('GET', 'checkout/sessions/cs_test_none'),
      await ask('POST', 'checkout/sessions', { mode: 'payment' }),
      await ask('POST', `checkout/sessions/${[...fake.accounts.test.sessions.keys()][2]!}/expire`),
    ]
    for (const { error: body } of refused) {
      const found = body as Record<string, unknown>
      expect(Object.keys(found).filter((name) => !error.fields.has(name))).to.deep.equal([])
      const types = readFileSync('node_modules/stripe/esm/Types.d.ts', 'utf8')
      expect(/type RawErrorType = (.*);/.exec(types)?.[1]).to.include(`'${String(found.type)}'`)
    }
  })

  it('keeps its state after a restart, as in bin/dev', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stripe-'))
    const file = join(folder, 'stripe.json')
    const first = await FakeStripe.start({ file })
    const paid = idOf(await createAt(first))
    const slow = idOf(await createAt(first))
    const open = idOf(await createAt(first))
    const press = (stripe: FakeStripe, id: string, action: string) =>
      fetch(`${stripe.url}/c/pay/${id}`, {
        method: 'POST',
        body: new URLSearchParams({ action }),
        redirect: 'manual',
      })
    await press(first, paid, 'pay')
    await press(first, slow, 'slow')
    first.stop()

    const second = await FakeStripe.start({ file, slowBank: 0 })
    await press(second, open, 'pay')
    const states = () => [...second.accounts.test.sessions.values()].map((one) => one.payment_status)
    for (let tries = 0; tries < 100 && states().includes('unpaid'); tries += 1) await pause(10)
    expect(states()).to.deep.equal(['paid', 'paid', 'paid'])
    second.stop()
    rmSync(folder, { recursive: true })
  })

  it('is compared strictly, so that an unknown name, type or state is found', async () => {
    const session = await create()
    const shape = shapes['checkout.session']
    expect(shape.fields.size).to.be.greaterThan(50)
    expect(shape.faults({ ...session, status: 'done' })).to.have.length(1)
    expect(shape.faults({ ...session, payment_status: 'PAID' })).to.have.length(1)
    expect(shape.faults({ ...session, amount_total: '500' })).to.have.length(1)
    expect(shape.faults({ ...session, total: 500 })).to.deep.equal(['total is unknown'])
    const { currency: _, ...without } = session
    expect(shape.faults(without)).to.deep.equal(['currency is missing'])
  })
})
