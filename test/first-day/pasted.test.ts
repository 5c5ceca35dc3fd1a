import { readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { expect } from 'chai'
import { freePort } from '../../dev/ports.ts'
import { type Running, start } from '../../dev/processes.ts'
import { Tolbor } from '../support/client.ts'
import { OwnCopy } from '../support/own-copy.ts'
import { blocksOf, scriptOf } from '../support/pasted.ts'
import { until } from '../support/service.ts'

const GUIDES = readdirSync('docs/guides').map((name) => `docs/guides/${name}`)
const PAGES = ['README.md', 'clients/node/README.md', ...GUIDES]

/** All tests share one bin/dev, which is slow to start. */
describe('the first day with bin/dev', () => {
  let copy: OwnCopy
  let other: Server | undefined
  const env = () => copy.env as Record<'API' | 'TOKEN' | 'INBOX' | 'SHOP', string>
  const tolbor = () => new Tolbor({ api: env().API, token: env().TOKEN })

  before(async () => {
    other = createServer()
      .on('error', () => {})
      .listen(3000, '127.0.0.1') // or another program uses it already
    copy = new OwnCopy()
    await copy.dev()
  })
  after(async () => {
    other?.close()
    await copy.end()
  })

  it('prints its steps with their times, and `bin/dev show` prints the addresses', async () => {
    const steps = copy.said.flatMap((line) => /^ *\d+\.\d s {2}(\S+)/.exec(line)?.[1] ?? [])
    expect(steps.filter((step) => step !== 'Building')) // it may be built already
      .to.deep.equal(['Starting', 'Migrating', 'Starting', 'Preparing', 'Ready.'])
    expect(env().API)
      .to.match(/\/v1\/projects\/\d+$/)
      .and.to.not.include(':3000/')
    const { port } = new URL(env().API)
    expect(copy.said).to.include(`Port 3000 is taken by another program; using ${port}.`)
    const { said } = await copy.bash('bin/dev show')
    for (const address of [env().SHOP, env().INBOX, `export API=${env().API} TOKEN=${env().TOKEN}`])
      expect(said).to.include(address)
  })

  describe('the example shop', () => {
    let cookie: string
    let offers: { name: string; price: string; order: string }[]

    const visit = async (path: string) => (await fetch(env().SHOP + path, { headers: { cookie } })).text()
    const press = (path: string, fields: Record<string, string> = {}) =>
      fetch(env().SHOP + path, {
        method: 'POST',
        headers: { cookie },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      })

    before(async () => {
      const response = await fetch(env().SHOP)
      cookie = response.headers.get('set-cookie')!.split(';')[0]!
      const offer = /<h2><b>(.*?)<\/b>.*?name="price" value="(\d+)".*?name="order" value="(.*?)"/gs
      offers = Array.from(
        (await response.text()).matchAll(offer),
        ([, name = '', price = '', order = '']) => ({ name, price, order }),
      )
    })

    /** Presses Buy twice, and pays the checkout. */
    async function buy(name: string): Promise<number> {
      const { price, order } = offers.find((offer) => offer.name.startsWith(name))!
      const [once, again] = [await press('/buy', { price, order }), await press('/buy', { price, order })]
      expect(again.headers.get('location')).to.equal(once.headers.get('location'))
      const id = Number(/checkout\/(\d+)/.exec(once.headers.get('location')!)![1])
      await tolbor().payCheckout(id, { email: 'bat@example.com' })
      return id
    }

    it('delivers an order once, even after a repeated webhook', async () => {
      const id = await buy('Coffee')
      await until(async () => (await visit('/orders')).includes(`Order ${id}: 1 × Coffee beans`))
      const [endpoint] = (await tolbor().listWebhookEndpoints({ after: 0, limit: 1 })).data // later tests add others
      const [delivery] = (await tolbor().listWebhookDeliveries({ endpoint_id: endpoint.id, limit: 1 })).data
      const answers = async (): Promise<number[]> =>
        (await tolbor().retrieveWebhookDelivery(delivery.id)).attempts.map(
          ({ status_code }: { status_code: number }) => status_code,
        )
      await until(async () => (await answers()).length === 1) // the first attempt must end before the resend
      await tolbor().resendWebhookDelivery(delivery.id)
      await until(async () => (await answers()).length === 2)
      expect(await answers()).to.deep.equal([200, 200])
      expect((await visit('/orders')).match(/<li>/g)).to.have.length(1)
    })

    it('gives members access, and opens the portal for them', async () => {
      expect(await visit('/members')).to.include('Join the club first')
      await buy('Tasting club')
      expect(await visit('/members')).to.include('Tasting club, until')
      const portal = (await press('/portal')).headers.get('location')!
      expect((await fetch(portal, { redirect: 'manual' })).status).to.be.below(400)
    })

    it('exits with an error if its port is in use', async () => {
      const { how, said } = await copy.bash(
        `WEBHOOK_SECRET=whsec_a PORT=${new URL(env().SHOP).port} node examples/shop/shop.js`,
      )
      expect(how).to.equal('exit code 1')
      expect(said).to.include('EADDRINUSE').and.not.include('The shop is at')
    })

    it('rejects unsigned webhooks', async () => {
      const body = '{"type": "checkout.completed"}'
      expect((await fetch(`${env().SHOP}/webhooks`, { method: 'POST', body })).status).to.equal(401)
    })
  })

  const receivers: [language: string, command: string, args: (port: string) => string[]][] = [
    ['Python', 'python3', () => ['examples/receivers/receiver.py']],
    ['PHP', 'php', (port) => ['-S', `127.0.0.1:${port}`, 'examples/receivers/receiver.php']],
  ]
  for (const [language, command, args] of receivers) {
    it(`sends webhooks to the receiver in ${language}, which delivers each order once`, async () => {
      const port = String(await freePort())
      const url = `http://127.0.0.1:${port}/webhooks`
      const { secret } = await tolbor().createWebhookEndpoint({ url, events: ['checkout.completed'] })
      const data = `.data/${command}`
      const receiver: Running = start(language, command, args(port), {
        cwd: copy.folder,
        env: { ...copy.env, WEBHOOK_SECRET: secret, PORT: port, DATA: data },
        onLine: () => undefined,
      })
      try {
        await until(() =>
          fetch(url).then(
            () => true,
            () => false,
          ),
        )
        expect((await fetch(url, { method: 'POST', body: '{}' })).status).to.equal(401)
        const order = { items: [{ price: 'mug', quantity: 3 }], client_reference_id: command }
        const { id } = await tolbor().createCheckout(order)
        await tolbor().payCheckout(id, { email: 'bat@example.com' })
        const delivered = () => copy.bash(`cat ${data}/*.json`)
        await until(async () => (await delivered()).how === 'exit code 0')
        const { said } = await delivered()
        expect(JSON.parse(said)).to.deep.equal({ user: command, checkout: id, goods: ['3 × Mug'] })
      } finally {
        await receiver.stop()
      }
    })
  }

  for (const page of PAGES) {
    it(`runs the commands of ${page}`, async () => {
      expect(blocksOf(page)).to.not.be.empty
      const { how, said } = await copy.bash(scriptOf(page))
      expect(how, said).to.equal('exit code 0')
    })
  }
})
