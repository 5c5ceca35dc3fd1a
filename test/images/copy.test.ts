import { expect } from 'chai'
import request from 'supertest'
import { MOST_TRIES } from '../../common/domain/images/retry.ts'
import { laneOf } from '../../common/domain/jobs/catalog.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { claimCopy } from '../../common/services/images/claim-copy.ts'
import { copyPicture } from '../../common/services/images/copy-picture.ts'
import { fetchPicture } from '../../common/services/images/fetch-picture.ts'
import { findLogoState } from '../../common/services/images/find.ts'
import { shrinkPicture } from '../../common/services/images/shrink-picture.ts'
import { onConnection } from '../../db/sql.ts'
import { atomically } from '../../worker/atomically.ts'
import { clean } from '../../worker/clean.ts'
import { app } from '../support/ask.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { copiesOf, copyAll, giveLogo, png, shownBy } from '../support/given/picture.ts'
import { closeReceivers, givenReceiver, says } from '../support/given/receiver.ts'
import { dueTurns } from '../support/turns.ts'

const DAY = 86_400_000

/** Starts a merchant's server that answers every request with these bytes. */
const serving = async (bytes: Buffer) => givenReceiver((response) => response.end(bytes))

/** Creates a shop whose logo was copied. */
const logoStateOf = ({ projectId }: Merchant) => findLogoState(projectId)

async function givenShown(): Promise<{
  shop: Merchant
  src: string
  server: Awaited<ReturnType<typeof serving>>
}> {
  const shop = await givenMerchant()
  const server = await serving(await png())
  await giveLogo(shop, server.url)
  await copyAll(shop)
  const [src = ''] = await shownBy(shop)
  expect(src).to.not.equal('')
  return { shop, src, server }
}

const imagesOf = ({ projectId }: Merchant) =>
  onConnection((sql) =>
    sql.rows<{ hash: Buffer }>('SELECT hash FROM images WHERE project_id = ?', [projectId]),
  )

const copyOf = async (shop: Merchant) => (await copiesOf(shop))[0]!

const statusOf = async (src: string) => (await request(app).get(src)).status

/** Sets the clock to `at`. */
const travelTo = (at: Date) => setClock(() => at)

describe('the logo of a project', () => {
  afterEach(closeReceivers)

  it('is shown after it was copied, and is never requested by a page', async () => {
    const shop = await givenMerchant()
    const server = await serving(await png())
    await giveLogo(shop, server.url)
    expect(await shownBy(shop)).to.deep.equal([])
    await copyAll(shop)
    const [src = ''] = await shownBy(shop)
    expect(src).to.match(new RegExp(`^/assets/pictures/${shop.projectId}/[0-9a-f]{64}-320x80\\.png$`))
    expect((await shop.get('')).body.data.logo_url).to.equal(server.url)
    expect(server.received).to.have.lengthOf(1)
    expect(server.received[0]!.headers).to.include({ 'user-agent': 'Tolbor-Pictures/1' })
  })

  it('is served with permanent caching and without any permissions', async () => {
    const { src } = await givenShown()
    const { headers, body } = await request(app).get(src).expect(200)
    expect(headers).to.include({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      'content-length': String((body as Buffer).length),
    })
    expect((body as Buffer).subarray(1, 4).toString()).to.equal('PNG')
  })

  it('is available at its own address only', async () => {
    const { src, shop } = await givenShown()
    const elsewhere = [
      src.replace('320x80', '321x80'),
      src.replace('.png', 'c.png'),
      src.replace('.png', '.jpeg'),
      src.replace(`/${shop.projectId}/`, `/${shop.projectId + 1}/`),
      src.replace(`/${shop.projectId}/`, '/x/'),
      src.replace(/[0-9a-f]{64}/, '0'.repeat(64)),
      `/assets/pictures/${shop.projectId}/logo.svg`,
    ]
    for (const address of elsewhere) expect(await statusOf(address), address).to.equal(404)
  })

  it('disappears at once when its URL is cleared, and is not fetched any more', async () => {
    const { shop, server } = await givenShown()
    await giveLogo(shop, server.url)
    await giveLogo(shop, null)
    expect(await shownBy(shop)).to.deep.equal([])
    await copyAll(shop)
    expect(await copiesOf(shop)).to.deep.equal([])
    expect(server.received).to.have.lengthOf(1)
  })

  it('stays until the picture at another URL is copied, which may take several tries', async () => {
    const { shop, src } = await givenShown()
    const other = await givenReceiver(says(503))
    await giveLogo(shop, other.url)
    expect([await shownBy(shop), await logoStateOf(shop)]).to.deep.equal([[src], 'pending'])
    await copyAll(shop)
    expect([await shownBy(shop), await logoStateOf(shop)]).to.deep.equal([[src], 'wrong'])
    const bytes = await png(80, 80, '#123456')
    other.behave = (response) => response.end(bytes)
    travelTo((await copyOf(shop)).due_at!)
    await copyAll(shop)
    const [now = ''] = await shownBy(shop)
    expect(now).to.include('-80x80.png')
    expect(await logoStateOf(shop)).to.equal('copied')
    expect(await statusOf(src)).to.equal(200) // sent emails still show it
  })

  it('is fetched again when the same URL is set again, and kept if that fails', async () => {
    const { shop, src, server } = await givenShown()
    server.behave = says(500)
    await giveLogo(shop, server.url)
    await copyAll(shop)
    expect(await shownBy(shop)).to.deep.equal([src])
    const bytes = await png(80, 80)
    server.behave = (response) => response.end(bytes)
    await giveLogo(shop, server.url)
    expect(await shownBy(shop)).to.deep.equal([src])
    await copyAll(shop)
    expect((await shownBy(shop))[0]).to.include('-80x80.png')
  })

  it('is not copied from a URL that changed during the fetch', async () => {
    const shop = await givenMerchant()
    const second = await serving(await png(80, 80))
    const bytes = await png()
    const first = await givenReceiver((response) => {
      void giveLogo(shop, second.url).then(() => response.end(bytes))
    })
    await giveLogo(shop, first.url)
    await copyAll(shop)
    expect(first.received).to.have.lengthOf(1)
    expect(await shownBy(shop)).to.deep.equal([])
    expect(await imagesOf(shop)).to.deep.equal([])
    await copyAll(shop)
    expect((await shownBy(shop))[0]).to.include('-80x80.png')
  })

  it('is not copied from a URL that was cleared during the fetch', async () => {
    const shop = await givenMerchant()
    const bytes = await png()
    const server = await givenReceiver((response) => {
      void giveLogo(shop, null).then(() => response.end(bytes))
    })
    await giveLogo(shop, server.url)
    await copyAll(shop)
    expect(server.received).to.have.lengthOf(1)
    expect(await shownBy(shop)).to.deep.equal([])
    expect(await imagesOf(shop)).to.deep.equal([])
  })

  it('is not fetched again when another setting changes', async () => {
    const { shop, src, server } = await givenShown()
    await shop.patch('', { name: 'Other' }).expect(200)
    await copyAll(shop)
    expect(await shownBy(shop)).to.deep.equal([src])
    expect(server.received).to.have.lengthOf(1)
  })

  it('is not requested by a change that is refused', async () => {
    const shop = await givenMerchant()
    await shop.patch('', { logo_url: 'https://x.mn/logo.png', currency: 'nonsense' }).expect(422)
    expect(await copiesOf(shop)).to.deep.equal([])
  })
})

describe('a picture whose worker is killed', () => {
  afterEach(closeReceivers)

  it('between fetching and storing is copied by another worker, once', async () => {
    const shop = await givenMerchant()
    const server = await serving(await png())
    await giveLogo(shop, server.url)
    const { id } = await copyOf(shop)
    const claimed = await atomically((tx) => claimCopy(tx, id))
    await shrinkPicture(await fetchPicture(claimed!.url, false, {}), 'project') // the worker is killed here
    await copyAll(shop)
    expect(server.received, 'no other worker fetches during the claim').to.have.lengthOf(1)
    travelTo((await copyOf(shop)).due_at!)
    const turns = await dueTurns('image_copies', new Date(Date.now() + DAY))
    expect(turns.map(({ group, lane }) => [group, lane])).to.deep.include([
      shop.projectId,
      laneOf('images', id),
    ])
    await copyAll(shop)
    expect(await shownBy(shop)).to.have.lengthOf(1)
    expect(await imagesOf(shop)).to.have.lengthOf(1)
    await copyAll(shop)
    expect(server.received).to.have.lengthOf(2)
  })

  it('stays as a second worker has copied it, if the first one was only slow', async () => {
    const shop = await givenMerchant()
    const bytes = await png()
    let late: () => void = () => undefined
    const server = await givenReceiver((response) => {
      if (server.received.length === 1) late = () => response.end(bytes)
      else response.end(bytes)
    })
    await giveLogo(shop, server.url)
    const { id } = await copyOf(shop)
    const first = copyPicture(id, atomically)
    while (server.received.length === 0) await new Promise(setImmediate)
    travelTo((await copyOf(shop)).due_at!)
    await copyPicture(id, atomically)
    const [before] = await copiesOf(shop)
    late()
    await first
    expect(await copiesOf(shop)).to.deep.equal([before])
    expect(before!.status).to.equal('copied')
  })

  it('is given up if the picture kills the worker each time', async () => {
    const shop = await givenMerchant()
    const server = await serving(await png())
    await giveLogo(shop, server.url)
    const { id } = await copyOf(shop)
    for (let tries = 0; tries <= MOST_TRIES; tries += 1) {
      travelTo((await copyOf(shop)).due_at!)
      await atomically((tx) => claimCopy(tx, id))
    }
    const [copy] = await copiesOf(shop)
    expect([copy!.status, copy!.due_at]).to.deep.equal(['failed', null])
  })
})

describe('a picture that cannot be copied', () => {
  afterEach(closeReceivers)

  it('is retried later, and finally given up', async () => {
    const shop = await givenMerchant()
    const server = await givenReceiver(says(404))
    await giveLogo(shop, server.url)
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const [copy] = await copiesOf(shop)
      expect(copy!.status).to.equal('pending')
      travelTo(copy!.due_at!)
      await copyAll(shop)
      expect(server.received).to.have.lengthOf(tries)
    }
    const [copy] = await copiesOf(shop)
    expect([copy!.status, copy!.due_at, copy!.error]).to.deep.equal([
      'failed',
      null,
      'the answer was 404, not 200',
    ])
    await copyAll(shop)
    expect(server.received).to.have.lengthOf(MOST_TRIES)
  })

  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  type Behave = Parameters<typeof givenReceiver>[0]
  const hostile: [answer: string, behave: Behave, message: RegExp, limits?: object][] = [
    [
      'an HTML page with the type of a PNG',
      (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(page),
      /not a PNG/,
    ],
    [
      'an SVG',
      (response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg xmlns="x"/>'),
      /not a PNG/,
    ],
    ['a redirect', says(302, { location: 'http://127.0.0.1:1/logo.png' }), /302/],
    ['an empty file', says(200), /not a PNG/],
    ['no answer', () => undefined, /no answer within/, { answerWithin: 100 }],
    [
      'an answer that never ends',
      (response) => void response.write(Buffer.from('89504e470d0a1a0a', 'hex')),
      /cannot be read/,
      { answerWithin: 100 },
    ],
    ['a broken connection', (response) => void response.destroy(), /closed/],
  ]
  for (const [answer, behave, message, limits] of hostile) {
    it(`because the server sends ${answer} is not shown`, async () => {
      const shop = await givenMerchant()
      await giveLogo(shop, (await givenReceiver(behave)).url)
      await copyAll(shop, limits)
      expect((await copyOf(shop)).error).to.match(message)
      expect(await shownBy(shop)).to.deep.equal([])
      expect(await imagesOf(shop)).to.deep.equal([])
    })
  }

  it('because it has fifty megabytes is not read to its end', async () => {
    const shop = await givenMerchant()
    let sent = 0
    const server = await givenReceiver((response) => {
      const more = () => {
        while (sent < 50_000_000 && !response.destroyed) {
          sent += 65_536
          if (!response.write(Buffer.alloc(65_536))) {
            response.once('drain', more)
            return
          }
        }
      }
      more()
    })
    await giveLogo(shop, server.url)
    await copyAll(shop)
    expect((await copyOf(shop)).error).to.equal('the picture is larger than 2 MiB')
    expect(sent).to.be.below(25_000_000)
  })

  describe('because its address is not public', () => {
    before(() => (config().webhookAllowPrivate = false))
    after(() => (config().webhookAllowPrivate = true))

    it('is not requested', async () => {
      const shop = await givenMerchant()
      const server = await serving(await png())
      const price = { product_data: { name: 'Tea', image_url: server.url }, unit_amount: 5 }
      await shop.post('/prices', price).expect(201)
      await copyAll(shop)
      expect((await copyOf(shop)).error).to.equal('the address is not public')
      expect(server.received).to.deep.equal([])
    })

    it('or is not https in live mode is not requested', async () => {
      const shop = await givenMerchant()
      const server = await serving(await png())
      const { port } = new URL(server.url)
      await giveLogo(shop, `http://localhost:${port}/logo.png`)
      await shop.live
        .post('/products', { name: 'Tea', image_url: `http://localhost:${port}/tea.png` })
        .expect(201)
      await copyAll(shop)
      const errors = (await copiesOf(shop)).map(({ error }) => error)
      expect(errors).to.deep.equal(Array(2).fill('the address must start with https://'))
      expect(server.received).to.deep.equal([])
    })
  })
})

describe('the picture of a product', () => {
  afterEach(closeReceivers)

  async function givenTea(shop: Merchant, url: string): Promise<{ id: number; product_id: number }> {
    const price = { product_data: { name: 'Tea', image_url: url }, unit_amount: 25_000 }
    return (await shop.post('/prices', price).expect(201)).body.data
  }

  it('is shown next to its line of a checkout, and is not part of the API', async () => {
    const shop = await givenMerchant()
    const server = await serving(await png(300, 200))
    const { id, product_id } = await givenTea(shop, server.url)
    await copyAll(shop)
    const items = [
      { price_id: id, quantity: 1 },
      { price_data: { unit_amount: 5, product_data: { name: 'Cup' } }, quantity: 1 },
    ]
    const [src = '', ...others] = await shownBy(shop, { items })
    expect(src).to.match(/-96x64\.png$/)
    expect(others).to.deep.equal([])
    await request(app).get(src).expect(200)
    const { body } = await shop.get(`/products/${product_id}`)
    expect(body.data.image_url).to.equal(server.url)
    expect(body.data).to.not.have.property('picture')
  })

  it('changes with its URL', async () => {
    const shop = await givenMerchant()
    const { id, product_id } = await givenTea(shop, (await serving(await png())).url)
    await copyAll(shop)
    const body = { items: [{ price_id: id, quantity: 1 }] }
    expect(await shownBy(shop, body)).to.have.lengthOf(1)
    await shop.patch(`/products/${product_id}`, { image_url: null }).expect(200)
    expect(await shownBy(shop, body)).to.deep.equal([])
    await shop
      .patch(`/products/${product_id}`, { image_url: (await serving(await png(50, 50))).url })
      .expect(200)
    await copyAll(shop)
    expect((await shownBy(shop, body))[0]).to.include('-50x50')
  })

  it('is not shown in a long list', async () => {
    const shop = await givenMerchant()
    const { id } = await givenTea(shop, (await serving(await png())).url)
    await copyAll(shop)
    const items = (count: number) => ({ items: Array(count).fill({ price_id: id, quantity: 1 }) })
    expect(await shownBy(shop, items(5))).to.have.lengthOf(5)
    expect(await shownBy(shop, items(6))).to.deep.equal([])
  })

  it('is stored once for several products, until 90 days after the last use', async () => {
    const shop = await givenMerchant()
    const { url } = await serving(await png())
    const [one, two] = [await givenTea(shop, url), await givenTea(shop, url)]
    await copyAll(shop)
    const [src = ''] = await shownBy(shop, { items: [{ price_id: one.id, quantity: 1 }] })
    expect(await imagesOf(shop)).to.have.lengthOf(1)
    const cleanAfter = async (days: number) => {
      travelTo(new Date(Date.now() + days * DAY))
      await clean(new AbortController().signal)
      setClock()
    }
    await shop.patch(`/products/${one.product_id}`, { image_url: null }).expect(200)
    await cleanAfter(100)
    expect(await statusOf(src), 'the other product shows it').to.equal(200)
    await shop.patch(`/products/${two.product_id}`, { image_url: null }).expect(200)
    await cleanAfter(89)
    expect(await statusOf(src), 'emails may show it').to.equal(200)
    await cleanAfter(91)
    expect(await statusOf(src)).to.equal(404)
  })
})
