import { expect } from 'chai'
import type { Locale } from '../../common/kit/format.ts'
import type { EmailPayloads } from '../../common/services/emails/kinds.ts'
import { renderEmail } from '../../common/services/emails/render.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { onConnection } from '../../db/sql.ts'
import { acceptTransfers, givenInvoice } from '../support/given/invoice.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { paymentsOf } from '../support/stored.ts'

type Kind = 'receipt' | 'transfer_reported' | 'transfer_rejected'

/** Renders an email row as a worker would send it now, in both languages. */
async function renderWritten(shop: Merchant, kind: Kind, cause: string) {
  const project = (await cachedProject(shop.projectId))!
  const row = await onConnection((sql) =>
    sql.row<{ recipient: string; words: string }>(
      'SELECT recipient, words FROM emails WHERE kind = ? AND cause = ?',
      [kind, cause],
    ),
  )
  const payload = JSON.parse(row!.words) as EmailPayloads[Kind]
  const inLocale = (locale: Locale) => renderEmail(kind, payload as never, { project, locale, isTest: true })
  return { recipient: row!.recipient, en: inLocale('en'), mn: inLocale('mn') }
}

describe('the emails about an invoice', () => {
  it('contain the number, the description and the amount in the receipt', async () => {
    const shop = await givenMerchant({ name: 'Khaan Coffee' })
    const { id, customer, retrieve } = await givenInvoice(shop, { description: 'Consulting' })
    await customer.pay()
    const { recipient, en, mn } = await renderWritten(shop, 'receipt', `invoice-${id}`)
    expect(recipient).to.equal('bat@example.com')
    expect(en.subject).to.equal('[Test] Receipt R-000001: ₮180,000 paid to Khaan Coffee')
    for (const { html, text } of [en, mn]) {
      for (const form of [html.replace(/<style>.*<\/style>/s, ''), text]) {
        expect(form).to.contain('INV-0001').and.contain('Consulting').and.contain('180,000')
        expect(form).to.not.match(/[{}]|undefined|null|\[object|\*\*|NaN/)
      }
      expect(text).to.contain(`${(await retrieve()).url}?receipt=1`)
    }
    expect(en.text).to.contain('Invoice INV-0001')
    expect(mn.text).to.contain('Нэхэмжлэх INV-0001')
  })

  it('tell the merchant which invoice a transfer is for, and the customer that a rejected one can be paid again', async () => {
    const shop = await givenMerchant()
    await acceptTransfers(shop)
    const { id, customer, retrieve } = await givenInvoice(shop, { client_reference_id: 'ORDER-42' })
    await customer.pay({ payment_method: 'bank_transfer' })
    await customer.press('claim_transfer')
    const [payment] = await paymentsOf(id, 'invoice')
    const reported = await renderWritten(shop, 'transfer_reported', `payment-${payment!.id}`)
    expect(reported.recipient).to.equal('owner@example.com')
    expect(reported.en.text).to.contain('Invoice INV-0001').and.contain('ORDER-42').and.contain('bat@example')

    await shop.post(`/payments/${payment!.id}/reject`, { reason: 'Nothing came.' }).expect(200)
    const rejected = await renderWritten(shop, 'transfer_rejected', `payment-${payment!.id}`)
    expect(rejected.recipient).to.equal('bat@example.com')
    for (const { text } of [rejected.en, rejected.mn]) {
      expect(text)
        .to.contain('> Nothing came.')
        .and.contain((await retrieve()).url)
      expect(text).to.not.match(/[{}]|undefined|null|\[object|\*\*|NaN|Invalid/)
    }
    expect(rejected.en.text).to.contain('you can still pay')
  })
})
