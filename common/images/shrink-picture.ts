import type { Sharp, SharpConstructor } from 'sharp'
import { sha256 } from '../kit/secrets.ts'
import { groundFor, isOpaque } from './rules/ground.ts'
import { kindOf } from './rules/kind.ts'
import { type Box, type CopyType, type Named, type Subject, subjects } from './rules/picture.ts'

/** Our own copy of a picture, as it is kept. */
export interface Image extends Named {
  bytes: Buffer
}

/** What came is no picture that we can show; the message says why. */
export class UnfitPicture extends Error {}

/** A telephone's photo is 12 million; at most 128 MB are unpacked, of one picture at a time. */
const MOST_PIXELS = 16_000_000
const SECONDS = 5
const DARK = '#14171c'

type Encode = (pixels: Sharp) => Sharp

const png = (colours: number): [CopyType, Encode] => [
  'png',
  (pixels) => pixels.png({ palette: true, colours, effort: 5, compressionLevel: 9 }),
]
const jpeg = (quality: number): [CopyType, Encode] => [
  'jpeg',
  (pixels) => pixels.jpeg({ quality, mozjpeg: true }),
]

/** Crisp first; what is too heavy is a photo, for which JPEG is made, or is drawn with fewer colours. */
const OPAQUE = [png(256), jpeg(82), jpeg(60), jpeg(40)]
const SEE_THROUGH = [png(256), png(64), png(16)]

/**
 * Makes of whatever came a small picture of our own: what it is is told by its bytes, nothing of them
 * is passed on but the pixels of its first frame, and it is never heavier than its place allows.
 * Throws `UnfitPicture`. One at a time in a process: a picture unpacked is far larger than it came.
 */
export function shrinkPicture(bytes: Buffer, subject: Subject): Promise<Image> {
  const shrunk = turn.then(() => shrink(bytes, subject))
  turn = shrunk.catch(() => undefined)
  return shrunk
}

let turn: Promise<unknown> = Promise.resolve()

async function shrink(bytes: Buffer, subject: Subject): Promise<Image> {
  if (kindOf(bytes) === null) throw new UnfitPicture('it is no PNG, JPEG, WebP or GIF picture')
  const sharp = await engine()
  const { box, heaviest } = subjects[subject]
  try {
    const options = { failOn: 'error', limitInputPixels: MOST_PIXELS } as const
    const { data, info } = await sharp(bytes, options)
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .timeout({ seconds: SECONDS })
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: 4 } as const
    const pixels = () => sharp(data, { raw })
    const dark = groundFor(data) === 'dark'
    const opaque = dark || isOpaque(data)
    const grounded = () => (opaque ? pixels().flatten({ background: DARK }) : pixels())
    return { ...(await fitting(grounded, raw, opaque ? OPAQUE : SEE_THROUGH, heaviest)), clear: !opaque }
  } catch (error) {
    throw new UnfitPicture(reasonOf(error))
  }
}

/** The first way to draw it that is light enough; at half its size the last of them is, whatever it shows. */
async function fitting(
  pixels: () => Sharp,
  { width, height }: Box,
  ways: [CopyType, Encode][],
  heaviest: number,
): Promise<Omit<Image, 'clear'>> {
  for (const scale of [1, 2]) {
    const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) }
    for (const [type, encode] of ways) {
      const bytes = await encode(pixels().resize({ ...size, fit: 'fill' })).toBuffer()
      if (bytes.length <= heaviest) return { ...size, type, bytes, hash: sha256(bytes) }
    }
  }
  throw new Error('a picture of this size cannot be made light enough')
}

let loaded: Promise<SharpConstructor> | undefined

/** Loaded with the first picture: most processes see none. Whatever it could read beside, it must not. */
function engine(): Promise<SharpConstructor> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    const readers = ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}`)
    sharp.unblock({ operation: readers })
    return sharp
  })
  return loaded
}

function reasonOf(error: unknown): string {
  const [line = ''] = error instanceof Error ? error.message.split('\n') : []
  return `it cannot be read: ${line}`
}
