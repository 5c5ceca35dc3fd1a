import { expect } from 'chai'
import { translate, translateToHtml } from '../../common/services/text/translate.ts'

describe('translate', () => {
  it('uses the plural form of the language', () => {
    expect(translate('en')('order.items', { count: 1 })).to.equal('1 item')
    expect(translate('en')('order.items', { count: 5 })).to.equal('5 items')
    expect(translate('mn')('order.per_month', { count: 1, amount: '₮ 9,900' })).to.equal('Сард ₮ 9,900')
    expect(translate('mn')('order.per_month', { count: 3, amount: '₮ 9,900' })).to.equal('3 сард ₮ 9,900')
  })

  it('does not replace placeholders in a parameter', () => {
    expect(translate('en')('back', { shop: '{shop} $& $1' })).to.equal('Back to {shop} $& $1')
  })

  it('writes no full stop after a name that was cut, also a bold one', () => {
    const about = { product: 'Felt boots…', shop: 'Steppe…' }
    expect(translate('en')('expired.next_contact', about)).to.equal('To order again, please contact Steppe…')
    expect(translate('en')('email.cancellation.lead', about)).to.equal(
      'A customer has canceled their subscription to Felt boots…',
    )
    expect(translateToHtml('en', (text) => text)('email.cancellation.lead', about)).to.equal(
      'A customer has canceled their subscription to <strong>Felt boots…</strong>',
    )
    expect(translate('en')('expired.next', about)).to.equal('Go back to Steppe… and order again.')
  })

  it('removes emphasis, and translateToHtml marks it up', () => {
    const params = { amount: '₮ 5,000', shop: '<b>**Tea**</b>' }
    const escape = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    expect(translate('en')('email.receipt.lead', params)).to.equal(
      'You paid ₮ 5,000 to <b>**Tea**</b>. Thank you.',
    )
    expect(translateToHtml('en', escape)('email.receipt.lead', params)).to.equal(
      'You paid <strong>₮ 5,000</strong> to &lt;b&gt;**Tea**&lt;/b&gt;. Thank you.',
    )
  })
})
