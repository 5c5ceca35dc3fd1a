import { expect } from 'chai'
import type { InvoicePageInput } from '../../../api/pages/invoice/page-input.ts'
import { invoiceView } from '../../../api/pages/invoice/view.ts'
import { withPlainSpaces } from '../../../common/kit/format.ts'
import { invoice, invoicePage, payment } from './fixtures.ts'
import { wholePage } from './whole-page.ts'

const html = (fields: Partial<InvoicePageInput> = {}) =>
  withPlainSpaces(wholePage(invoiceView(invoicePage(fields))))

describe('the page of an invoice', () => {
  const cases: [fields: Partial<InvoicePageInput>, state: string, when: string][] = [
    [{}, 'pay', 'it is open'],
    [{ now: new Date('2027-01-01T00:00:00Z') }, 'pay', 'its due date has passed'],
    [{ payment: payment() }, 'transfer', 'a transfer is not reported yet'],
    [{ payment: payment({ method: 'test' }) }, 'processing', 'the result of the payment is not known yet'],
    [{ payment: payment({ status: 'pending' }) }, 'pending', 'the merchant checks a reported transfer'],
    [{ payment: payment({ status: 'failed' }) }, 'pay', 'the last payment failed'],
    [
      { invoice: invoice({ status: 'paid' }), payment: payment({ status: 'pending' }) },
      'receipt',
      'it is paid',
    ],
    [{ invoice: invoice({ status: 'void' }), payment: payment() }, 'void', 'it was voided'],
    [{ show: 'canceled' }, 'canceled', 'the customer canceled'],
    [
      { show: 'leaving_cancel', invoice: invoice({ cancel_url: 'https://shop.example' }) },
      'leaving',
      'the customer cancels and there is a cancel_url',
    ],
  ]
  for (const [fields, state, when] of cases) {
    it(`shows the state ${state} if ${when}`, () => {
      expect(html(fields)).to.include(`data-state="${state}"`)
      expect(invoiceView(invoicePage(fields)).status).to.equal(200)
    })
  }

  it('asks for an optional email address only if the invoice has none', () => {
    expect(html()).to.match(/<label for="email">Email <span class="optional">/)
    expect(html()).not.to.match(/name="email"[^>]*required/)
    const known = html({ invoice: invoice({ customer_email: 'saraa@example.mn' }) })
    expect(known).not.to.include('name="email"')
  })

  it('shows its number, date and due date in one line, and its description once', () => {
    const page = html()
    expect(page).to.match(
      /<p class="due"><span class="name">Invoice NU-0007<\/span> <span class="hint">10 Aug 2026<\/span> <span class="state"><span class="pill plain">Due 13 Aug 2026</,
    )
    expect(page.match(/Номын тавиурын/g)).to.have.length(1)
    expect(
      html({ invoice: invoice({ description: null }) }).match(/class="name">Invoice NU-0007/g),
    ).to.have.length(1)
  })

  it('shows the due date, and whether it has passed', () => {
    expect(html()).to.include('<span class="pill plain">Due 13 Aug 2026</span>')
    const late = html({ now: new Date('2026-08-13T11:04:01Z') })
    expect(late).to.match(
      /<span class="pill bad">Was due 13 Aug 2026<\/span>\s+<span class="hint">It can still be paid\.<\/span>/,
    )
    expect(html({ invoice: invoice({ status: 'paid' }) })).not.to.match(/due 13/i)
  })

  it('shows the seller, the customer and the date, and on paper also the bank account', () => {
    const known = html({ invoice: invoice({ customer_email: 'saraa@example.mn' }) })
    for (const detail of ['Номын өлгий ХХК', 'Registration number 5123456', 'saraa@example.mn'])
      expect(known).to.include(`<dd>${detail}</dd>`)
    expect(known).not.to.include('<dt>Date</dt>')
    expect(html({ invoice: invoice({ status: 'void' }) })).to.match(/<dt>Date<\/dt>\s*<dd>10 Aug 2026</)
    const head = /<div class="on-paper">.*?<\/div>/s.exec(known)?.[0]
    expect(head).to.match(/Invoice NU-0007 <span class="pill test">.*10 Aug 2026.*Due 13 Aug 2026/s)
    const paper = (text: string) => /class="pay-to.*?<\/section>/s.exec(text)?.[0]
    for (const detail of ['Хаан банк', '5012 345 678', '₮180,000', 'NU-0007'])
      expect(paper(known)).to.include(detail)
    expect(paper(html({ methods: ['test'] }))).to.equal(undefined)
    expect(paper(html({ invoice: invoice({ status: 'void' }) }))).to.equal(undefined)
  })

  it('offers other payment methods at any age', () => {
    const old = { payment: payment(), now: new Date('2030-01-01T00:00:00Z') }
    expect(html(old)).to.include('?choose&#x3D;1')
  })
})
