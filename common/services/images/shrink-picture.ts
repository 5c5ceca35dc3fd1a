import type { Sharp, SharpConstructor } from 'sharp'
import { groundFor, isOpaque } from '../../domain/images/ground.ts'
import { kindOf } from '../../domain/images/kind.ts'
import { type Box, type CopyType, type Named, type Subject, subjects } from '../../domain/images/picture.ts'
import { sha256 } from '../../kit/secrets.ts'

/** Our own copy of a picture, as it is stored. */
export interface Image extends Named {
  bytes: Buffer
}

/** The file is not a picture that we can show. The message gives the reason. */
export class UnfitPicture extends Error {
  /** Why: another format, too many pixels, or a damaged file. */
  readonly fault: 'kind' | 'pixels' | 'broken'

  constructor(fault: UnfitPicture['fault'], message: string) {
    super(message)
    this.fault = fault
  }
}

/** A phone's photo has 12 million pixels. Decoding takes at most 128 MB, for one picture at a time. */
export const MAX_PIXELS = 16_000_000
const TIMEOUT_SECONDS = 5
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

/** Encodings, best first. A picture that is too heavy is either a photo, so JPEG follows, or gets fewer colours. */
const OPAQUE = [png(256), jpeg(82), jpeg(60), jpeg(40)]
const SEE_THROUGH = [png(256), png(64), png(16)]

/**
 * Creates our own small picture from any file. The type is detected from its bytes, and only the pixels of its first
 * frame are kept. The result is never heavier than its subject allows. Throws `UnfitPicture`. One picture at a time
 * per process, because a decoded picture is far larger than its file.
 */
export function shrinkPicture(bytes: Buffer, subject: Subject): Promise<Image> {
  const shrunk = lastShrink.then(() => shrink(bytes, subject))
  lastShrink = shrunk.catch(() => undefined)
  return shrunk
}

let lastShrink: Promise<unknown> = Promise.resolve()

async function shrink(bytes: Buffer, subject: Subject): Promise<Image> {
  if (kindOf(bytes) === null) throw new UnfitPicture('kind', 'it is not a PNG, JPEG, WebP or GIF picture')
  const sharp = await engine()
  const { box, heaviest } = subjects[subject]
  try {
    const options = { failOn: 'error', limitInputPixels: MAX_PIXELS } as const
    const { data, info } = await sharp(bytes, options)
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: 4 } as const
    const pixels = () => sharp(data, { raw })
    const dark = groundFor(data) === 'dark'
    const opaque = dark || isOpaque(data)
    const grounded = () => (opaque ? pixels().flatten({ background: DARK }) : pixels())
    return { ...(await fitting(grounded, raw, opaque ? OPAQUE : SEE_THROUGH, heaviest)), clear: !opaque }
  } catch (error) {
    throw unfit(error)
  }
}

/** Returns the first encoding that is light enough. At half size the last encoding always is. */
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
  throw new Error(
    `${width} × ${height} pixels need more than ${heaviest} bytes in every format, even at half size`,
  )
}

let loaded: Promise<SharpConstructor> | undefined

/**
 * Loads sharp with the first picture, because most processes handle none. Blocks all readers except those for our
 * formats.
 */
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

function unfit(error: unknown): UnfitPicture {
  const [line = ''] = error instanceof Error ? error.message.split('\n') : []
  const fault = line.includes('pixel limit') ? 'pixels' : 'broken'
  return new UnfitPicture(fault, `it cannot be read: ${line}`)
}
