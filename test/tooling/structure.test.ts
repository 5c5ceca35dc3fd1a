import { expect } from 'chai'
import { choose, commentsIn, titlesIn } from '../../dev/structure-sample.ts'

const SOURCE = `/**
 * Returns one.
 * Throws never.
 */
const address = 'https://shop.test' // the shop
// oxlint-disable-next-line no-console -- for a person
// One reason,
// in two lines.
describe('a shop', () => {
  describe('in test mode', () => {
    it('is open', open)
  })
  it(
    'has a door',
    open,
  )
})
`

describe('a sample of the English in the sources', () => {
  it('consists of whole comments, without those for programs', () => {
    const source = SOURCE.replace('// One', '\n// One')
    expect(commentsIn(source, 'shop.ts')).to.deep.equal([
      { place: 'shop.ts:1', text: 'Returns one. Throws never.' },
      { place: 'shop.ts:5', text: 'the shop' },
      { place: 'shop.ts:8', text: 'One reason, in two lines.' },
    ])
  })

  it('has the title of a test after the titles around it', () => {
    expect(titlesIn(SOURCE, 'shop.ts').map(({ text }) => text)).to.deep.equal([
      'a shop › in test mode › is open',
      'a shop › has a door',
    ])
  })

  it('depends on the seed, and keeps its other excerpts if one is changed', () => {
    const all = Array.from({ length: 200 }, (_, place) => ({ place: `${place}`, text: `Comment ${place}.` }))
    const chosen = choose(all, 30, '7')
    expect(choose(all, 30, '8')).to.not.deep.equal(chosen)
    const others = all.filter((one) => one !== chosen[0])
    expect(choose(others, 29, '7')).to.deep.equal(chosen.slice(1))
    expect(choose([...all, ...all], 30, '7')).to.deep.equal(chosen)
  })
})
