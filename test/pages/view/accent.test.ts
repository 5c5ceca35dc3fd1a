import { expect } from 'chai'
import fc from 'fast-check'
import { accentOf, contrast } from '../../../common/kit/accent.ts'
import { strengthOf } from '../../../common/kit/oklch.ts'

const LIGHT = { surface: '#ffffff', texts: ['#16181d', '#5b616b', '#18733a', '#b3261e'] }
const DARK = { surface: '#191c21', texts: ['#f2f3f5', '#a9b0bb', '#7fd69b', '#ffb4ab'] }
const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

describe('contrast', () => {
  it('returns the contrast ratio of WCAG', () => {
    expect(contrast('#000', '#ffffff')).to.equal(21)
    expect(contrast('#777777', '#fff')).to.be.closeTo(4.48, 0.01)
    expect(contrast('#abc', '#abc')).to.equal(1)
  })
})

describe('accentOf', () => {
  it('returns legible shades for buttons and links on every background, for any colour', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const { light, dark } = accentOf(color)
        for (const [shades, { surface, texts }] of [
          [light, LIGHT],
          [dark, DARK],
        ] as const) {
          expect(contrast(shades.button, shades.onButton)).to.be.at.least(4.5)
          for (const background of [surface, shades.tint, shades.press]) {
            for (const text of [shades.link, ...texts]) expect(contrast(text, background)).to.be.at.least(4.5)
            expect(contrast(shades.edge, background)).to.be.at.least(3)
          }
        }
      }),
    )
  })

  it('keeps a colour that is legible', () => {
    expect(accentOf('#0a7d5a').light).to.deep.equal({
      button: '#0a7d5a',
      onButton: '#ffffff',
      edge: '#0a7d5a',
      link: '#0a7d5a',
      tint: '#eef9f3',
      press: '#e6f4ed',
    })
  })

  it('puts dark text on a colour on which white is illegible', () => {
    expect(accentOf('#ffe600').light.onButton).to.equal('#000000')
  })

  it('replaces a button colour that would look disabled', () => {
    expect(accentOf('#fff').light.button).to.equal('#16181d')
    expect(accentOf('#fff').dark.button).to.equal('#ffffff')
    expect(accentOf('#000').dark.button).to.equal('#f2f3f5')
    expect(accentOf('#ffe600').light.button).to.equal('#ffe600')
  })

  it('keeps a dark green green on a dark page', () => {
    const { button, onButton } = accentOf('#1f4b3f').dark
    expect(contrast(button, '#191c21')).to.be.at.least(3)
    expect(onButton).to.equal('#ffffff')
    const [red, green] = [1, 3].map((at) => parseInt(button.slice(at, at + 2), 16))
    expect(green! - red!, 'still green').to.be.at.least(0x4b - 0x1f)
  })

  it('tints backgrounds with every strong colour, visibly but lightly', () => {
    const strength = (color: string) =>
      strengthOf([1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)) as [number, number, number])
    fc.assert(
      fc.property(anyColor, (color) => {
        fc.pre(strength(color) >= 0.04)
        const { light, dark } = accentOf(color)
        expect(strength(light.tint), 'light').to.be.within(0.0105, 0.022)
        expect(strength(dark.tint), 'dark').to.be.within(0.006, 0.025)
      }),
    )
    expect(strength(accentOf('#1f4b3f').light.tint), 'a dark green').to.be.at.least(0.0105)
    expect(strength(accentOf('#ffe600').dark.tint), 'yellow, which would look olive').to.be.below(0.01)
  })

  it('returns a pressed shade that does not look disabled for black, white and grey', () => {
    for (const color of ['#000', '#fff', '#808080']) expect(accentOf(color).light.press).to.equal('#eef0f4')
  })

  it('falls back to the default colour for an empty or invalid colour', () => {
    for (const color of [null, '', 'red', '#12345', '#fff;}body{display:none}', '#0a7d5a\n']) {
      expect(accentOf(color)).to.deep.equal(accentOf('#1f5fd0'))
    }
  })
})
