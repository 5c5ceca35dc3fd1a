import { expect } from 'chai'
import type { Response } from 'supertest'
import { withPlainSpaces } from '../../common/kit/format.ts'
import { sha256 } from '../../common/kit/secrets.ts'
import { ask } from '../support/ask.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'

/** Returns the page of a new checkout of `shop`. */
async function pageOf(shop: Merchant, query = ''): Promise<Response> {
  return (await givenCheckout(shop)).customer.get(query)
}

/** Returns the sources of a page's inline styles in a content security policy. */
function stylesOf({ text }: Response): string[] {
  return Array.from(
    text.matchAll(/<style>(.*?)<\/style>/gs),
    ([, style = '']) => `'sha256-${sha256(style).toString('base64')}'`,
  )
}

const policyOf = ({ headers }: Response) => headers['content-security-policy']!

describe('the parts that pages share', () => {
  it('have styles that the policy of their own page allows, and no other inline style', async () => {
    const red = await givenMerchant({}, { color: '#aa3300' })
    const green = await givenMerchant({}, { color: '#0a7d5a' })
    const pages = [await pageOf(red), await pageOf(green), await pageOf(red)]
    for (const page of pages) {
      expect(stylesOf(page)).to.have.length.above(1)
      const [, sources = ''] = /style-src ([^;]*)/.exec(policyOf(page))!
      for (const source of stylesOf(page)) expect(sources.split(' ')).to.include(source)
      expect(policyOf(page)).not.to.include('unsafe-inline').and.not.to.include('nonce')
    }
    const [first, other, again] = pages
    const colors = stylesOf(first!).at(-1)!
    expect(stylesOf(again!).at(-1)).to.equal(colors)
    expect(policyOf(other!)).not.to.include(colors)
  })

  it('have the values of the page’s own merchant and language', async () => {
    const shops = [
      await givenMerchant({}, { email: 'one@example.mn', color: '#aa3300', support_phone: '77110001' }),
      await givenMerchant(
        {},
        { email: 'two@example.mn', color: '#0a7d5a', terms_url: 'https://two.example.mn/terms' },
      ),
    ]
    for (let round = 0; round < 2; round += 1) {
      const [one, two] = [await pageOf(shops[0]!), await pageOf(shops[1]!, '?lang=mn')]
      expect(one.text)
        .to.include('<html lang="en"')
        .and.include('mailto:one@example.mn')
        .and.include('tel:77110001')
        .and.include('#aa3300')
        .and.include('aria-current="true">English')
      expect(one.text).not.to.match(/two@|two\.example|#0a7d5a/)
      expect(two.text)
        .to.include('<html lang="mn"')
        .and.include('mailto:two@example.mn')
        .and.include('https://two.example.mn/terms')
        .and.include('#0a7d5a')
        .and.include('aria-current="true">Монгол')
      expect(two.text).not.to.match(/one@|77110001|#aa3300/)
    }
  })

  it('change with the settings of the merchant', async () => {
    const shop = await givenMerchant({}, { email: 'old@example.mn', color: '#aa3300' })
    expect((await pageOf(shop)).text).to.include('mailto:old@example.mn')
    await shop.patch('', { color: '#0a7d5a', email: 'new@example.mn' }).expect(200)
    const { text } = await pageOf(shop)
    expect(text).to.include('mailto:new@example.mn').and.include('#0a7d5a')
    expect(text).not.to.match(/old@example|#aa3300/)
  })

  it('keep the query of their own page in the links to other languages', async () => {
    const { customer } = await givenCheckout(await givenMerchant())
    for (const [query, kept] of [
      ['?receipt=1', 'receipt&#x3D;1&amp;'],
      ['', ''],
      ['?canceled=1', 'canceled&#x3D;1&amp;'],
    ] as const) {
      const { text } = await customer.get(query)
      expect(/href="\?([^"]*)lang=mn"/.exec(text)?.[1], query).to.equal(kept)
    }
  })

  it('are sent without the style sheets to a script that updates the open page', async () => {
    const { customer, url } = await givenCheckout(await givenMerchant({}, { email: 'one@example.mn' }))
    const whole = await customer.get()
    const update = await ask('get', new URL(url).pathname).set('HX-Request', 'true')
    const text = withPlainSpaces(update.text)
    expect(text)
      .to.match(/^<link rel="icon"/)
      .and.include('mailto:one@example.mn')
    expect(whole.text.endsWith(text.slice(text.indexOf('<title>')))).to.equal(true)
  })
})
