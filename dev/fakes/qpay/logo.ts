import { createHash } from 'node:crypto'
import sharp from 'sharp'

const SIDE = 120

/** Draws the invented logo of a bank: two stripes on a colour, computed from the scheme of its app. */
export function logoOf(scheme: string): Promise<Buffer> {
  const [hue = 0, from = 0, to = 0] = createHash('sha256').update(scheme).digest()
  const color = [hue % 160, (hue * 7) % 160, (hue * 13) % 200]
  const pixels = Buffer.alloc(SIDE * SIDE * 3)
  for (let at = 0; at < SIDE * SIDE; at += 1) {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)]
    const isStripe = Math.abs(x - y + (from % 40) - 20) < 9 || Math.abs(x + y - SIDE + (to % 40) - 20) < 9
    pixels.set(isStripe ? [255, 255, 255] : color, at * 3)
  }
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer()
}
