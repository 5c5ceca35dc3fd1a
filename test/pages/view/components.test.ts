import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { LOCALES } from '../../../common/kit/languages.ts'
import { componentsOf, componentsPage } from '../../../dev/components.ts'

/** What holds the components, and is none itself. */
const FRAME = ['tokens', 'base', 'columns', 'print', 'sums']

describe('the page of every component', () => {
  it('has each component that the style sheet draws', () => {
    const drawn = readdirSync('views/assets/page').map((file) => file.replace('.css', ''))
    const shown = Object.keys(componentsOf('en'))
    expect(drawn.filter((name) => !FRAME.includes(name)).sort()).to.deep.equal(shown.sort())
  })

  it('draws them by day and by night, in every language and in shops of different colours', () => {
    for (const look of ['day', 'night']) {
      for (const lang of LOCALES) {
        const html = componentsPage(new URLSearchParams({ look, lang, color: '#ffe600' }))
        expect(html).to.not.match(/undefined|\[object|NaN/)
        expect(html).to.include(look === 'night' ? '@media all' : '@media not all')
        expect(html.match(/<figure>/g)?.length).to.be.at.least(35)
      }
    }
  })
})
