import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Guard } from '../../../common/runtime/guarded-http.ts'
import { copyPicture } from '../../../common/services/images/copy-picture.ts'
import { onConnection } from '../../../db/sql.ts'
import { atomically } from '../../../worker/atomically.ts'
import { Customer } from '../customer.ts'
import { type Merchant, tea } from './merchant.ts'

type Colour = string | { r: number; g: number; b: number; alpha: number }

/** A picture of one colour, not yet in any format. */
export function drawn(width: number, height: number, background: Colour = '#c81e3c') {
  return sharp({ create: { width, height, channels: 4, background } })
}

/** A PNG, as a merchant's server has it. */
export function png(width = 640, height = 160, background?: Colour): Promise<Buffer> {
  return drawn(width, height, background).png().toBuffer()
}

interface Copy {
  id: number
  status: string
  tries: number
  due_at: Date | null
  error: string | null
}

/** What is to be copied for a project, or was. */
export async function copiesOf({ projectId }: Merchant): Promise<Copy[]> {
  return onConnection((sql) =>
    sql.rows<Copy>('SELECT * FROM image_copies WHERE project_id = ? ORDER BY id', [projectId]),
  )
}

/** What a worker does for every copy of a project that is due. */
export async function copyAll(shop: Merchant, limits: Partial<Guard> = {}): Promise<void> {
  for (const { id } of await copiesOf(shop)) await copyPicture(id, atomically, limits)
}

/** Gives the shop a logo at `url`; not copied yet. */
export async function giveLogo(shop: Merchant, url: string | null): Promise<void> {
  await shop.patch('', { logo_url: url }).expect(200)
}

/** The pictures that the page of a new checkout shows, by their addresses. */
export async function shownBy(shop: Merchant, body: object = tea()): Promise<string[]> {
  const { body: made } = await shop.post('/checkouts', body).expect(201)
  const { text } = await new Customer(made.data.url as string).look()
  return Array.from(text.matchAll(/<img class="picture[^>]* src="([^"]+)"/g), ([, src = '']) => src)
}

/** What cannot be packed: each pixel of another colour. */
export function noise(width: number, height: number, channels: 3 | 4) {
  return sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
}
