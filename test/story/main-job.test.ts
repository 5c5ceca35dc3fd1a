import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { startMailServer } from '../emails/mail-server.ts'
import { faultsOf } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { closeReceivers, givenReceiver } from '../support/given/receiver.ts'
import { Service, until } from '../support/service.ts'

describe('a checkout, end to end', () => {
  let service: Service
  let mails: Awaited<ReturnType<typeof startMailServer>>
  let browser: Browser
  let shop: { url: string; server: Server }

  before(async () => {
    mails = await startMailServer()
    service = await Service.start({ SMTP_URL: mails.url })
    browser = await launchBrowser()
    shop = await givenShop()
  })
  after(async () => {
    closeReceivers()
    await browser.close()
    await service.stop()
    await mails.close()
    shop.server.close()
  })

  it('is created, opened, paid, delivered to a webhook, and retrieved', async () => {
    const receiver = await givenReceiver()
    const { body: endpoint } = await service
      .call('post', '/webhook-endpoints', { url: receiver.url })
      .expect(201)
    const { body: product } = await service.call('post', '/products', { name: 'Tea' }).expect(201)
    const price = { product_id: product.data.id, unit_amount: 25_000, lookup_key: 'tea' }
    await service.call('post', '/prices', price).expect(201)
    const { body: created } = await service
      .call('post', '/checkouts', {
        items: [{ price: 'tea', quantity: 2 }],
        client_reference_id: 'order-7',
        success_url: `${shop.url}/thanks?checkout={CHECKOUT_ID}`,
      })
      .expect(201)

    const context = await browser.newContext({ viewport: { width: 320, height: 640 } }) // axe needs its own context
    const page = await context.newPage()
    await page.goto(created.data.url as string)
    expect(await page.textContent('body')).to.contain('50,000')
    expect(await faultsOf(page)).to.deep.equal([])
    await page.fill('[name=email]', 'bat@example.com')
    await page.check('[name=payment_method][value=test]').catch(() => undefined) // a single method is preselected
    await page.click('button[name=action][value=pay]')
    await page.waitForURL(`${shop.url}/thanks?checkout=${created.data.id}`)

    await until(async () => receiver.received.length === 1 && mails.taken.length === 1)
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]]
    const verified = new Webhook(endpoint.data.secret as string).verify(
      body,
      headers as Record<string, string>,
    )
    expect(verified).to.deep.include({ type: 'checkout.completed', object: 'checkout', sequence: 1 })
    const { body: found } = await service.call('get', `/checkouts/${created.data.id}`).expect(200)
    expect(found.data).to.include({
      status: 'complete',
      customer_email: 'bat@example.com',
      amount_total: 50_000,
    })
    expect((verified as { data: { object: object } }).data.object).to.deep.include({
      id: created.data.id,
      status: 'complete',
    })
    expect(mails.taken[0]?.to).to.deep.equal(['bat@example.com'])
    expect(mails.taken[0]?.mail.text).to.contain('50,000').and.contain(found.data.receipt_number)
    expect(await service.count('events WHERE object_id = ?', [created.data.id])).to.equal(1)
    await context.close()
  })

  it('works without JavaScript', async () => {
    const { body: created } = await service
      .call('post', '/checkouts', {
        items: [{ price_data: { unit_amount: 900, product_data: { name: 'Stamp' } }, quantity: 1 }],
        cancel_url: `${shop.url}/cart`,
        success_url: `${shop.url}/thanks`,
      })
      .expect(201)
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(created.data.url as string)
    await page.click('button[name=action][value=cancel]')
    await page.waitForURL(`${shop.url}/cart`)
    await page.goto(created.data.url as string)
    await page.fill('[name=email]', 'not an address')
    await page.click('button[name=action][value=pay]')
    expect(await page.inputValue('[name=email]')).to.equal('not an address')
    expect(await page.getAttribute('[name=email]', 'aria-invalid')).to.equal('true')
    await page.fill('[name=email]', 'bat@example.com')
    await page.click('button[name=action][value=pay]')
    await page.waitForURL(`${shop.url}/thanks`)
    await context.close()
  })
})

/** Starts the website of the shop. */
async function givenShop(): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => response.end('<h1>Shop</h1>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}
