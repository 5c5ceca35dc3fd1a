import { expect } from 'chai'
import sharp from 'sharp'
import { type Subject, subjects } from '../../common/domain/images/picture.ts'
import { shrinkPicture, UnfitPicture } from '../../common/services/images/shrink-picture.ts'
import { drawn, noise, png } from '../support/given/picture.ts'

/** Returns the color and opacity of the pixel in the middle. */
async function middleOf(bytes: Buffer): Promise<number[]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4
  return [...data.subarray(at, at + 4)]
}

describe('our copy of a picture', () => {
  const formats = ['png', 'jpeg', 'webp', 'gif'] as const
  for (const format of formats) {
    it(`is small and keeps the proportions of a ${format}`, async () => {
      const image = await shrinkPicture(await drawn(900, 300).toFormat(format).toBuffer(), 'project')
      expect([image.width, image.height, image.type]).to.deep.equal([240, 80, 'png'])
      const [red, green, blue] = await middleOf(image.bytes)
      expect([red! > 190, green! < 50, blue! < 80]).to.deep.equal([true, true, true])
    })
  }

  it('is not larger than the original', async () => {
    const { width, height } = await shrinkPicture(await png(20, 12), 'project')
    expect([width, height]).to.deep.equal([20, 12])
  })

  it('is rotated as the camera recorded', async () => {
    const rotated = await drawn(300, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const { width, height } = await shrinkPicture(rotated, 'product')
    expect(height).to.be.above(width)
  })

  it('has no metadata', async () => {
    const withMetadata = await drawn(50, 50)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret words', ImageDescription: '<script>' } })
      .toBuffer()
    expect(withMetadata.includes('secret words')).to.equal(true)
    const { bytes } = await shrinkPicture(withMetadata, 'product')
    expect(bytes.includes('secret words')).to.equal(false)
    expect(await sharp(bytes).metadata()).to.not.have.any.keys('exif', 'icc', 'xmp', 'iptc')
  })

  it('is the first frame of an animation', async () => {
    const frames = [await png(40, 40, '#ff0000'), await png(40, 40, '#0000ff')]
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(animated).metadata()).pages).to.equal(2)
    const image = await shrinkPicture(animated, 'product')
    expect(await middleOf(image.bytes)).to.deep.equal([255, 0, 0, 255])
  })

  it('keeps transparency', async () => {
    const image = await shrinkPicture(await png(100, 40, { r: 9, g: 9, b: 9, alpha: 0.5 }), 'project')
    expect(image.clear).to.equal(true)
    expect((await middleOf(image.bytes))[3]).to.be.within(120, 136)
  })

  it('has a dark background for white on transparent', async () => {
    const ink = await png(40, 40, '#ffffff')
    const sign = await sharp({ create: { width: 120, height: 40, channels: 4, background: '#0000' } })
      .composite([{ input: ink, left: 0, top: 0 }])
      .png()
      .toBuffer()
    const image = await shrinkPicture(sign, 'project')
    expect(image.clear).to.equal(false)
    const [red, , , alpha] = await middleOf(image.bytes)
    expect([red! < 40, alpha]).to.deep.equal([true, 255])
  })

  const heavy: [picture: string, subject: Subject, channels: 3 | 4][] = [
    ['a photo of sand as a logo', 'project', 3],
    ['a photo of sand as a product', 'product', 3],
    ['a translucent photo of sand as a logo', 'project', 4],
    ['a translucent photo of sand as a product', 'product', 4],
  ]
  for (const [picture, subject, channels] of heavy) {
    it(`has few bytes, even for ${picture}`, async () => {
      const { box, heaviest } = subjects[subject]
      const bytes = await noise(box.width, box.height, channels).png().toBuffer()
      const image = await shrinkPicture(bytes, subject)
      expect(image.bytes.length).to.be.within(200, heaviest)
      expect(image.hash).to.have.lengthOf(32)
    })
  }

  describe('is refused for', () => {
    const cases: [file: string, bytes: () => Promise<Buffer>, message: RegExp][] = [
      [
        'an SVG',
        async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>'),
        /not a PNG/,
      ],
      ['an HTML page', async () => Buffer.from('<!doctype html><h1>404</h1>'), /not a PNG/],
      ['an empty file', async () => Buffer.alloc(0), /not a PNG/],
      ['a TIFF', () => drawn(9, 9).tiff().toBuffer(), /not a PNG/],
      ['an AVIF', () => drawn(9, 9).avif().toBuffer(), /not a PNG/],
      ['a PNG signature only', async () => (await png()).subarray(0, 8), /cannot be read/],
      ['half a PNG', async () => half(await noise(200, 200, 3).png().toBuffer()), /cannot be read/],
      ['half a JPEG', async () => half(await noise(200, 200, 3).jpeg().toBuffer()), /cannot be read/],
      ['half a WebP', async () => half(await noise(200, 200, 3).webp().toBuffer()), /cannot be read/],
      ['half a GIF', async () => half(await noise(200, 200, 3).gif().toBuffer()), /cannot be read/],
      ['an HTML page that starts like a PNG', async () => disguised('89504e470d0a1a0a'), /cannot be read/],
      ['an HTML page that starts like a JPEG', async () => disguised('ffd8ff'), /cannot be read/],
      ['an SVG that starts like a GIF', async () => Buffer.from('GIF89a<svg xmlns="x"/>'), /cannot be read/],
      ['a bomb of 144 million pixels', () => png(12_000, 12_000, '#fff'), /pixel limit/],
    ]
    for (const [file, bytes, message] of cases) {
      it(file, async () => {
        const error: unknown = await shrinkPicture(await bytes(), 'project').catch(
          (thrown: unknown) => thrown,
        )
        expect(error).to.be.instanceOf(UnfitPicture)
        expect((error as Error).message).to.match(message)
      })
    }

    it('other formats of the library, which are switched off', async () => {
      await shrinkPicture(await png(), 'project')
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>')
      const error: unknown = await sharp(svg)
        .metadata()
        .catch((thrown: unknown) => thrown)
      expect((error as Error).message).to.include('unsupported image format')
    })

    it('a hostile file, while a valid one is accepted at the same time', async () => {
      const [bad, good] = await Promise.allSettled([
        shrinkPicture(disguised('ffd8ff'), 'project'),
        shrinkPicture(await png(), 'project'),
      ])
      expect([bad.status, good.status]).to.deep.equal(['rejected', 'fulfilled'])
    })
  })
})

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
const disguised = (start: string) =>
  Buffer.concat([Buffer.from(start, 'hex'), Buffer.from('<script>alert(1)</script>'.repeat(40))])
