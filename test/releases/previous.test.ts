import { expect } from 'chai'
import { DAY } from '../../common/kit/time.ts'
import { startMailServer } from '../emails/mail-server.ts'
import { webhooks } from '../support/client.ts'
import { tea } from '../support/given/merchant.ts'
import { closeReceivers, givenReceiver, type Receiver } from '../support/given/receiver.ts'
import { hasHistory, previousRelease } from '../support/previous-release.ts'
import { Service, until } from '../support/service.ts'

type Mails = Awaited<ReturnType<typeof startMailServer>>

const DIRECTIONS = [
  ['an old web process with a new worker', true],
  ['a new web process with an old worker', false],
] as const

/**
 * Runs the previous release and this one on the same database and Redis, as during an upgrade. The previous release is in
 * the git history: a source archive or a shallow clone has none, and so none of these tests.
 */
describe('the previous release next to this one', () => {
  if (!hasHistory()) return
  const upgrades: Promise<void>[] = []

  // Both directions wait for most of the time, so they run at the same time.
  before(async () => {
    const { commit, folder } = await previousRelease()
    console.log(`    The previous release is commit ${commit}.`)
    for (const [, webIsOld] of DIRECTIONS) upgrades.push(upgrade(folder, webIsOld))
    for (const one of upgrades) one.catch(() => undefined) // its test reports it
  })
  after(async () => {
    await Promise.allSettled(upgrades)
    closeReceivers()
  })

  async function upgrade(previous: string, webIsOld: boolean): Promise<void> {
    const mails = await startMailServer()
    const service = await Service.start(
      { SMTP_URL: mails.url, LOG_LEVEL: 'info' },
      // On a busy machine an email may take longer than the short lease of tests: another worker would send it again.
      { workers: 0, webFolder: webIsOld ? previous : '.', lease: 60 },
    )
    try {
      await service.startWorkerAndWait(0, webIsOld ? '.' : previous)
      const shop = new Shop(service, await givenReceiver())
      await shop.trade()
      // At the end of an upgrade only new processes run: they process what the old ones left.
      await service.startWorkerAndWait()
      await shop.expectEverythingDone(mails)
    } finally {
      await service.stop()
      await mails.close()
    }
    expect(linesAbove(40, [...service.log, ...service.webLog])).to.deep.equal([]) // the last lines come at the end
  }

  for (const [index, [name]] of DIRECTIONS.entries())
    it(`loses nothing and fails nothing (rolling-upgrade): ${name}`, () => upgrades[index])
})

/** Returns the log lines of a level above this one: 40 is a warning. */
function linesAbove(level: number, lines: readonly string[]): string[] {
  return lines.filter((line) => {
    const match = /"level":(?:"(\w+)"|(\d+))/.exec(line)
    return match?.[1] === 'error' || match?.[1] === 'fatal' || Number(match?.[2] ?? 0) > level
  })
}

/** A merchant who sells, renews and refunds through the API while an upgrade runs. */
class Shop {
  readonly #service: Service
  readonly #receiver: Receiver
  #secret = ''
  readonly #expected: string[] = []

  constructor(service: Service, receiver: Receiver) {
    this.#service = service
    this.#receiver = receiver
  }

  async trade(): Promise<void> {
    const endpoint = await this.#post('/webhook-endpoints', { url: this.#receiver.url })
    this.#secret = endpoint.secret as string
    await this.#sell()
    await this.#subscribe()
    await this.#passTime()
  }

  async #sell(): Promise<void> {
    const order = await this.#post('/checkouts', tea())
    await this.#post(`/checkouts/${order.id}/pay`, { email: 'bat@example.com', test_outcome: 'delayed' })
    await this.#until(`/checkouts/${order.id}`, ({ status }) => status === 'complete')
    const { data: payments } = await this.#get(`/payments?checkout_id=${order.id}`)
    await this.#post(`/payments/${payments[0].id}/refunds`, { amount: 1_000 })
    const bill = await this.#post('/invoices', { amount: 5_000, customer_email: 'bill@example.com' })
    await this.#post(`/invoices/${bill.id}/pay`, { email: 'bill@example.com' })
    await this.#post(`/checkouts/${(await this.#post('/checkouts', tea())).id}/expire`)
    this.#expect('checkout.completed', 'payment.refunded', 'invoice.paid', 'checkout.expired')
  }

  async #subscribe(): Promise<void> {
    const price = { product_data: { name: 'Club' }, unit_amount: 30_000, recurring_interval: 'month' }
    await this.#post('/prices', { ...price, lookup_key: 'club' })
    const { id: customer_id } = await this.#post('/customers', { email: 'saraa@example.com' })
    const { subscription_id: id } = await this.#buy({ customer_id })
    await this.#buy({ customer_id, subscription_id: id })
    await this.#post(`/subscriptions/${id}/cancel`)
    await this.#post(`/subscriptions/${id}/resume`)
    this.#expect('checkout.completed', 'subscription.created', 'checkout.completed', 'subscription.renewed')
    this.#expect('subscription.updated', 'subscription.updated')
  }

  /** A customer on a test clock pays once, is reminded twice, and lets the period end. */
  async #passTime(): Promise<void> {
    const start = Date.now() + DAY
    const at = (days: number) => ({ frozen_time: new Date(start + days * DAY).toISOString() })
    const clock = await this.#post('/test-clocks', at(0))
    const { id: customer_id } = await this.#post('/customers', {
      email: 'clock@example.com',
      test_clock_id: clock.id,
    })
    await this.#buy({ customer_id })
    await this.#post(`/test-clocks/${clock.id}/advance`, at(40))
    await this.#until(`/test-clocks/${clock.id}`, ({ status }) => status === 'ready')
    this.#expect('checkout.completed', 'subscription.created', 'subscription.renewal_due')
    this.#expect('subscription.renewal_due', 'subscription.canceled')
  }

  async #buy(of: object): Promise<Row> {
    const { id } = await this.#post('/checkouts', { items: [{ price: 'club', quantity: 1 }], ...of })
    return this.#post(`/checkouts/${id}/pay`, { email: 'club@example.com' })
  }

  async expectEverythingDone(mails: Mails): Promise<void> {
    await until(async () => (await this.#waiting()).length === 0)
    await until(async () => this.#receiver.received.length >= this.#expected.length)
    const received = this.#receiver.received.map(
      ({ body, headers }) => webhooks.verify(body, headers, this.#secret).type,
    )
    expect(received.sort()).to.deep.equal([...this.#expected].sort())
    const failed = await this.#service.rows('SELECT kind, error FROM emails WHERE status = ?', ['failed'])
    expect(failed).to.deep.equal([])
    const sent = await this.#service.count('emails WHERE status = ?', ['sent'])
    expect(mails.taken).to.have.length(sent)
    for (const address of ['bat', 'bill', 'saraa', 'clock'])
      expect(
        mails.taken.some(({ to }) => to.includes(`${address}@example.com`)),
        address,
      ).to.equal(true)
    const tries = await this.#service.rows('SELECT kind, tries, error FROM timers WHERE tries > 0')
    expect(tries).to.deep.equal([])
  }

  /** Returns the kinds of all rows that are due. */
  async #waiting(): Promise<unknown[]> {
    const [timers, emails, deliveries] = await Promise.all([
      this.#service.rows('SELECT kind, error FROM timers WHERE due_at < NOW(6)'),
      this.#service.rows("SELECT kind, error FROM emails WHERE status = 'pending'"),
      this.#service.rows("SELECT id FROM webhook_deliveries WHERE status = 'pending'"),
    ])
    return [...timers, ...emails, ...deliveries]
  }

  #expect(...types: string[]): void {
    this.#expected.push(...types)
  }

  async #post(path: string, body: object = {}): Promise<Row> {
    const response = await this.#service.call('post', path, body)
    expect(response.status, `${path}: ${response.text}`).to.be.within(200, 201)
    return (response.body as { data: Row }).data
  }

  async #get(path: string): Promise<Row> {
    return (await this.#service.call('get', path).expect(200)).body as Row
  }

  async #until(path: string, isTrue: (data: Row) => boolean): Promise<void> {
    await until(async () => isTrue((await this.#get(path)).data as Row))
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- an object of the API, of either release
type Row = Record<string, any>
