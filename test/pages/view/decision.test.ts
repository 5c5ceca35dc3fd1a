import { expect } from 'chai'
import { type DecisionPageInput, decisionView } from '../../../api/pages/decision/view.ts'
import { withPlainSpaces } from '../../../common/kit/format.ts'
import { decisionPage, payment } from './fixtures.ts'
import { wholePage } from './whole-page.ts'

const rejectedPart = payment({
  ...{ status: 'refund_required', failure_code: 'rejected', customer_email: 'saraa@example.mn' },
  ...{ amount_received: 10_000, amount_to_refund: 10_000 },
})

const surplus = payment({ status: 'paid', amount_received: 26_000, amount_to_refund: 1_000 })

const failed = payment({ status: 'failed', failure_code: 'rejected' })
const over = { ...failed, payable: { ...failed.payable, status: 'expired' as const } }

const html = (fields: Partial<DecisionPageInput> = {}) =>
  withPlainSpaces(wholePage(decisionView(decisionPage(fields))))

describe('the page on which a merchant decides about a reported payment', () => {
  it('offers both decisions, each in its own form with a token', () => {
    const forms = html().split('<form').slice(1)
    expect(forms.map((form) => /name="action" value="(\w+)"/.exec(form)?.[1])).to.deep.equal([
      'confirm',
      'reject',
    ])
    for (const form of forms) expect(form).to.include('name="form_token" value="t0ken"')
    expect(forms[1]).to.include('<textarea id="reason" name="reason"')
  })

  it('asks only about the decision that was pressed in the email, and links to the other', () => {
    for (const [answer, action, other] of [
      ['yes', 'confirm', 'no'],
      ['no', 'reject', 'yes'],
    ] as const) {
      const page = html({ answer })
      expect(Array.from(page.matchAll(/name="action" value="(\w+)"/g), ([, value]) => value)).to.deep.equal([
        action,
      ])
      expect(page)
        .to.include('₮25,000')
        .and.include('482913')
        .and.include(`href="?arrived&#x3D;${other}&amp;lang`)
      expect(page, 'in another language').to.include(`href="?arrived&#x3D;${answer}&amp;lang=mn"`)
    }
    expect(html({ answer: 'no' })).to.include('<textarea id="reason"')
    expect(html({ answer: 'no', state: 'confirmed' })).to.include('Payment confirmed')
  })

  it('labels the button with the decision, and does not ask the question of the email again', () => {
    expect(html({ answer: 'yes' }))
      .to.match(/<button[^>]* class="primary" [^>]*value="confirm"[^>]*>Confirm the payment</)
      .and.include('<h1>Confirm this payment?</h1>')
    expect(html({ answer: 'no' }), 'no prominent button')
      .to.match(/<button[^>]* class="secondary danger" [^>]*value="reject"[^>]*>Reject the payment</)
      .and.include('<h1>Reject this payment?</h1>')
    for (const answer of ['yes', 'no'] as const)
      expect(html({ answer })).to.not.match(/Has this money arrived|Not arrived|>Yes, |>No, /)
  })

  it('shows the amount, the reference, the customer and the order', () => {
    for (const detail of ['₮25,000', '482913', 'saraa@example.mn', '+976 9911 2233', 'order-1009', 'Атлас'])
      expect(html()).to.include(detail)
  })

  it('asks for the missing amount if a part has arrived', () => {
    const page = html({ payment: payment({ status: 'pending', amount_received: 10_000 }) })
    expect(page).to.match(/Expected amount<\/dt><dd><span class="value">₮15,000</)
    expect(page).to.match(/Arrived so far<\/dt>\s*<dd>₮10,000/)
    expect(html()).to.not.include('Arrived so far')
  })

  const deadlines: [daysLeft: number, text: string][] = [
    [2, '2 days left to decide, until 15 Aug 2026, 19:04'],
    [1, '1 day left to decide'],
    [0, 'Your decision was due on 15 Aug 2026'],
  ]
  for (const [daysLeft, text] of deadlines) {
    it(`shows "${text}" with ${daysLeft} days left`, () => {
      expect(html({ daysLeft })).to.include(text)
    })
  }

  it('sends the amount that it shows, and shows an error for an unreadable amount', () => {
    const page = html({ payment: payment({ status: 'pending', amount_received: 10_000 }) })
    expect(page.match(/name="amount_total" value="15000"/g)).to.have.length(2)
    const wrong = {
      typed: { amount_received: 'ten' },
      errors: { amount_received: 'errors.sum_unreadable' },
      errorParams: { amount_received: { example: '₮25,000' } },
    }
    expect(html(wrong))
      .to.include('value="ten"')
      .and.include('aria-invalid="true"')
      .and.include('Write the amount in digits, such as ₮25,000.')
  })

  it('keeps the reason that was entered', () => {
    const typed = { typed: { reason: 'Nothing <came>' }, errors: { reason: 'errors.reason_too_long' } }
    expect(html(typed)).to.include('>Nothing &lt;came&gt;</textarea>')
    expect(html(typed)).to.match(/<textarea id="reason"[^>]* aria-invalid="true" autofocus>/)
    expect(html(typed)).to.include('<title>Error: ')
  })

  const decided: [Partial<DecisionPageInput>, status: number, text: string][] = [
    [
      { state: 'confirmed' },
      200,
      'The order is paid with ₮25,000, reference 482913. The customer’s receipt goes to',
    ],
    [{ state: 'rejected' }, 200, 'The customer can pay again. We email the customer at saraa@example.mn.'],
    [{ state: 'confirmed', payment: payment({ status: 'refund_required' }) }, 200, 'refund the customer'],
    [{ state: 'rejected', payment: rejectedPart }, 200, 'refund ₮10,000'],
    [{ state: 'confirmed', payment: surplus }, 200, '₮1,000 more than that arrived. Please refund it'],
    [{ state: 'rejected', payment: over }, 200, 'The order had already ended and stays closed.'],
    [{ state: 'gone', payment: rejectedPart }, 410, 'has already been rejected'],
    [{ state: 'gone', payment: payment({ status: 'paid' }) }, 410, 'has already been confirmed'],
    [{ state: 'gone', payment: payment({ status: 'failed' }) }, 410, 'has already been rejected'],
    [{ state: 'gone' }, 410, 'no longer waits for a decision'],
  ]
  for (const [fields, status, text] of decided) {
    it(`shows "${text}" with status ${status} and without a form`, () => {
      expect(decisionView(decisionPage(fields)).status).to.equal(status)
      expect(html(fields)).to.include(text).and.not.to.include('<form')
    })
  }

  it('offers usual reasons, and keeps the chosen one after an error', () => {
    const choices = (page: string) =>
      Array.from(page.matchAll(/name="reason_choice" value="(\w+)"( checked)?/g), ([, value, checked]) =>
        checked ? `${value}!` : value,
      )
    expect(choices(html())).to.deep.equal(['not_found', 'taken_back', 'proof', 'other'])
    expect(choices(html({ typed: { reason_choice: 'proof' } }))).to.include('proof!')
    expect(choices(html({ typed: { reason: 'Nothing came' } })), 'typed').to.include('other!')
  })

  it('offers to confirm a rejected payment only if that is possible, and says what happens then', () => {
    const page = html({ state: 'rejected', canConfirmAfterAll: true })
    expect(page)
      .to.match(/class="secondary" name="action" value="confirm_after_all"/)
      .and.include('the customer gets the receipt')
      .and.include('name="amount_total" value="25000"')
  })

  it('says how to correct a wrong confirmation, and only after one', () => {
    const paid = payment({ status: 'paid' })
    expect(html({ state: 'confirmed', payment: paid }))
      .to.include('Confirmed by mistake?')
      .and.include(`POST /v1/projects/${paid.project_id}/payments/${paid.id}/refunds`)
      .and.include('The next step sends an email that says the amount was refunded.')
    for (const fields of [
      { state: 'gone', payment: paid },
      { state: 'confirmed', payment: payment({ status: 'refund_required' }) },
      { state: 'rejected' },
    ] as const)
      expect(html(fields)).to.not.include('by mistake')
  })

  it('does not promise an email to a customer without an address', () => {
    const silent = { payment: payment({ status: 'pending' }) }
    for (const state of ['decide', 'confirmed', 'rejected'] as const)
      expect(html({ ...silent, state })).not.to.match(/goes to|We write to/)
  })
})
