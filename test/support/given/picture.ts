import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Guard } from '../../../common/runtime/guarded-http.ts'
import { copyPicture } from '../../../common/services/images/copy-picture.ts'
import { onConnection } from '../../../db/sql.ts'
import { atomically } from '../../../worker/atomically.ts'
import { Customer } from '../customer.ts'
import { type Merchant, tea } from './merchant.ts'

type Colour = string | { r: number; g: number; b: number; alpha: number }

/** Returns a picture of one colour, not encoded yet. */
export function drawn(width: number, height: number, background: Colour = '#c81e3c') {
  return sharp({ create: { width, height, channels: 4, background } })
}

/** Returns a PNG of one colour. */
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

/** Returns all picture copies of a project, pending and finished. */
export async function copiesOf({ projectId }: Merchant): Promise<Copy[]> {
  return onConnection((sql) =>
    sql.rows<Copy>('SELECT * FROM image_copies WHERE project_id = ? ORDER BY id', [projectId]),
  )
}

/** Processes all picture copies of a project, as a worker does. */
export async function copyAll(shop: Merchant, limits: Partial<Guard> = {}): Promise<void> {
  for (const { id } of await copiesOf(shop)) await copyPicture(id, atomically, limits)
}

/** Sets the shop's logo to `url`, without copying it. */
export async function giveLogo(shop: Merchant, url: string | null): Promise<void> {
  await shop.patch('', { logo_url: url }).expect(200)
}

/** Creates a checkout and returns the addresses of the pictures that its page shows. */
export async function shownBy(shop: Merchant, body: object = tea()): Promise<string[]> {
  const { body: made } = await shop.post('/checkouts', body).expect(201)
  const { text } = await new Customer(made.data.url as string).get()
  return Array.from(text.matchAll(/<img class="picture[^>]* src="([^"]+)"/g), ([, src = '']) => src)
}

/** Returns a picture that does not compress: random pixels. */
export function noise(width: number, height: number, channels: 3 | 4) {
  return sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
}
