import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { LOCALES } from '../../../common/kit/languages.ts'
import { componentsOf, componentsPage } from '../../../dev/components.ts'

/** Style sheets that do not draw a component. */
const SHARED = ['tokens', 'base', 'columns', 'print', 'sums']

describe('the page of every component', () => {
  it('shows every component that has a style sheet', () => {
    const styled = readdirSync('views/assets/page').map((file) => file.replace('.css', ''))
    const shown = Object.keys(componentsOf('en'))
    expect(styled.filter((name) => !SHARED.includes(name)).sort()).to.deep.equal(shown.sort())
  })

  it('shows them in light and dark, and in every language', () => {
    for (const scheme of ['light', 'dark']) {
      for (const lang of LOCALES) {
        const html = componentsPage(new URLSearchParams({ scheme, lang, color: '#ffe600' }))
        expect(html).to.not.match(/undefined|\[object|NaN/)
        expect(html).to.include(scheme === 'dark' ? '@media all' : '@media not all')
        expect(html.match(/<figure>/g)?.length).to.be.at.least(35)
      }
    }
  })
})
