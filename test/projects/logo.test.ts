import { expect } from 'chai'
import request from 'supertest'
import type { ProjectObject } from '../../common/domain/projects/object.ts'
import { config } from '../../common/runtime/config.ts'
import { dropCachedProject } from '../../common/services/projects/cache.ts'
import { onConnection } from '../../db/sql.ts'
import { app } from '../support/ask.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { copiesOf, giveLogo, png, shownBy } from '../support/given/picture.ts'

/** Sends a logo as an API user does. */
function upload(shop: Merchant, file: Buffer) {
  return shop
    .call('post', '/logo')
    .set({ 'Content-Type': 'image/png' })
    .send(file as unknown as string)
}

async function uploaded(shop: Merchant, file: Buffer): Promise<string> {
  const { body } = await upload(shop, file).expect(200)
  return (body as { data: ProjectObject }).data.logo_url!
}

const pathOf = (url: string) => new URL(url).pathname

const releasedOf = ({ projectId }: Merchant) =>
  onConnection(async (sql) => {
    const rows = await sql.rows<{ released_at: Date | null }>(
      'SELECT released_at FROM images WHERE project_id = ? ORDER BY created_at',
      [projectId],
    )
    return rows.map(({ released_at: at }) => at !== null)
  })

describe('an uploaded logo', () => {
  it('is made small, served from our own address, and shown at once on the pages of both modes', async () => {
    const shop = await givenMerchant()
    expect(await shownBy(shop)).to.deep.equal([]) // caches the project
    const url = await uploaded(shop, await png(1_280, 320))
    const path = `${config().baseUrl}/assets/pictures/${shop.projectId}`
    expect(url).to.match(new RegExp(`^${path}/[0-9a-f]{64}-320x80\\.png$`))
    await request(app).get(pathOf(url)).expect(200)
    for (const mode of [shop, shop.live]) {
      const { body } = await mode.get('').expect(200)
      expect((body as { data: ProjectObject }).data.logo_url).to.equal(url)
    }
    expect(await shownBy(shop)).to.deep.equal([pathOf(url)])
  })

  it('is refused with a reason if it is not a picture or has too many pixels, and the former logo stays', async () => {
    const shop = await givenMerchant()
    const url = await uploaded(shop, await png())
    const cases: [file: Buffer, sentence: string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not a PNG, JPEG, WebP or GIF'],
      [await png(4_100, 4_000), 'more than 16 million pixels'],
      [Buffer.alloc(0), 'The body is empty'],
    ]
    for (const [file, sentence] of cases) {
      const { body } = await upload(shop, file).expect(422)
      expect((body as { errors: { file: string[] } }).errors.file[0]).to.include(sentence)
    }
    expect(await shownBy(shop)).to.deep.equal([pathOf(url)])
  })

  it('replaces the former logo, which sent emails still show', async () => {
    const shop = await givenMerchant()
    const former = await uploaded(shop, await png(64, 64, '#123456'))
    const url = await uploaded(shop, await png(64, 64, '#654321'))
    expect(await shownBy(shop)).to.deep.equal([pathOf(url)])
    await request(app).get(pathOf(former)).expect(200)
    expect(await releasedOf(shop)).to.deep.equal([true, false])
  })

  it('is removed with its address', async () => {
    const shop = await givenMerchant()
    await uploaded(shop, await png())
    await giveLogo(shop, null)
    dropCachedProject(shop.projectId)
    expect(await shownBy(shop)).to.deep.equal([])
    expect(await copiesOf(shop)).to.deep.equal([])
    expect(await releasedOf(shop)).to.deep.equal([true])
  })

  it('is noted in the audit log with the address before and after', async () => {
    const shop = await givenMerchant()
    const url = await uploaded(shop, await png())
    const { body } = await shop.live.get('/audit-log?object=project').expect(200)
    const [entry] = (body as { data: { operation: string; changes: object[] }[] }).data
    expect(entry).to.include({ operation: 'uploadProjectLogo' })
    expect(entry!.changes).to.deep.equal([{ field: 'logo_url', from: null, to: url }])
  })
})
