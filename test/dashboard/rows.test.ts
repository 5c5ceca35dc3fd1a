import { expect } from 'chai'
import { givenMember } from '../support/given/member.ts'
import { withMemberPages } from '../support/given/member-pages.ts'
import { givenReported } from '../support/given/transfer.ts'

describe('a row of a list, in a browser', () => {
  const pages = withMemberPages()

  it('opens its object wherever it is pressed on a desk, but not its own links and not a text to copy', async () => {
    const { shop, paymentId, payment } = await givenReported()
    const email = 'rows@example.com'
    await givenMember(shop.projectId, email)
    const page = await (await pages.signedIn(email, { viewport: { width: 1280, height: 800 } })).newPage()
    const list = `/dashboard/${shop.projectId}/test/payments`
    const place = `**/payments/${paymentId}`
    for (const cell of ['.state', '.date']) {
      await page.goto(list)
      await page.locator(`.rows tbody tr ${cell}`).first().click({ force: true })
      await page.waitForURL(place)
    }
    await page.goto(list)
    const box = (await page.locator('.rows tbody tr').first().boundingBox())!
    await page.mouse.click(box.x + box.width - 4, box.y + box.height - 4)
    await page.waitForURL(place)
    await page.goto(list)
    await page.locator('.rows tbody tr .text > span').first().dblclick()
    expect(await page.evaluate('getSelection().toString().trim()')).to.be.oneOf([
      (await payment()).reference,
      ...(await payment()).reference!.split('-'),
    ])
    expect(new URL(page.url()).pathname).to.equal(list)
    const links = await page.evaluate('document.querySelectorAll(".rows tbody tr:first-child a").length')
    expect(links, 'one stop for the keyboard').to.be.at.most(2)
  })
})
