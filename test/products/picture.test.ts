import { expect } from 'chai'
import sharp from 'sharp'
import request from 'supertest'
import type { ProductObject } from '../../common/domain/products/object.ts'
import { config } from '../../common/runtime/config.ts'
import { copyPicture } from '../../common/services/images/copy-picture.ts'
import { onConnection } from '../../db/sql.ts'
import { atomically } from '../../worker/atomically.ts'
import { app } from '../support/ask.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { copiesOf, noise, png, shownBy } from '../support/given/picture.ts'
import { closeReceivers, givenReceiver, says } from '../support/given/receiver.ts'

async function givenProduct(shop: Merchant, more: object = {}): Promise<number> {
  const body = { unit_amount: 25_000, lookup_key: 'tea', product_data: { name: 'Tea', ...more } }
  return ((await shop.post('/prices', body).expect(201)) as { body: { data: { product_id: number } } }).body
    .data.product_id
}

/** Sends a picture as an API user does. */
function upload(shop: Merchant, id: number, file: Buffer, headers: Record<string, string> = {}) {
  return shop
    .call('post', `/products/${id}/image`)
    .set({ 'Content-Type': 'image/png', ...headers })
    .send(file as unknown as string)
}

async function uploaded(shop: Merchant, id: number, file: Buffer): Promise<ProductObject> {
  const { body } = await upload(shop, id, file).expect(200)
  return (body as { data: ProductObject }).data
}

const order = { items: [{ price: 'tea', quantity: 1 }] }

const productOf = async (shop: Merchant, id: number) =>
  ((await shop.get(`/products/${id}`).expect(200)) as { body: { data: ProductObject } }).body.data

const imagesOf = ({ projectId }: Merchant) =>
  onConnection((sql) =>
    sql.rows<{ released_at: Date | null }>(
      'SELECT released_at FROM images WHERE project_id = ? ORDER BY created_at',
      [projectId],
    ),
  )

describe('an uploaded picture of a product', () => {
  afterEach(closeReceivers)

  it('is made small, served from our own address, and shown on the checkout page', async () => {
    const shop = await givenMerchant()
    const id = await givenProduct(shop)
    const { image_url: url } = await uploaded(shop, id, await png(640, 320))
    const path = new RegExp(
      `^${config().baseUrl}/assets/pictures/${shop.projectId}/[0-9a-f]{64}-96x48\\.png$`,
    )
    expect(url).to.match(path)
    expect((await productOf(shop, id)).image_url).to.equal(url)
    const { headers, body } = await request(app).get(new URL(url!).pathname).expect(200)
    expect(headers['content-type']).to.equal('image/png')
    expect(await sharp(body as Buffer).metadata()).to.include({ width: 96, height: 48 })
    expect(await shownBy(shop, order)).to.deep.equal([new URL(url!).pathname])
  })

  it('keeps no metadata, such as the place where a photo was taken', async () => {
    const shop = await givenMerchant()
    const id = await givenProduct(shop)
    const place = { GPSLatitude: '47/1 55/1 0/1', GPSLatitudeRef: 'N' }
    const photo = await noise(800, 600, 3).withExif({ IFD3: place }).jpeg().toBuffer()
    expect((await sharp(photo).metadata()).exif).to.not.equal(undefined)
    const { image_url: url } = await uploaded(shop, id, photo)
    const { body } = await request(app).get(new URL(url!).pathname).expect(200)
    expect((await sharp(body as Buffer).metadata()).exif).to.equal(undefined)
  })

  it('is refused with what to do if it is something else, and nothing is stored', async () => {
    const shop = await givenMerchant()
    const id = await givenProduct(shop)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const large = { create: { width: 4_100, height: 4_000, channels: 3, background: '#fff' } } as const
    const whole = await png()
    const cases: [file: Buffer, sentence: string][] = [
      [Buffer.from(svg), 'not a PNG, JPEG, WebP or GIF'],
      [Buffer.from('<!doctype html><p>Hello'), 'not a PNG, JPEG, WebP or GIF'],
      [Buffer.alloc(0), 'The body is empty. Send the file itself'],
      [await sharp(large).png().toBuffer(), 'more than 16 million pixels'],
      [whole.subarray(0, whole.length / 2), 'cannot be read'],
      [Buffer.concat([whole.subarray(0, 8), Buffer.from(svg)]), 'cannot be read'],
    ]
    for (const [file, sentence] of cases) {
      const { body } = await upload(shop, id, file).expect(422)
      const { code, errors } = body as { code: string; errors: { file: string[] } }
      expect(code).to.equal('validation_failed')
      expect(errors.file[0]).to.include(sentence)
    }
    await upload(shop, id, Buffer.from('{}'), { 'Content-Type': 'application/json' }).expect(415)
    await upload(shop, id, Buffer.alloc(10 * 1024 * 1024 + 1)).expect(413)
    expect(await imagesOf(shop)).to.deep.equal([])
    expect((await productOf(shop, id)).image_url).to.equal(null)
  })

  it('is only taken for a product of this project and mode', async () => {
    const shop = await givenMerchant()
    const id = await givenProduct(shop)
    const file = await png()
    for (const other of [await givenMerchant(), shop.live]) await upload(other, id, file).expect(404)
    expect((await productOf(shop, id)).image_url).to.equal(null)
  })

  it('is stored once for each Idempotency-Key', async () => {
    const shop = await givenMerchant()
    const id = await givenProduct(shop)
    const key = { 'Idempotency-Key': 'picture-1' }
    const file = await png()
    const first = await upload(shop, id, file, key).expect(200)
    await shop.patch(`/products/${id}`, { image_url: null }).expect(200)
    const again = await upload(shop, id, file, key).expect(200)
    expect(again.body).to.deep.equal(first.body)
    expect((await productOf(shop, id)).image_url).to.equal(null)
    await upload(shop, id, await png(50, 50), key).expect(422)
  })

  it('replaces the former one, which sent emails still show', async () => {
    const shop = await givenMerchant()
    const id = await givenProduct(shop)
    const { image_url: former } = await uploaded(shop, id, await png(64, 64, '#123456'))
    const { image_url: url } = await uploaded(shop, id, await png(64, 64, '#654321'))
    expect(await shownBy(shop, order)).to.deep.equal([new URL(url!).pathname])
    await request(app).get(new URL(former!).pathname).expect(200)
    expect((await imagesOf(shop)).map(({ released_at: at }) => at !== null)).to.deep.equal([true, false])
  })

  it('is removed with its address', async () => {
    const shop = await givenMerchant()
    const id = await givenProduct(shop)
    await uploaded(shop, id, await png())
    await shop.patch(`/products/${id}`, { image_url: null }).expect(200)
    expect(await shownBy(shop, order)).to.deep.equal([])
    expect(await copiesOf(shop)).to.deep.equal([])
    expect((await imagesOf(shop))[0]!.released_at).to.not.equal(null)
  })

  it('stays if its address is sent back, and is not fetched', async () => {
    const shop = await givenMerchant()
    const id = await givenProduct(shop)
    const { image_url: url } = await uploaded(shop, id, await png())
    await shop.patch(`/products/${id}`, { name: 'Green tea', image_url: url }).expect(200)
    expect(await copiesOf(shop)).to.have.length(1)
    expect((await copiesOf(shop))[0]).to.include({ status: 'copied', due_at: null })
    expect(await shownBy(shop, order)).to.deep.equal([new URL(url!).pathname])
  })

  it('wins over a copy of the former address that arrives later', async () => {
    const shop = await givenMerchant()
    const bytes = await png(96, 20)
    let upload: Promise<ProductObject> | undefined
    const id: number = await givenProduct(shop)
    const server = await givenReceiver((response) => {
      upload = uploaded(shop, id, Buffer.from(own))
      void upload.then(() => response.end(bytes))
    })
    const own = await png(64, 64)
    await shop.patch(`/products/${id}`, { image_url: server.url }).expect(200)
    await copyPicture((await copiesOf(shop))[0]!.id, atomically)
    const { image_url: url } = await upload!
    expect(await shownBy(shop, order)).to.deep.equal([new URL(url!).pathname])
  })

  it('is replaced by the picture of a new address', async () => {
    const shop = await givenMerchant()
    const id = await givenProduct(shop)
    await uploaded(shop, id, await png())
    const server = await givenReceiver(says(503))
    await shop.patch(`/products/${id}`, { image_url: server.url }).expect(200)
    expect(await shownBy(shop, order)).to.deep.equal([])
    expect((await copiesOf(shop))[0]).to.include({ status: 'pending' })
  })

  it('is noted in the audit log', async () => {
    const shop = await givenMerchant()
    const id = await givenProduct(shop)
    await uploaded(shop, id, await png())
    const { body } = await shop.get(`/audit-log?object=product&object_id=${id}`).expect(200)
    const [entry] = (body as { data: { operation: string; change: string }[] }).data
    expect(entry).to.include({ operation: 'uploadProductImage', change: 'updated' })
  })
})
