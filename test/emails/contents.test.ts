import { expect } from 'chai'
import { invoice } from '../../common/domain/invoices/object.ts'
import { discrepantPayment } from '../../common/domain/payments/object.ts'
import { refund } from '../../common/domain/refunds/object.ts'
import { type Locale, withPlainSpaces } from '../../common/kit/format.ts'
import { receiptPayload } from '../../common/services/checkouts/complete.ts'
import { type EmailKind, emailKinds, type EmailPayloads } from '../../common/services/emails/kinds.ts'
import { renderEmail } from '../../common/services/emails/render.ts'
import { paidCheckout, projectOf, settings, subscriptionOf, transferOf } from '../support/given/email.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { linkCount } from './links.ts'

const waiting = {
  ...{ amount: 50_000, amount_received: 0, currency: 'MNT', reference: '482913', client_reference_id: null },
  ...{ claimed_at: '2026-08-14T11:04:00.000000Z', expires_at: '2026-08-17T11:04:00.000000Z' },
}

/** The payload of each email: about an order, if it may also be about an invoice. */
type OrderEmails = {
  [Kind in EmailKind]: EmailPayloads[Kind] extends { invoice: unknown }
    ? EmailPayloads[Kind]
    : Exclude<EmailPayloads[Kind], { invoice: unknown }>
}

const INVOICE: EmailPayloads['invoice'] = {
  invoice: invoice.like({ number: 'INV-0042', amount: 150_000, due_date: '2026-08-20T15:59:59.000000Z' }),
  overdue: false,
}

const NOTICE = {
  ...({ actor: 'member', actor_name: 'owner@khaan.mn', ip_address: '203.0.113.7' } as const),
  at: '2026-08-12T11:04:00.000000Z',
}

describe('the contents of emails', () => {
  /** Renders an email of a shop in Ulaanbaatar. All emails are about the same order. */
  async function email<Kind extends EmailKind>(
    kind: Kind,
    locale: Locale,
    change: (payloads: OrderEmails) => EmailPayloads[Kind] = (payloads) => payloads[kind],
  ) {
    const shop = await givenMerchant({ name: 'Khaan Coffee', timezone: 'Asia/Ulaanbaatar' })
    await settings(shop, { email: 'hello@khaan.mn', legal_name: 'Khaan LLC', registration_number: '6789012' })
    const project = await projectOf(shop)
    const checkout = await paidCheckout(shop, { client_reference_id: 'ORDER-42' })
    const payment = transferOf(checkout)
    const open = { ...checkout, status: 'open' as const, expires_at: '2026-10-12T11:04:00.000000Z' }
    const payload = change({
      receipt: receiptPayload(project, checkout),
      invoice: INVOICE,
      transfer_reported: { payment, checkout, link_expires_at: '2026-09-11T11:04:00.000000Z' },
      transfer_due: { payment, checkout, link_expires_at: '2026-09-13T11:04:00.000000Z' },
      transfer_rejected: { payment: { ...payment, failure_message: 'Not here.' }, checkout: open },
      transfers_waiting: {
        now: '2026-08-16T02:00:00.000000Z',
        transfers: [
          { ...waiting, payment_id: 7, expires_at: '2026-08-15T11:04:00.000000Z' },
          { ...waiting, payment_id: 8, reference: '482914', amount_received: 20_000 },
        ],
        count: 3,
        link_expires_at: '2026-09-13T11:04:00.000000Z',
      },
      transfer_details: { payment: { ...payment, status: 'started', claimed_at: null }, checkout: open },
      transfer_received_note: { payment: { ...payment, payer_name: 'Saraa' }, checkout: open },
      transfer_incomplete: { payment: { ...payment, amount_received: 20_000 }, checkout: open },
      payment_refunded: {
        payment: {
          ...payment,
          refunds: [refund.like({ amount: 5_000, created_at: '2026-08-14T03:00:00.000000Z' })],
        },
        checkout,
      },
      refund_due: {
        payment: { ...payment, status: 'refund_required', amount_to_refund: 50_000 },
        checkout: { ...checkout, status: 'expired' as const },
      },
      refund_required: {
        payment: { ...payment, status: 'refund_required', amount_to_refund: 50_000 },
        checkout,
      },
      refund_failed: {
        payment,
        checkout,
        refund: { amount: 50_000, currency: 'MNT' },
      },
      payment_discrepancy: {
        payment: { ...payment, status: 'canceled' },
        checkout,
        discrepancy: discrepantPayment.example.discrepancy,
      },
      renewal_blocked: {
        subscription: subscriptionOf(shop),
        price: subscriptionOf(shop).price,
        blocked_by: 6,
        orders: [{ url: checkout.url, receipt_number: 'R-000012', amount: 50_000 }],
      },
      endpoint_disabled: {
        endpoint: { id: 7, url: 'https://shop.example/hooks' },
        reason: 'gone',
        since: '2026-08-12T11:04:00.000000Z',
      },
      subscription_created: { subscription: subscriptionOf(shop) },
      renewal_reminder: { subscription: subscriptionOf(shop), days_before: 7 },
      subscription_past_due: {
        subscription: subscriptionOf(shop),
        access_ends_at: '2026-09-15T15:59:59.000000Z',
      },
      subscription_canceled: { subscription: subscriptionOf(shop) },
      cancellation_requested: { subscription: subscriptionOf(shop) },
      cancellation_withdrawn: { subscription: subscriptionOf(shop) },
      change_scheduled: { subscription: subscriptionOf(shop), renewal_price: subscriptionOf(shop).price },
      change_withdrawn: { subscription: subscriptionOf(shop) },
      sale: { checkout },
      cancellation: { subscription: subscriptionOf(shop) },
      portal_link: { customer_id: 5 },
      sign_in: { sign_in_id: 5, nonce: 'sample-nonce-of-a-link' },
      proof_code: { sign_in_id: 5, nonce: 'sample-nonce-of-a-link' },
      member_added: { ...NOTICE, member: 'saraa@khaan.mn', role: 'staff' },
      member_invited: { ...NOTICE, role: 'staff' },
      passkey_added: { ...NOTICE, name: 'Firefox, Windows' },
      bank_details_changed: {
        ...NOTICE,
        account: { bank_name: 'Khan Bank', account_number: '5001234567', account_holder: 'Khaan LLC' },
      },
    })
    const { url } = checkout
    const { html, text, ...email } = renderEmail(kind, payload, { project, locale, isTest: false })
    return { ...email, html: withPlainSpaces(html), text: withPlainSpaces(text), url, project }
  }

  // The one about a disabled endpoint shows JSON, with braces. The list of waiting transfers has a test of its own.
  const others = new Set<EmailKind>(['endpoint_disabled', 'transfers_waiting'])
  const kinds = (Object.keys(emailKinds) as EmailKind[]).filter((kind) => !others.has(kind))
  for (const kind of kinds) {
    for (const locale of ['en', 'mn'] as const) {
      it(`fill in every placeholder of ${kind} in ${locale}, with the right number of links`, async () => {
        const { subject, html, text } = await email(kind, locale)
        for (const form of [subject, html.replace(/<style>.*<\/style>/s, ''), text]) {
          expect(form).to.not.match(/[{}]|undefined|null|\[object|\*\*|NaN/)
        }
        expect(html.match(/<a /g)).to.have.lengthOf(linkCount(kind))
        expect(text).to.not.match(/<\w|&\w+;/)
        expect(/[а-яөү]{3}/i.test(text)).to.equal(locale === 'mn')
      })
    }
  }

  it('show the amount to refund in the currency in which the money arrived', async () => {
    const { subject, preview, html, text } = await email('refund_required', 'en', (payloads) => ({
      ...payloads.refund_required,
      payment: { ...payloads.refund_required.payment, received_currency: 'USD', amount_to_refund: 2_050 },
    }))
    for (const form of [subject, preview, html, text]) expect(form).to.contain('20.50')
    expect(subject).to.match(/(US\$|\$|USD)/)
  })

  it('tell a merchant about a cancellation, and about its reason if that came later', async () => {
    const cancellation = (explained: boolean) =>
      email('cancellation', 'en', ({ cancellation: { subscription } }) => ({
        ...(explained && { explained }),
        subscription: {
          ...subscription,
          status: 'canceled',
          cancellation_details: { feedback: 'unused', comment: 'Back in autumn.' },
        },
      }))
    const [canceled, explained] = [await cancellation(false), await cancellation(true)]
    expect([canceled.subject, explained.subject]).to.deep.equal([
      'A cancellation: Basic',
      'Why a customer canceled: Basic',
    ])
    expect(canceled.text).to.contain('A customer has canceled').and.to.contain('Back in autumn.')
    expect(explained.text).to.contain('A customer explained why').and.to.contain('Back in autumn.')
  })

  it('show number, time with zone, items, total, method, seller and link of a paid order on a receipt', async () => {
    const { html, text, url } = await email('receipt', 'en')
    for (const form of [html, text]) {
      expect(form).to.contain('R-000012')
      expect(form).to.contain('12 Aug 2026, 19:04 (Ulaanbaatar time)')
      expect(form).to.contain('₮25,000 × 2')
      expect(form).to.contain('₮50,000')
      expect(form).to.contain('Bank transfer')
      expect(form).to.contain('Khaan LLC · Registration number 6789012')
      expect(form).to.contain('ORDER-42')
    }
    expect(text).to.contain(`${url}?receipt=1`)
  })

  it('show discounts and promotion codes on a receipt', async () => {
    const { text } = await email('receipt', 'mn', ({ receipt }) => ({
      ...receipt,
      checkout: {
        ...receipt.checkout,
        discounts: [{ amount: 5_000, description: 'Хөнгөлөлт' }],
        promotion_codes: [{ code: 'TEA', amount: 1_000 }],
      },
    }))
    expect(text).to.contain('Хөнгөлөлт: −₮ 5,000')
    expect(text).to.contain('Код: TEA: −₮ 1,000')
  })

  it('do not mention a payment on the receipt of a free order', async () => {
    const { subject, text } = await email('receipt', 'en', ({ receipt }) => ({
      ...receipt,
      checkout: { ...receipt.checkout, amount_total: 0, payment_method: null },
    }))
    expect(subject).to.equal('Your order at Khaan Coffee is complete: R-000012')
    expect(text).to.contain('There was nothing to pay.')
  })

  for (const kind of ['transfer_reported', 'transfer_due'] as const) {
    it(`show the reference, the deadline and links for both decisions to the merchant: ${kind}`, async () => {
      const { subject, text, html } = await email(kind, 'en')
      expect(subject).to.contain('₮50,000, reference 482913')
      expect(text).to.contain('Reference: 482913').and.to.contain('bat@example.mn').and.to.contain('ORDER-42')
      expect(text).to.contain('15 Aug 2026, 19:04')
      const [link] = /http:\/\/127\.0\.0\.1:3000\/t\/7\/[0-9a-z]+\.[\w-]{43}/.exec(text) ?? []
      for (const [label, answer] of [
        ['It arrived', 'yes'],
        ['It did not arrive', 'no'],
      ]) {
        expect(text).to.contain(`${label}:\n${link}?arrived=${answer}\n`)
        expect(html).to.match(
          new RegExp(`href="[^"]*\\?arrived&#x3D;${answer}"[^>]*>(?:<span[^>]*>)?${label}<`),
        )
      }
    })
  }

  it('list waiting transfers for the merchant with amount, reference, dates and link', async () => {
    for (const locale of ['en', 'mn'] as const) {
      const { subject, html, text } = await email('transfers_waiting', locale)
      expect(subject).to.contain('3')
      for (const form of [html, text]) {
        expect(form).to.contain('482913').and.contain('482914').and.contain('50,000').and.contain('30,000')
        expect(form.match(/\/t\/[78]\/[0-9a-z]+\.[\w-]{43}/g)).to.have.lengthOf(2)
        expect(form.replace(/<style>.*<\/style>/s, '')).to.not.match(/[{}]|undefined|null|\[object|\*\*|NaN/)
      }
    }
    const { text } = await email('transfers_waiting', 'en')
    expect(text)
      .to.contain('Was due on 15 Aug 2026, 19:04')
      .and.contain('Please decide by 17 Aug 2026, 19:04')
    expect(text).to.contain('Waiting since 14 Aug 2026, 19:04').and.contain('1 newer one is waiting')
  })

  it('show the customer all details of a transfer: bank, account, holder, amount, reference and deadline', async () => {
    const { subject, text, html, url } = await email('transfer_details', 'en')
    expect(subject).to.equal('How to pay ₮50,000 to Khaan Coffee')
    for (const detail of ['Khan Bank', '5012345678', 'Shop', '₮50,000', '482913', '15 Aug 2026, 19:04']) {
      expect(text).to.contain(detail)
      expect(html).to.contain(detail)
    }
    expect(text).to.contain(url)
  })

  it('confirm to a customer that the transfer was reported, with the next step', async () => {
    const { subject, text, url } = await email('transfer_received_note', 'en')
    expect(subject).to.equal('Khaan Coffee is checking your transfer of ₮50,000')
    expect(text)
      .to.contain('We told Khaan Coffee. You will hear from us, usually within a day.')
      .and.contain('Name on your account: Saraa')
      .and.contain('482913')
      .and.contain(url)
  })

  it('begin with the amount, and emphasize the details to copy', async () => {
    const { html, text } = await email('transfer_details', 'en')
    expect(html).to.match(
      /<h1[^>]*>To pay Khaan Coffee, transfer<br><strong style="font-size:32px[^"]*">₮50,000</,
    )
    expect(html).to.match(/<strong style="font-family:Consolas,Menlo,monospace;font-size:22px[^"]*">482913</)
    expect(text, 'the text has sentences').to.contain(
      'To pay Khaan Coffee, transfer ₮50,000 with the reference',
    )
  })

  it('show a customer the missing amount and the account to send it to', async () => {
    const { subject, text } = await email('transfer_incomplete', 'en')
    expect(subject).to.equal('₮30,000 is missing for your order at Khaan Coffee')
    expect(text).to.contain('has received ₮20,000').and.contain('5012345678').and.contain('482913')
  })

  it('ask a customer to pay an invoice by its due date', async () => {
    const { subject, preview, text } = await email('invoice', 'en')
    expect(subject).to.equal('Invoice INV-0042 from Khaan Coffee: ₮150,000')
    expect(withPlainSpaces(preview)).to.equal('Khaan Coffee has sent you invoice INV-0042 for ₮150,000.')
    expect(text)
      .to.contain('Please pay by 20 Aug 2026.')
      .and.contain('Pay ₮150,000:\nhttps://pay.example.org/i/21/')
    expect(text).to.not.contain('Have you paid')
  })

  it('remind a customer of an overdue invoice, who may have paid meanwhile', async () => {
    const { subject, text } = await email('invoice', 'mn', ({ invoice: sent }) => ({
      ...sent,
      overdue: true,
    }))
    expect(subject).to.equal('«Khaan Coffee» нэхэмжлэх INV-0042: төлөх өдөр нь 2026.08.20 байсан')
    expect(text).to.contain('Одоо ч төлж болно.').and.contain('Энэ хооронд төлсөн бол')
  })

  it('tell a customer that the received part of a rejected transfer is refunded', async () => {
    const { text } = await email('transfer_rejected', 'en', ({ transfer_rejected: payload }) => ({
      ...payload,
      payment: { ...payload.payment, amount_received: 20_000 },
    }))
    expect(text).to.contain('₮20,000 of the ₮50,000').and.not.contain('did not find')
  })

  it('show a customer the refunded amount', async () => {
    const { subject, text } = await email('payment_refunded', 'en')
    expect(subject).to.equal('Khaan Coffee has refunded ₮5,000 to you')
    expect(text).to.contain('Refunded on: 14 Aug 2026').and.contain('R-000012')
  })

  it('tell a customer that money which came too late is returned, and not to pay again', async () => {
    const { subject, text } = await email('refund_due', 'en')
    expect(subject).to.equal('Do not pay Khaan Coffee again: your ₮50,000 has arrived')
    expect(text)
      .to.contain('Your ₮50,000 has arrived, but this order could no longer be paid with it.')
      .and.contain('Khaan Coffee will return it or contact you. Do not pay again.')
  })

  it('show a customer why a transfer was rejected, and until when the order can be paid', async () => {
    const { text, url } = await email('transfer_rejected', 'en')
    expect(text).to.contain('> Not here.').and.to.contain('12 Oct 2026, 19:04').and.to.contain(url)
  })

  it('show that an expired order can no longer be paid, with a link to order again', async () => {
    const { text, url } = await email('transfer_rejected', 'en', ({ transfer_rejected: payload }) => ({
      ...payload,
      checkout: { ...payload.checkout, status: 'expired' },
    }))
    expect(text)
      .to.contain('The time to pay this order is over. Its page shows how to order again.')
      .and.to.contain(`Back to the order:\n${url}\n`)
    expect(text).to.not.contain('still pay')
  })

  it('escape markup and remove line breaks in all texts of merchants and customers', async () => {
    const evil = '<img src=x onerror=alert(1)>{{shop}} {shop}\r\n\r\nBcc: eve@example.com\u202e'
    const { subject, html, text } = await email('receipt', 'en', ({ receipt }) => ({
      project: { ...receipt.project, name: evil, legal_name: evil },
      checkout: {
        ...receipt.checkout,
        customer_email: evil,
        client_reference_id: evil,
        discounts: [{ amount: 1, description: evil }],
        items: receipt.checkout.items.map((item) => ({ ...item, name: evil })),
      },
    }))
    const oneLine = '<img src=x onerror=alert(1)>{{shop}} {shop} Bcc: eve@example.com'
    expect(subject)
      .to.contain(oneLine.slice(0, 30))
      .and.to.not.match(/[\r\n\u202e]/)
    expect(html).to.not.contain('<img')
    expect(html).to.contain('&lt;img src&#x3D;x onerror&#x3D;alert(1)&gt;{{shop}} {shop} Bcc')
    expect(text).to.contain(`Order reference: ${oneLine}\n`)
    expect(text).to.not.match(/^Bcc/m)
  })

  it('quote a reason line by line, so that it is distinct from our text', async () => {
    const { html, text } = await email('transfer_rejected', 'en', ({ transfer_rejected: payload }) => ({
      ...payload,
      payment: { ...payload.payment, failure_message: 'No.\n\n-- \nPay <b>here</b>' },
    }))
    expect(text).to.contain('> No.\n> --\n> Pay <b>here</b>\n')
    expect(html).to.contain('No.<br>--<br>Pay &lt;b&gt;here&lt;/b&gt;')
  })
})
