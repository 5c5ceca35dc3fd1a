import { expect } from 'chai'
import { checkoutView, type CheckoutPageInput } from '../../../api/pages/checkout/view.ts'
import type { PayableState } from '../../../api/pages/payable/payable.ts'
import { render } from '../../../api/pages/render.ts'
import { checkout, item, monthly, page, payment, project } from './fixtures.ts'
import { states } from './states.ts'

const html = (fields: Partial<CheckoutPageInput> = {}) => {
  const { template, view } = checkoutView(page(fields))
  return render(template, view)
}
/** The names and values of the buttons that send the form, in order: the first is what Enter presses. */
const actions = (text: string) =>
  [...text.matchAll(/<button[^>]* name="action" value="([^"]+)"/g)].map((m) => m[1])

describe('the page of a checkout', () => {
  const started = payment()
  const testStarted = payment({ method: 'test' })
  const expired = checkout({ status: 'expired' })
  const complete = checkout({ status: 'complete' })
  const pending = checkout({ status: 'pending' })
  const noWayBack = checkout({ cancel_url: null })
  const cases: [fields: Partial<CheckoutPageInput>, state: PayableState, status: number, because: string][] =
    [
      [{}, 'pay', 200, 'nothing has been tried yet'],
      [{ payment: started }, 'transfer', 200, 'a transfer waits to be made'],
      [{ payment: testStarted }, 'processing', 200, 'the method has not answered yet'],
      [{ payment: payment({ status: 'failed' }) }, 'pay', 200, 'a failed attempt can be followed by another'],
      [{ payment: payment({ status: 'canceled' }) }, 'pay', 200, 'so can one that was given up'],
      [
        { checkout: pending, payment: payment({ status: 'pending' }) },
        'pending',
        200,
        'the merchant is checking',
      ],
      [{ checkout: complete }, 'receipt', 200, 'it is paid'],
      [{ checkout: complete, show: 'canceled' }, 'receipt', 200, 'what is paid is not canceled by a look'],
      [{ checkout: pending, show: 'leaving_cancel' }, 'pending', 200, 'nor is what is reported'],
      [{ checkout: expired }, 'expired', 410, 'its time is over'],
      [{ checkout: expired, payment: started }, 'expired', 410, 'whatever was started'],
      [{ checkout: noWayBack, show: 'canceled' }, 'canceled', 200, 'there is nowhere to return to'],
      [{ checkout: noWayBack, show: 'leaving_cancel' }, 'canceled', 200, 'so nobody is sent there'],
      [{ show: 'leaving_cancel' }, 'leaving', 200, 'the merchant gave an address'],
    ]
  for (const [fields, state, status, because] of cases) {
    it(`is ${state} (${status}): ${because}`, () => {
      expect(checkoutView(page(fields)).status).to.equal(status)
      expect(html(fields)).to.include(`data-state="${state}"`)
    })
  }

  it('pays when Enter is pressed, and never cancels', () => {
    expect(actions(html())).to.deep.equal(['pay', 'cancel'])
    expect(actions(html({ payment: started }))).to.deep.equal(['claim_transfer', 'cancel'])
  })

  it('carries the form token and the total it shows', () => {
    expect(html())
      .to.include('name="form_token" value="t0ken"')
      .and.to.include('name="amount_total" value="25000"')
  })

  it('chooses the only way to pay, and leaves a choice to the customer', () => {
    expect(html({ methods: ['bank_transfer'] })).to.match(/value="bank_transfer" required checked/)
    expect(html()).not.to.match(/name="payment_method"[^>]*checked/)
  })

  it('says so where there is no way to pay, and offers no button that could not work', () => {
    const text = html({ methods: [], checkout: checkout({ is_test: false }) })
    expect(text).to.include('You cannot pay here yet')
    expect(actions(text)).to.deep.equal(['cancel'])
  })

  it('asks for no method where nothing is to be paid', () => {
    const text = html({ checkout: checkout({ discounts: [{ amount: 25_000, description: 'Gift' }] }) })
    expect(text).not.to.include('payment_method')
    expect(actions(text)).to.deep.equal(['pay', 'cancel'])
  })

  it('asks for an email only where one is collected, and fills in the one it knows', () => {
    const known = { customer_email: 'saraa@example.mn' }
    expect(html({ checkout: checkout(known) })).to.include('name="email" value="saraa@example.mn"')
    expect(html({ checkout: checkout({ ...known, email_collection: false }) })).not.to.include('name="email"')
  })

  it('keeps what was typed, and says at the field and above the form what to put right', () => {
    const text = html({
      typed: { email: 'saraa@' },
      errors: { email: 'errors.email_invalid', '': 'errors.try_again' },
    })
    expect(text).to.match(
      /<input[^>]*name="email" value="saraa@"[^>]*aria-describedby="email-hint email-error" aria-invalid="true"/,
    )
    expect(text).to.include('id="email-error"').and.to.include('href="#email"')
    expect(text).to.include('<title>Error: ')
  })

  it('puts every problem where the keyboard can reach it', () => {
    const errors = {
      payment_method: 'errors.payment_method_required',
      test_outcome: 'errors.test_outcome_required',
    }
    const text = html({ errors })
    for (const [, id = ''] of text.matchAll(/href="#([^"]+)"/g)) expect(text).to.include(`id="${id}"`)
  })

  it('shows why the last attempt failed, in the customer’s language where we said it', () => {
    const declined = { method: 'test', status: 'failed', failure_message: 'declined.default' } as const
    expect(html({ payment: payment(declined) })).to.include('The payment was declined.')
    expect(html({ payment: payment(declined), locale: 'mn' })).to.include(
      'Төлбөрийн хүсэлт зөвшөөрөгдсөнгүй.',
    )
    const rejected = payment({ status: 'failed', failure_message: 'No money came' })
    expect(html({ payment: rejected }))
      .to.include('Their note: No money came')
      .and.to.include('482913')
  })

  it('gives bare digits to copy', () => {
    const text = html({ payment: started })
    for (const copy of ['5012345678', '25000', '482913']) expect(text).to.include(`data-copy="${copy}"`)
  })

  it('offers no other way to pay once its time is over', () => {
    const over = new Date('2026-10-12T11:04:00Z')
    expect(html({ payment: started })).to.include('?choose&#x3D;1')
    expect(html({ payment: started, now: over })).not.to.include('choose')
  })

  it('says of a recurring price for how long it pays, until when, and that nothing is charged by itself', () => {
    const fields = {
      checkout: checkout({ mode: 'subscription', items: [monthly('Club', 9_900, 3)] }),
      paidUntil: new Date('2026-11-12T15:59:59Z'),
    } as const
    expect(html(fields)).to.include('₮9,900 a month × 3')
    expect(html(fields)).to.include(
      'Pays for 3 months. Paid until 12 Nov 2026. Nothing is charged automatically.',
    )
  })

  it('goes on to success_url by itself, unless the receipt is to stay', () => {
    const refresh = /http-equiv="refresh" content="0;url=https:\/\/nomynulgii\.example\/thanks/
    expect(html({ checkout: complete })).to.match(refresh)
    expect(html({ checkout: complete, show: 'receipt' })).not.to.match(refresh)
    expect(html({ checkout: checkout({ status: 'complete', success_url: null }) })).not.to.include('refresh')
  })

  it('marks test mode, and only that', () => {
    expect(html()).to.include('Test mode')
    expect(html({ checkout: checkout({ is_test: false }), methods: ['bank_transfer'] })).not.to.match(
      /test mode/i,
    )
  })

  it('takes nothing that a merchant or customer wrote for markup', () => {
    const evil = `<script>alert(1)</script>" onload='x' {{page.nonce}}`
    const text = html({
      project: {
        ...project,
        name: evil,
        color: '#fff}</style><script>',
        email: evil,
        legalName: evil,
        termsUrl: evil,
      },
      checkout: checkout({
        items: [{ ...item('x', 1), name: evil }],
        discounts: [{ amount: 0, description: evil }],
        success_url: evil,
        cancel_url: evil,
      }),
      payment: payment({ status: 'failed', failure_message: evil }),
      typed: { email: evil },
      errors: { '': evil },
    })
    expect(text).not.to.include('<script>').and.not.to.include('" onload')
    expect(text.match(/<script/g)).to.have.length(1)
  })
})

describe('every page', () => {
  for (const [name, page] of Object.entries(states)) {
    it(`${name} is whole: one heading, a title and a language, and nothing that its policy forbids`, () => {
      const text = page()
      expect(text.match(/<h1/g)).to.have.length(1)
      expect(text)
        .to.match(/<html lang="(en|mn)">/)
        .and.to.match(/<title>[^<]+<\/title>/)
      expect(text).not.to.match(
        / style=| on\w+="|<script>|<script(?! src="\/assets\/)|undefined|\[object|NaN/,
      )
      expect(text.match(/ id="[^"]+"/g) ?? []).to.satisfy((ids: string[]) => new Set(ids).size === ids.length)
    })
  }
})
