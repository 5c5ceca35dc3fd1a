import { expect } from 'chai'
import { withPreview } from '../pages/view/with-preview.ts'

describe('the button that confirms ticked payments, on a phone', () => {
  const preview = withPreview()

  it('covers no payment until one is ticked, and then stays in sight on one line', async () => {
    for (const lang of ['en', 'mn']) {
      const page = await preview.open(`dashboard-waiting?lang=${lang}`, {
        viewport: { width: 320, height: 640 },
      })
      const position = () =>
        page.evaluate<string>("getComputedStyle(document.querySelector('.bar')).position")
      expect(await position(), lang).to.equal('static')
      await page.locator('article [type=checkbox]').first().check()
      expect(await position(), lang).to.equal('sticky')
      const { height } = (await page.locator('.bar button').boundingBox())!
      expect(height, lang).to.be.at.most(60)
      await page.context().close()
    }
  })
})
