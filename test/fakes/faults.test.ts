import { expect } from 'chai'
import type { Fault } from '../../dev/fakes/faults.ts'
import { FakeQPay } from '../../dev/fakes/qpay.ts'
import { FAKE_KEYS, FakeStripe } from '../../dev/fakes/stripe.ts'
import { session } from './ask.ts'

interface Target {
  name: string
  plan: (fault: Fault) => void
  /** Sends a request that creates an object, and returns its outcome. */
  ask: (within?: number) => Promise<string>
  countCreated: () => number
  release: () => void
}

/** Returns the outcome of a request: a status with the kind of the body, or the reason for no answer. */
async function outcome(asked: Promise<Response>): Promise<string> {
  try {
    const response = await asked
    const text = await response.text()
    if (text.startsWith('<html')) return `${response.status} html`
    try {
      JSON.parse(text)
      return String(response.status)
    } catch {
      return `${response.status} truncated`
    }
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'no answer' : 'connection ended'
  }
}

describe('the faults of the fake providers', () => {
  let stripe: FakeStripe
  let qpay: FakeQPay
  const targets: Target[] = []

  before(async () => {
    stripe = await FakeStripe.start()
    qpay = await FakeQPay.start()
    targets.push(atStripe(stripe), await atQPay(qpay))
  })
  after(() => {
    stripe.stop()
    qpay.stop()
  })

  const cases: [fault: Fault, answer: string, hasEffect: boolean][] = [
    ['reset', 'connection ended', false],
    ['hang', 'no answer', false],
    ['error', '500', false],
    ['limited', '429', false],
    ['html', '502 html', false],
    ['strange', '200', false],
    [{ status: 503, body: '<html>We are updating' }, '503 html', false],
    ['lost', 'connection ended', true],
    ['held', 'no answer', true],
    ['error-after', '500', true],
    ['malformed', '200 truncated', true],
    ['executing', 'no answer', false],
    [{ delay: 5_000 }, 'no answer', false],
  ]
  for (const [fault, answer, hasEffect] of cases) {
    const when = hasEffect ? 'after' : 'without'
    it(`end a request with "${answer}" ${when} its effect: ${JSON.stringify(fault)}`, async () => {
      for (const { name, plan, ask, countCreated, release } of targets) {
        const before = countCreated()
        plan(fault)
        expect(await ask(answer === 'no answer' ? 150 : 5_000), name).to.equal(answer)
        expect(countCreated() - before, name).to.equal(hasEffect ? 1 : 0)
        expect(await ask(), `${name} afterwards`).to.equal('200')
        release()
      }
    })
  }

  it('let a running request take effect after the client has disconnected', async () => {
    for (const { name, plan, ask, countCreated, release } of targets) {
      const before = countCreated()
      plan('executing')
      expect(await ask(150), name).to.equal('no answer')
      expect(countCreated() - before, name).to.equal(0)
      release()
      while (countCreated() === before) await new Promise((go) => setTimeout(go, 5))
      expect(countCreated() - before, name).to.equal(1)
    }
  })

  it('delay an answer', async () => {
    for (const { name, plan, ask } of targets) {
      plan({ delay: 60 })
      const started = performance.now()
      expect(await ask(), name).to.equal('200')
      expect(performance.now() - started, name).to.be.greaterThan(55)
    }
  })

  it('are dropped on request', async () => {
    stripe.failNext('error', /./, 3)
    qpay.failNext('POST /v2/invoice', 'error', 3)
    stripe.recover()
    qpay.recover()
    for (const { ask } of targets) expect(await ask()).to.equal('200')
  })
})

function atStripe(stripe: FakeStripe): Target {
  return {
    name: 'Stripe',
    plan: (fault) => {
      stripe.failNext(fault, /POST .*sessions/)
    },
    ask: (within = 5_000) =>
      outcome(
        fetch(`${stripe.url}/v1/checkout/sessions`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${FAKE_KEYS.test}` },
          body: new URLSearchParams(session()),
          signal: AbortSignal.timeout(within),
        }),
      ),
    countCreated: () => stripe.accounts.test.sessions.size,
    release: () => {
      stripe.releaseLast()
    },
  }
}

async function atQPay(qpay: FakeQPay): Promise<Target> {
  const { username, password, invoiceCode } = qpay.account
  const basic = Buffer.from(`${username}:${password}`).toString('base64')
  const signedIn = await fetch(`${qpay.url}/v2/auth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const invoice = {
    ...{ invoice_code: invoiceCode, sender_invoice_no: '7', invoice_receiver_code: 'terminal' },
    ...{ invoice_description: 'Tea', amount: 25_000, callback_url: 'https://pay.example/hint' },
  }
  return {
    name: 'QPay',
    plan: (fault) => {
      qpay.failNext('POST /v2/invoice', fault)
    },
    ask: (within = 5_000) =>
      outcome(
        fetch(`${qpay.url}/v2/invoice`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(invoice),
          signal: AbortSignal.timeout(within),
        }),
      ),
    countCreated: () => qpay.invoices.length,
    release: () => {
      qpay.releaseLast()
    },
  }
}
