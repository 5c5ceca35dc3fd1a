import { expect } from 'chai'
import { groundFor, isOpaque } from '../../../common/domain/images/ground.ts'
import { type Kind, kindOf } from '../../../common/domain/images/kind.ts'
import {
  type Box,
  LINE_BOX,
  LOGO_BOX,
  pictureName,
  pictureOf,
  readName,
  shownIn,
} from '../../../common/domain/images/picture.ts'
import { MOST_TRIES, nextTry } from '../../../common/domain/images/retry.ts'

describe('the kind of a file', () => {
  const cases: [start: Buffer, kind: Kind | null, reason: string][] = [
    [Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'png', 'every PNG starts with these eight bytes'],
    [Buffer.from('ffd8ffe000104a46', 'hex'), 'jpeg', 'every JPEG starts with these three bytes'],
    [Buffer.from('GIF89a123456'), 'gif', 'the newer GIF format'],
    [Buffer.from('GIF87a123456'), 'gif', 'the older GIF format'],
    [Buffer.from('RIFF\x01\x02\x03\x04WEBPVP8 ', 'latin1'), 'webp', 'a RIFF file with WebP'],
    [Buffer.from('RIFF\x01\x02\x03\x04WAVEfmt ', 'latin1'), null, 'a RIFF file with sound'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), null, 'an SVG is a document'],
    [Buffer.from('<!doctype html><p>Not found'), null, 'an HTML page'],
    [Buffer.from('89504e47', 'hex'), null, 'an incomplete start'],
    [Buffer.from(''), null, 'an empty file'],
  ]
  for (const [bytes, kind, reason] of cases) {
    it(`is ${kind ?? 'unknown'}: ${reason}`, () => expect(kindOf(bytes)).to.equal(kind))
  }
})

describe('the shown size of a picture', () => {
  const cases: [place: Box, picture: string, shown: string, reason: string][] = [
    [LOGO_BOX, '320x80', '160x40', 'the copy has twice the size for sharp screens'],
    [LOGO_BOX, '80x80', '40x40', 'a square picture has the height of the box'],
    [LOGO_BOX, '100x80', '50x40', 'the proportions are kept'],
    [LOGO_BOX, '320x20', '160x10', 'a wide picture has the width of the box'],
    [LOGO_BOX, '16x16', '16x16', 'a small picture is not enlarged'],
    [LOGO_BOX, '320x1', '160x1', 'a line keeps one pixel'],
    [LINE_BOX, '96x64', '48x32', 'a product has a square box'],
  ]
  for (const [place, picture, shown, reason] of cases) {
    it(`is ${shown} for ${picture} in ${place.width}x${place.height}: ${reason}`, () => {
      const [width = 0, height = 0] = picture.split('x').map(Number)
      const box = shownIn(place, { width, height })
      expect(`${box.width}x${box.height}`).to.equal(shown)
    })
  }
})

describe('the name of a picture', () => {
  const named = { hash: Buffer.alloc(32, 7), width: 320, height: 80, clear: true, type: 'png' } as const

  it('contains the hash, size, transparency and type', () => {
    const name = pictureName(named)
    expect(name).to.equal(`${'07'.repeat(32)}-320x80c.png`)
    expect(readName(name)).to.deep.equal(named)
    expect(pictureOf(7, name)).to.deep.equal({
      path: `/assets/pictures/7/${name}`,
      width: 320,
      height: 80,
      clear: true,
    })
  })

  for (const name of [
    '',
    'logo.png',
    '../../etc/passwd',
    `${'0g'.repeat(32)}-1x1.png`,
    `${'07'.repeat(32)}-1x1.svg`,
  ]) {
    it(`is not '${name}'`, () => expect(readName(name)).to.equal(null))
  }
})

describe('the background of a picture', () => {
  const pixels = (...of: number[][]) => Uint8Array.from(of.flat())
  const [white, black, clear, half] = [
    [255, 255, 255, 255],
    [0, 0, 0, 255],
    [0, 0, 0, 0],
    [255, 255, 255, 128],
  ]
  const cases: [pixels: Uint8Array, ground: 'dark' | null, reason: string][] = [
    [pixels(white, clear), 'dark', 'white on transparent would be invisible'],
    [pixels(half, clear, clear), 'dark', 'translucent white would be invisible'],
    [pixels(black, clear), null, 'black is visible on white'],
    [pixels(white, black, clear, clear), null, 'the black part is visible'],
    [pixels(white, white), null, 'an opaque picture has its own background'],
    [pixels(clear, clear), null, 'the picture is empty'],
  ]
  for (const [input, ground, reason] of cases) {
    it(`is ${ground ?? 'unchanged'}: ${reason}`, () => expect(groundFor(input)).to.equal(ground))
  }

  it('is visible if a single pixel is translucent', () => {
    expect([isOpaque(pixels(white, black)), isOpaque(pixels(white, half))]).to.deep.equal([true, false])
  })
})

describe('a picture that could not be copied', () => {
  const now = new Date('2026-08-12T00:00:00Z')

  it('is retried at growing intervals, and then given up', () => {
    const tries = Array.from({ length: MOST_TRIES }, (_, index) => nextTry(index + 1, now, 0.5))
    expect(tries.map((next) => next && (next.getTime() - now.getTime()) / 1000)).to.deep.equal([
      10,
      300,
      1_800,
      7_200,
      21_600,
      43_200,
      null,
    ])
  })

  it('is retried with jitter', () => {
    expect(nextTry(2, now, 0)!.getTime() - now.getTime()).to.equal(240_000)
    expect(nextTry(2, now, 1)!.getTime() - now.getTime()).to.equal(360_000)
  })
})
