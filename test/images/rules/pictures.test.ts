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

describe('what bytes are', () => {
  const cases: [begin: Buffer, kind: Kind | null, because: string][] = [
    [Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'png', 'the eight bytes of every PNG'],
    [Buffer.from('ffd8ffe000104a46', 'hex'), 'jpeg', 'the three bytes of every JPEG'],
    [Buffer.from('GIF89a123456'), 'gif', 'the newer GIF'],
    [Buffer.from('GIF87a123456'), 'gif', 'the older GIF'],
    [Buffer.from('RIFF\x01\x02\x03\x04WEBPVP8 ', 'latin1'), 'webp', 'a RIFF of WebP'],
    [Buffer.from('RIFF\x01\x02\x03\x04WAVEfmt ', 'latin1'), null, 'a RIFF of sound'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), null, 'SVG is a document'],
    [Buffer.from('<!doctype html><p>Not found'), null, 'a page'],
    [Buffer.from('89504e47', 'hex'), null, 'half a beginning'],
    [Buffer.from(''), null, 'nothing'],
  ]
  for (const [bytes, kind, because] of cases) {
    it(`is ${kind ?? 'no picture we read'}: ${because}`, () => expect(kindOf(bytes)).to.equal(kind))
  }
})

describe('how large a picture is shown', () => {
  const cases: [place: Box, picture: string, shown: string, because: string][] = [
    [LOGO_BOX, '320x80', '160x40', 'a full one is for fine screens'],
    [LOGO_BOX, '80x80', '40x40', 'a square one is as high as the sign'],
    [LOGO_BOX, '100x80', '50x40', 'the proportion stays'],
    [LOGO_BOX, '320x20', '160x10', 'a very wide one is as wide as the sign'],
    [LOGO_BOX, '16x16', '16x16', 'a small one is not blown up'],
    [LOGO_BOX, '320x1', '160x1', 'a line can still be seen'],
    [LINE_BOX, '96x64', '48x32', 'a product is shown in a square'],
  ]
  for (const [place, picture, shown, because] of cases) {
    it(`is ${shown} for ${picture} in ${place.width}x${place.height}: ${because}`, () => {
      const [width = 0, height = 0] = picture.split('x').map(Number)
      const box = shownIn(place, { width, height })
      expect(`${box.width}x${box.height}`).to.equal(shown)
    })
  }
})

describe('the name of a picture', () => {
  const named = { hash: Buffer.alloc(32, 7), width: 320, height: 80, clear: true, type: 'png' } as const

  it('tells all of it', () => {
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

describe('the ground of a picture', () => {
  const pixels = (...of: number[][]) => Uint8Array.from(of.flat())
  const [white, black, nothing, half] = [
    [255, 255, 255, 255],
    [0, 0, 0, 255],
    [0, 0, 0, 0],
    [255, 255, 255, 128],
  ]
  const cases: [pixels: Uint8Array, ground: 'dark' | null, because: string][] = [
    [pixels(white, nothing), 'dark', 'white ink on nothing would vanish'],
    [pixels(half, nothing, nothing), 'dark', 'so would thin white ink'],
    [pixels(black, nothing), null, 'black ink is seen on white'],
    [pixels(white, black, nothing, nothing), null, 'of both, the dark half is seen'],
    [pixels(white, white), null, 'white with a ground of its own is meant so'],
    [pixels(nothing, nothing), null, 'there is nothing to see'],
  ]
  for (const [given, ground, because] of cases) {
    it(`is ${ground ?? 'left alone'}: ${because}`, () => expect(groundFor(given)).to.equal(ground))
  }

  it('shines through where a single pixel does', () => {
    expect([isOpaque(pixels(white, black)), isOpaque(pixels(white, half))]).to.deep.equal([true, false])
  })
})

describe('a picture that could not be copied', () => {
  const now = new Date('2026-08-12T00:00:00Z')

  it('is tried again after ever longer, and then no more', () => {
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

  it('is not tried by everybody at once', () => {
    expect(nextTry(2, now, 0)!.getTime() - now.getTime()).to.equal(240_000)
    expect(nextTry(2, now, 1)!.getTime() - now.getTime()).to.equal(360_000)
  })
})
