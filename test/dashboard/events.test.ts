import { expect } from 'chai'
import type { Response } from 'supertest'
import { onConnection } from '../../db/sql.ts'
import { forgetSignIns, givenMember, MemberBrowser, stateOf } from '../support/given/member.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import {
  closeReceivers,
  drain,
  givenEndpoint,
  givenReceiver,
  somethingHappens,
} from '../support/given/receiver.ts'
import { forgetNothing, outlineOf, statementsOf } from '../support/statements.ts'

let members = 0

/** Creates a shop with an event that was delivered, and the browser of a viewer. */
async function givenEvent() {
  const shop = await givenMerchant()
  const receiver = await givenReceiver()
  const endpoint = await givenEndpoint(shop, receiver.url)
  const checkoutId = await somethingHappens(shop)
  await drain(endpoint)
  const { body } = await shop.get('/events').expect(200)
  const [event] = body.data as { id: number; type: string }[]
  const email = `events-${(members += 1)}@example.com`
  await givenMember(shop.projectId, email, 'viewer')
  const browser = await MemberBrowser.of(email)
  const section = `/dashboard/${shop.projectId}/test`
  const list = `${section}/developers/events`
  return { shop, receiver, checkoutId, event: event!, browser, section, list, page: `${list}/${event!.id}` }
}

const plain = (response: Response) => textOf(response).replaceAll('\u00a0', ' ').replaceAll('&quot;', '"')

describe('events in the dashboard', () => {
  beforeEach(forgetSignIns)
  afterEach(closeReceivers)
  forgetNothing()

  it('are listed with their objects, filtered by type, and read as a file', async () => {
    const { browser, section, list, page, event, checkoutId } = await givenEvent()
    const shown = await browser.get(list)
    expect(plain(shown)).to.include('checkout.expired').and.include(`evt_${event.id}`)
    expect(shown.text).to.include(`href="${page}"`).and.include(`href="${section}/checkouts/${checkoutId}"`)
    expect((await browser.get(`${list}?type=checkout.expired`)).text).to.include(`href="${page}"`)
    expect((await browser.get(`${list}?type=invoice.paid`)).text).not.to.include(`href="${page}"`)
    const { text } = await browser.get(`${list}.csv`)
    expect(text).to.include(`,checkout.expired,checkout,${checkoutId},1\r\n`)
  })

  it('show their JSON as the endpoint received it, and lead to the deliveries', async () => {
    const { receiver, browser, section, page } = await givenEvent()
    const shown = await browser.get(page)
    expect(stateOf(shown)).to.equal('dashboard_event')
    const [, json] = /<pre class="program"><code>([^<]+)</.exec(shown.text)!
    const text = json!.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&#x3D;', '=')
    expect(JSON.parse(text.replaceAll('&amp;', '&'))).to.deep.equal(JSON.parse(receiver.received[0]!.body))
    const [, delivery] = new RegExp(`href="(${section}/developers/deliveries/\\d+)"`).exec(shown.text)!
    expect((await browser.get(delivery!)).text).to.include(`href="${page}"`)
    // An event has a delivery for each endpoint, so each names its endpoint.
    expect(shown.text).to.match(new RegExp(`href="${section}/developers/webhooks/\\d+">`))
  })

  it('say when their content was deleted', async () => {
    const { browser, page, list, event } = await givenEvent()
    await onConnection((sql) => sql.run("UPDATE events SET data = 'null' WHERE id = ?", [event.id]))
    expect(plain(await browser.get(page))).to.include('it is older than 90 days')
    expect(plain(await browser.get(list))).to.include('Payload deleted')
  })

  it('of another shop or mode have no page here', async () => {
    const [one, other] = [await givenEvent(), await givenEvent()]
    expect((await one.browser.get(`${one.list}/${other.event.id}`)).status).to.equal(404)
    expect((await one.browser.get(one.page.replace('/test/', '/live/'))).status).to.equal(404)
  })

  it('take few statements', async () => {
    const { browser, list, page } = await givenEvent()
    const selects = async (address: string) => {
      await browser.get(address)
      const outline = outlineOf(await statementsOf(() => browser.get(address)))
      return outline.filter((one) => /select/i.test(one)).length
    }
    expect([await selects(list), await selects(page)]).to.deep.equal([3, 6])
  })
})
