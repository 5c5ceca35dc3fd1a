import { expect } from 'chai'
import request from 'supertest'
import type { CheckoutObject } from '../../common/domain/checkouts/object.ts'
import { config } from '../../common/runtime/config.ts'
import { closeSmtp } from '../../common/runtime/smtp.ts'
import { renderEmail } from '../../common/services/emails/render.ts'
import { sendEmail } from '../../common/services/emails/send.ts'
import { deleteItemPictures } from '../../common/services/images/delete-item-pictures.ts'
import { findImage } from '../../common/services/images/find.ts'
import { checkInvariants } from '../../common/services/invariants/check.ts'
import { images } from '../../db/migrations/0008-images.ts'
import { onConnection } from '../../db/sql.ts'
import { atomically } from '../../worker/atomically.ts'
import { startMailServer } from '../emails/mail-server.ts'
import { app } from '../support/ask.ts'
import { explain } from '../support/explain.ts'
import { givenClub } from '../support/given/club.ts'
import { projectOf, subscriptionOf, writtenReceipt } from '../support/given/email.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { copiesOf, copyAll, giveLogo, png, shownBy } from '../support/given/picture.ts'
import { Visitor } from '../support/given/portal-visitor.ts'
import { closeReceivers, givenReceiver } from '../support/given/receiver.ts'
import { statementsOf } from '../support/statements.ts'
import { dueTurns } from '../support/turns.ts'

/** Starts a server whose paths are pictures of different heights. */
const gallery = async () => {
  const bytes = new Map<string, Buffer>()
  for (const height of [20, 40, 60]) bytes.set(`/${height}.png`, await png(80, height))
  const { url } = await givenReceiver((response, { url: path = '' }) => response.end(bytes.get(path)))
  return (height: number) => new URL(`/${height}.png`, url).href
}

const paid = {
  status: 'complete',
  payment_method: 'bank_transfer',
  receipt_number: 'R-000012',
  customer_email: 'bat@example.mn',
  paid_at: '2026-08-12T11:04:00.000000Z',
} as const

afterEach(closeReceivers)

describe('an email', () => {
  async function emailOf(shop: Merchant) {
    const words = { subscription: subscriptionOf(shop) }
    const setting = { project: await projectOf(shop), locale: 'en', isTest: false } as const
    return renderEmail('subscription_created', words, setting)
  }

  it("shows the merchant's logo by its full URL, with the name as its alternative text", async () => {
    const shop = await givenMerchant({ name: `Tea & "Co"` })
    const picture = await gallery()
    await giveLogo(shop, picture(40))
    await copyAll(shop)
    const { html, text } = await emailOf(shop)
    const [, src = '', rest = ''] = /<img src="([^"]+)" ([^>]+)>/.exec(html) ?? []
    expect(src).to.match(new RegExp(`^${config().baseUrl}/assets/pictures/${shop.projectId}/`))
    // Such a wide logo contains the name, which is shown only if pictures are switched off.
    expect(rest).to.include('alt="Tea &amp; &quot;Co&quot;" width="80" height="40"')
    expect(html.slice(html.indexOf(rest))).to.match(/^[^>]+>\s*</)
    expect(text).to.not.include('/assets/')
    await request(app).get(new URL(src).pathname).expect(200)
  })

  it('shows product pictures next to their lines in the receipt, like the page', async () => {
    const shop = await givenMerchant()
    const picture = await gallery()
    const price = { product_data: { name: 'Tea', image_url: picture(60) }, unit_amount: 5, lookup_key: 'tea' }
    await shop.post('/prices', price).expect(201)
    const inline = { unit_amount: 5, product_data: { name: 'Cup', image_url: picture(40) } }
    const bare = { unit_amount: 5, product_data: { name: 'Spoon' } }
    const items = [{ price: 'tea' }, { price_data: inline }, { price_data: bare }]
    const order = { items: items.map((item) => ({ ...item, quantity: 1 })) }
    const { body } = await shop.post('/checkouts', order).expect(201)
    await copyAll(shop)
    const server = await startMailServer()
    config().smtpUrl = server.url
    try {
      const found = await shop.get(`/checkouts/${body.data.id as number}`)
      const checkout = { ...(found.body.data as CheckoutObject), ...paid }
      await sendEmail(await writtenReceipt(shop, { checkout }), atomically)
    } finally {
      closeSmtp()
      config().smtpUrl = null
      await server.close()
    }
    const html = server.taken[0]?.mail.html ?? ''
    const shown = Array.from(html.matchAll(/<img src="([^"]+)" alt="" width="(\d+)" height="(\d+)"/g))
    expect(shown.map(([, , width, height]) => `${width}x${height}`)).to.deep.equal(['48x36', '48x24'])
    for (const [, src = ''] of shown) {
      expect(src).to.match(new RegExp(`^${config().baseUrl}/assets/pictures/${shop.projectId}/`))
      await request(app).get(new URL(src).pathname).expect(200)
    }
    expect(html.match(/<td class="line" width="60"/g)).to.have.lengthOf(3)
  })

  it('has no picture tag if there is no picture', async () => {
    const shop = await givenMerchant()
    expect((await emailOf(shop)).html).to.not.include('<img')
  })
})

describe('an item with inline price data', () => {
  const named = (image_url: string) => ({
    items: [{ price_data: { unit_amount: 5, product_data: { name: 'Cup', image_url } }, quantity: 1 }],
  })

  it('shows a copy of its picture, which orders share', async () => {
    const shop = await givenMerchant()
    const picture = await gallery()
    expect(await shownBy(shop, named(picture(60)))).to.deep.equal([])
    await copyAll(shop)
    const [src = '', ...others] = await shownBy(shop, named(picture(60)))
    expect(src).to.include('-80x60')
    expect(others).to.deep.equal([])
    expect(await copiesOf(shop)).to.have.lengthOf(1)
    const [other = ''] = await shownBy(shop, named(picture(40)))
    expect([other, (await copiesOf(shop)).length]).to.deep.equal(['', 2])
  })

  it('has its picture copied by the rules of its mode, and shown in that mode only', async () => {
    const shop = await givenMerchant()
    const refused = await shop.live.post('/checkouts', named('http://shop.example/cup.png'))
    expect(refused.body.errors).to.have.all.keys('items.0.price_data.product_data.image_url')
    const picture = await gallery()
    await shownBy(shop, named(picture(60)))
    await copyAll(shop)
    const rows = await onConnection((sql) =>
      sql.rows<{ is_test: number }>('SELECT is_test FROM item_pictures WHERE project_id = ?', [
        shop.projectId,
      ]),
    )
    expect(rows.map(({ is_test: isTest }) => isTest)).to.deep.equal([1])
  })

  it('requests one copy if many orders name a picture at the same time', async () => {
    const shop = await givenMerchant()
    const picture = await gallery()
    const two = { items: [...named(picture(60)).items, ...named(picture(40)).items] }
    const reversed = { items: [...two.items].reverse() }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => shop.post('/checkouts', index % 2 ? two : reversed)),
    )
    expect(answers.map(({ status }) => status)).to.deep.equal(Array<number>(12).fill(201))
    await copyAll(shop)
    expect((await copiesOf(shop)).map(({ status }) => status)).to.deep.equal(['copied', 'copied'])
    expect(await shownBy(shop, two)).to.have.lengthOf(2)
  })

  it('has its picture copied again after a day, and deleted half a year after the last order', async () => {
    const shop = await givenMerchant()
    const picture = await gallery()
    await shownBy(shop, named(picture(60)))
    await copyAll(shop)
    const moveAskedAt = (days: number) =>
      onConnection((sql) =>
        sql.run('UPDATE item_pictures SET asked_at = asked_at - INTERVAL ? DAY WHERE project_id = ?', [
          days,
          shop.projectId,
        ]),
      )
    await moveAskedAt(2)
    expect(await shownBy(shop, named(picture(60)))).to.have.lengthOf(1)
    expect((await copiesOf(shop)).map(({ status }) => status)).to.deep.equal(['pending'])
    await copyAll(shop)
    await atomically(deleteItemPictures)
    expect(await copiesOf(shop)).to.have.lengthOf(1)
    await moveAskedAt(181)
    await atomically(deleteItemPictures)
    expect(await copiesOf(shop)).to.deep.equal([])
  })
})

describe('the portal', () => {
  it("shows the merchant's logo, and the product's picture on each card", async () => {
    const club = await givenClub()
    await club.buy('basic')
    const picture = await gallery()
    await giveLogo(club.shop, picture(20))
    await club.shop.patch(`/products/${club.productId}`, { image_url: picture(60) }).expect(200)
    await copyAll(club.shop)
    const { text } = await (await Visitor.of(club)).get('/portal')
    const shown = Array.from(
      text.matchAll(/<img class="picture[^"]*" src="[^"]+" alt="" width="(\d+)" height="(\d+)">/g),
    )
    expect(shown.map(([, width, height]) => `${width}x${height}`)).to.deep.equal(['80x20', '48x36'])
  })
})

describe('pictures in the database', () => {
  it('are read in one statement, by the primary key', async () => {
    const shop = await givenMerchant()
    const picture = await gallery()
    await giveLogo(shop, picture(20))
    await copyAll(shop)
    const [src = ''] = await shownBy(shop)
    const statements = await statementsOf(() => request(app).get(src).expect(200))
    expect(statements).to.have.lengthOf(1)
    const [step] = await explain(statements[0]!)
    expect([step!.key, `${step!.rows}`]).to.deep.equal(['PRIMARY', '1'])
    expect(await findImage(shop.projectId, 'nonsense')).to.equal(null)
  })

  it('need no extra statements on a page', async () => {
    const givenTea = async (shop: Merchant) => {
      const price = { product_data: { name: 'Tea' }, unit_amount: 5, lookup_key: 'tea' }
      const { body } = await shop.post('/prices', price).expect(201)
      const product = (body as { data: { product_id: number } }).data.product_id
      return { product, open: { items: [{ price: 'tea', quantity: 1 }] } }
    }
    const shop = await givenMerchant()
    const { product, open } = await givenTea(shop)
    const { body } = await shop.post('/checkouts', open).expect(201)
    const view = () =>
      request(app)
        .get(new URL(body.data.url as string).pathname)
        .expect(200)
    await view()
    const without = await statementsOf(view)
    const picture = await gallery()
    await giveLogo(shop, picture(20))
    await shop.patch(`/products/${product}`, { image_url: picture(60) }).expect(200)
    await copyAll(shop)
    expect((await view()).text.match(/class="picture[ "]/g)).to.have.lengthOf(2)
    expect(await statementsOf(view)).to.have.lengthOf(without.length)
  })

  it('violate an invariant if no worker copies them in time', async () => {
    const shop = await givenMerchant()
    await giveLogo(shop, (await gallery())(20))
    const late = async () => {
      const at = new Date(Date.now() + 180_000)
      const found = await onConnection((sql) => checkInvariants(sql, { now: at }))
      return found.find(({ name }) => name === 'pictures_in_time')!.count
    }
    const before = await late()
    await copyAll(shop)
    expect(await late()).to.equal(before - 1)
  })

  it('show the last logo after concurrent changes and copies', async () => {
    const shop = await givenMerchant()
    const picture = await gallery()
    const heights = [20, 40, 60]
    await giveLogo(shop, picture(20))
    for (let round = 0; round < 8; round += 1) {
      const changes = heights.map((height) => giveLogo(shop, picture(height)))
      await Promise.all([...changes, giveLogo(shop, null), copyAll(shop), copyAll(shop)])
    }
    await giveLogo(shop, picture(60))
    await Promise.all([copyAll(shop), copyAll(shop), copyAll(shop)])
    await copyAll(shop)
    const [src = '', ...others] = await shownBy(shop)
    expect(src).to.include('-80x60')
    expect(others).to.deep.equal([])
    expect((await copiesOf(shop)).map(({ status }) => status)).to.deep.equal(['copied'])
  })

  it('include URLs from before there were copies, which the migration requests once', async () => {
    const shop = await givenMerchant()
    const picture = await gallery()
    const { body } = await shop.post('/products', { name: 'Tea' }).expect(201)
    await atomically(async ({ sql }) => {
      await sql.run('UPDATE projects SET logo_url = ? WHERE id = ?', [picture(20), shop.projectId])
      await sql.run('UPDATE products SET image_url = ? WHERE id = ?', [picture(60), body.data.id as number])
    })
    const backfill = images.filter(({ name }) => name.includes('copy-known'))
    expect(backfill).to.have.lengthOf(2)
    for (const { sql: text } of [...backfill, ...backfill]) await onConnection((sql) => sql.run(text))
    const turns = await dueTurns('image_copies', new Date(Date.now() + 1000))
    const copies = (await copiesOf(shop)).map(({ id }) => id)
    expect(copies).to.have.lengthOf(2)
    expect(turns.map(({ group }) => group)).to.include(shop.projectId)
    await copyAll(shop)
    expect((await copiesOf(shop)).map(({ status }) => status)).to.deep.equal(['copied', 'copied'])
  })
})
