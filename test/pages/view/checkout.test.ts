import { expect } from 'chai'
import { type CheckoutPageInput, checkoutView } from '../../../api/pages/checkout/view.ts'
import { withPlainSpaces } from '../../../common/kit/format.ts'
import { preselected } from '../../../common/methods/all.ts'
import { adjustable, asksAll, checkout, item, monthly, page, payment, project } from './fixtures.ts'
import { states } from './states.ts'
import { wholePage } from './whole-page.ts'

const html = (fields: Partial<CheckoutPageInput> = {}) =>
  withPlainSpaces(wholePage(checkoutView(page(fields))))
/** Returns the actions of the buttons that send the form, in order. Enter presses the first. */
const actions = (text: string) =>
  [...text.matchAll(/<button[^>]* name="action" value="([^"]+)"/g)].map((m) => m[1])

describe('the page of a checkout', () => {
  const started = payment()
  const testStarted = payment({ method: 'test' })
  const expired = checkout({ status: 'expired' })
  const complete = checkout({ status: 'complete' })
  const pending = checkout({ status: 'pending' })
  const noWayBack = checkout({ cancel_url: null })
  const cases: [fields: Partial<CheckoutPageInput>, state: string, status: number, when: string][] = [
    [{}, 'pay', 200, 'there is no payment yet'],
    [{ payment: started }, 'transfer', 200, 'a transfer is not reported yet'],
    [{ payment: testStarted }, 'processing', 200, 'the result of the payment is not known yet'],
    [{ payment: payment({ status: 'failed' }) }, 'pay', 200, 'the last payment failed'],
    [{ payment: payment({ status: 'canceled' }) }, 'pay', 200, 'the last payment was given up'],
    [
      { checkout: pending, payment: payment({ status: 'pending' }) },
      'pending',
      200,
      'the merchant checks a reported transfer',
    ],
    [{ checkout: complete }, 'receipt', 200, 'it is paid'],
    [
      { checkout: complete, show: 'canceled' },
      'receipt',
      200,
      'it is paid and the customer opened the page for canceling',
    ],
    [
      { checkout: pending, show: 'leaving_cancel' },
      'pending',
      200,
      'a transfer is reported and the customer canceled',
    ],
    [{ checkout: expired }, 'expired', 410, 'it has expired'],
    [{ checkout: expired, payment: started }, 'expired', 410, 'it has expired with a started payment'],
    [
      { checkout: noWayBack, show: 'canceled' },
      'canceled',
      200,
      'the customer canceled and there is no cancel_url',
    ],
    [
      { checkout: noWayBack, show: 'leaving_cancel' },
      'canceled',
      200,
      'the customer cancels and there is no cancel_url',
    ],
    [{ show: 'leaving_cancel' }, 'leaving', 200, 'the customer cancels and there is a cancel_url'],
  ]
  for (const [fields, state, status, when] of cases) {
    it(`shows the state ${state} with status ${status} if ${when}`, () => {
      expect(checkoutView(page(fields)).status).to.equal(status)
      expect(html(fields)).to.include(`data-state="${state}"`)
    })
  }

  describe('with a payment at another address', () => {
    const url = 'https://checkout.stripe.com/c/pay/cs_test_1'
    const paymentAt = (details: Record<string, unknown> | null) => ({
      payment: { ...payment({ method: 'stripe' }), details },
    })
    const refreshTarget = (text: string) => /http-equiv="refresh" content="\d+;url=([^"]*)"/.exec(text)?.[1]

    it('redirects there by itself right after the press, and not when opened again', () => {
      expect(refreshTarget(html({ ...paymentAt({ url }), show: 'go' }))).to.equal(url)
      const again = html(paymentAt({ url }))
      expect(refreshTarget(again)).to.equal(undefined)
      expect(again)
        .to.include(`href="${url}"`)
        .and.to.include('data-state="redirect"')
        .and.to.match(/\?choose(=|&#x3D;)1/)
    })

    it('polls until the address is known', () => {
      const opening = html({ ...paymentAt(null), show: 'go' })
      expect(refreshTarget(opening)).to.equal(undefined)
      expect(opening)
        .to.include('data-state="opening" data-poll="1"')
        .and.to.match(/\?go(=|&#x3D;)1&amp;lang/)
    })

    it('does not link to an address that is not a web page', () => {
      const wrong = html({ ...paymentAt({ url: 'javascript:alert(1)' }), show: 'go' })
      expect(wrong).not.to.include('javascript:')
    })

    it('only waits once a bank processes the payment', () => {
      expect(html(paymentAt({ url, processing: true }))).to.include('data-state="processing"')
    })
  })

  it('pays when Enter is pressed, and never cancels', () => {
    expect(actions(html())).to.deep.equal(['pay', 'cancel'])
    expect(actions(html({ payment: started }))).to.deep.equal(['claim_transfer', 'cancel'])
  })

  it('updates the order when Enter is pressed if the order can be changed, and does not pay', () => {
    const fields = { allow_promotion_codes: true, promotion_codes: [{ code: 'SUMMER', amount: 1 }] }
    expect(actions(html({ checkout: checkout(fields) }))).to.deep.equal([
      'update_quantity',
      'remove_code:SUMMER',
      'apply_code',
      'pay',
      'cancel',
    ])
  })

  it('does not let the customer change the order once it cannot be paid', () => {
    const fields = {
      ...asksAll,
      items: [adjustable(item('Tea', 3_500, 2), 12)],
      promotion_codes: [{ code: 'SUMMER', amount: 1 }],
    }
    for (const other of [
      { payment: payment() },
      { checkout: checkout({ ...fields, status: 'expired' }) },
      { checkout: checkout({ ...fields, is_test: false }), methods: [] },
    ]) {
      const text = html({ checkout: checkout(fields), ...other })
      expect(text).not.to.match(/remove_code|apply_code|update_quantity|quantity\[12\]|delivery_address/)
      expect(text).to.include('Code SUMMER')
    }
  })

  it('offers to start again after it has expired, if that is possible', () => {
    expect(actions(html({ checkout: expired }))).to.deep.equal([])
    expect(actions(html({ checkout: expired, canStartAgain: true }))).to.deep.equal(['start_again'])
  })

  it('sends the form token and the total that it shows', () => {
    expect(html())
      .to.include('name="form_token" value="t0ken"')
      .and.to.include('name="amount_total" value="25000"')
  })

  it('preselects the only payment method, and none of several real ones', () => {
    expect(html({ methods: ['bank_transfer'] })).to.include(
      '<input type="hidden" name="payment_method" value="bank_transfer">',
    )
    expect(preselected(['bank_transfer', 'bank_transfer'])).to.equal(undefined)
  })

  it('preselects the test method in test mode, until the customer chooses another one', () => {
    const chosen = (text: string) =>
      Array.from(
        text.matchAll(/name="payment_method"[^>]* value="(\w+)"[^>]* checked/g),
        ([, value]) => value,
      )
    expect(chosen(html())).to.deep.equal(['test'])
    expect(chosen(html({ methods: ['bank_transfer', 'test'] }))).to.deep.equal(['test'])
    expect(chosen(html({ typed: { payment_method: 'bank_transfer' } }))).to.deep.equal(['bank_transfer'])
  })

  it('shows that nothing can be paid if there is no payment method, without a pay button', () => {
    const text = html({ methods: [], checkout: checkout({ is_test: false }) })
    expect(text).to.include('Номын өлгий cannot take payments here yet')
    expect(actions(text)).to.deep.equal(['cancel'])
  })

  it('does not ask for a payment method if the total is 0', () => {
    const text = html({ checkout: checkout({ discounts: [{ amount: 25_000, description: 'Gift' }] }) })
    expect(text).not.to.include('payment_method')
    expect(actions(text)).to.deep.equal(['pay', 'cancel'])
  })

  it('asks for an email address only if the checkout collects one, and fills in a known one', () => {
    const known = { customer_email: 'saraa@example.mn' }
    expect(html({ checkout: checkout(known) })).to.include('name="email" value="saraa@example.mn"')
    expect(html({ checkout: checkout({ ...known, email_collection: false }) })).not.to.include('name="email"')
  })

  it('keeps the entries, and shows an error at its field and above the form', () => {
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

  it('has a field for everything that the checkout collects', () => {
    const text = html({
      checkout: checkout({ ...asksAll, items: [adjustable(item('Tea', 3_500, 2), 12, 1, 9)] }),
    })
    const names = [...text.matchAll(/<(?:input|select|textarea)[^>]* name="([^"]+)"/g)].map((m) => m[1])
    const parts = ['name', 'line1', 'city', 'district', 'country', 'line2', 'postal_code', 'note']
    expect([...new Set(names)]).to.deep.equal([
      ...['quantity[12]', 'promotion_code', 'form_token', 'amount_total', 'email', 'phone'],
      ...parts.map((part) => `delivery_address[${part}]`),
      ...['ner', 'age', 'wrapping'].map((key) => `custom_fields[${key}]`),
      ...['payment_method', 'test_outcome'],
    ])
    expect(text).to.match(/name="quantity\[12\]" value="2" min="1" max="9"/)
  })

  it('marks optional fields, and only those', () => {
    const text = html({ checkout: checkout(asksAll) })
    const optional = [...text.matchAll(/<label for="([^"]+)">[^<]* <span class="optional">\(optional\)/g)]
    expect(optional.map((m) => m[1])).to.deep.equal([
      ...['district', 'line2', 'postal_code', 'note'].map((part) => `delivery_address-${part}`),
      'custom_fields-age',
    ])
  })

  it('folds the parts of an address that few have, unless one has a value or an error', () => {
    const isOpen = (fields: Partial<CheckoutPageInput>) => {
      const text = html({ checkout: checkout(asksAll), ...fields })
      const [folded = '', open] =
        /<details class="adds" id="more-address"( open)?>.*?<\/details>/s.exec(text) ?? []
      for (const part of ['line2', 'postal_code', 'note'])
        expect(folded).to.include(`name="delivery_address[${part}]"`)
      expect(folded).to.not.include('name="delivery_address[line1]"')
      return open !== undefined
    }
    expect(isOpen({})).to.equal(false)
    expect(isOpen({ typed: { 'delivery_address[note]': 'Blue door' } })).to.equal(true)
    expect(isOpen({ errors: { 'delivery_address[line2]': 'errors.field_too_long' } })).to.equal(true)
    const stored = { country: 'MN', postal_code: '14200' }
    expect(isOpen({ checkout: checkout({ ...asksAll, delivery_address: stored }) })).to.equal(true)
  })

  it('preselects the merchant’s country, and keeps a chosen one', () => {
    const asked = { checkout: checkout(asksAll) }
    expect(html(asked)).to.include('<option value="MN" selected>Mongolia</option>')
    expect(html({ ...asked, locale: 'mn', typed: { 'delivery_address[country]': 'DE' } })).to.include(
      '<option value="DE" selected>Герман</option>',
    )
    const known = checkout({ ...asksAll, delivery_address: { country: 'JP' } })
    expect(html({ checkout: known })).to.include('<option value="JP" selected>Japan</option>')
  })

  it('does not preselect an option of a required custom field', () => {
    const text = html({ checkout: checkout(asksAll) })
    expect(text).to.match(/<select id="custom_fields-wrapping"[^>]*required>\s*<option value="" selected>/)
  })

  it('names the field and its limits in an error', () => {
    const text = html({
      checkout: checkout({ ...asksAll, items: [adjustable(item('Tea', 3_500, 2), 12, 2, 9)] }),
      typed: { promotion_code: 'summer', 'quantity[12]': '99' },
      errors: {
        'custom_fields[ner]': 'errors.field_required',
        'quantity[12]': 'errors.quantity_invalid',
        promotion_code: 'errors.code_minimum',
      },
      errorParams: { promotion_code: { amount: 50_000 } },
    })
    expect(text).to.include('Choose a quantity from 2 to 9.')
    expect(text).to.include('The code SUMMER works for orders of ₮50,000 or more.')
    expect(text).to.include('Please answer: Номон дээр бичих нэр.')
    const targets = [...text.matchAll(/href="#([^"]+)"/g)].map((m) => m[1])
    expect(targets, 'in the order of the page').to.deep.equal([
      'quantity-12',
      'promotion_code',
      'custom_fields-ner',
    ])
    for (const id of targets) expect(text).to.match(new RegExp(` id="${id!}"[^>]*aria-invalid="true"`))
    const names = [...text.matchAll(/href="#[^"]+">([^<]+)/g)].map((m) => m[1])
    expect(names, 'without their sentences').to.deep.equal([
      'Quantity: Tea',
      'Promotion code',
      'Номон дээр бичих нэр',
    ])
    expect(text).to.match(/<details class="code adds" id="code" open>/)
  })

  it('does not link an error to a field that is not on the page', () => {
    const text = html({ errors: { promotion_code: 'errors.code_customer_limit' } })
    expect(text).to.include('You have used the code').and.not.to.include('href="#promotion_code"')
  })

  it('links every error above the form to an element of the page', () => {
    const errors = {
      payment_method: 'errors.payment_method_required',
      test_outcome: 'errors.test_outcome_required',
    }
    const text = html({ errors })
    for (const [, id = ''] of text.matchAll(/href="#([^"]+)"/g)) expect(text).to.include(`id="${id}"`)
  })

  it('shows why the last payment failed: our reasons in the customer’s language, the merchant’s note as it is', () => {
    const declined = { method: 'test', status: 'failed', failure_message: 'Declined, as chosen.' } as const
    expect(html({ payment: payment(declined) })).to.include('The payment was declined. Nothing was charged.')
    expect(html({ payment: payment(declined), locale: 'mn' })).to.include('Таны мөнгө хасагдаагүй.')
    const rejected = payment({ status: 'failed', failure_message: 'No money came' })
    expect(html({ payment: rejected }))
      .to.include('Their note: No money came')
      .and.to.include('482913')
    expect(html({ payment: payment({ status: 'failed' }) })).to.include('They gave no reason.')
  })

  it('shows the customer’s answers on the receipt, a choice by its label', () => {
    const text = states['receipt-everything']!()
    for (const answer of [
      'Your answers',
      '<dd>Felt pouch</dd>',
      '+976\u00a09911\u00a02233',
      'Б. Сараа, Энхтайваны',
      'Улаанбаатар, Mongolia',
    ]) {
      expect(text).to.include(answer)
    }
    expect(states['receipt-free']!()).not.to.include('Your answers')
  })

  it('copies plain digits of a transfer', () => {
    const text = html({ payment: started })
    for (const copy of ['5012345678', '25000', '482913']) expect(text).to.include(`data-copy="${copy}"`)
  })

  it('offers no other payment method after it has expired', () => {
    const afterEnd = new Date('2026-10-12T11:04:00Z')
    expect(html({ payment: started })).to.include('?choose&#x3D;1')
    expect(html({ payment: started, now: afterEnd })).not.to.include('choose')
  })

  describe('with a subscription', () => {
    const until = new Date('2026-11-12T15:59:59Z')
    const bought = (quantity = 1, more: Partial<CheckoutPageInput> = {}) => {
      const order = checkout({ mode: 'subscription', items: [monthly('Club', 9_900, quantity)] })
      const text = html({ checkout: order, paidUntil: until, ...more })
      const inside = (tag: RegExp) => tag.exec(text)?.[1]?.replace(/<[^>]+>/g, '')
      return {
        label: inside(/<h1 class="label">(.*?)<\/h1>/s),
        amount: inside(/<p class="amount[^>]*>(.*?)<\/p>/s),
        terms: inside(/<p class="terms">(.*?)<\/p>/s),
        belowButton: inside(/value="pay".*?<\/div>\s*<p class="hint">(.*?)<\/p>/s),
        text,
      }
    }
    const before = { status: 'active', endsAt: new Date('2026-10-12T15:59:59Z') } as const

    it('says what it subscribes to, the price of a period and that nothing is charged automatically', () => {
      expect(bought()).to.include({
        label: 'Subscribe to Club',
        amount: '₮9,900 a month',
        terms: 'This payment lasts until 12 Nov 2026.',
        belowButton: 'Nothing is charged automatically.',
      })
      expect(bought(1, { locale: 'mn' })).to.include({ label: 'Club захиалах', amount: 'Сард ₮ 9,900' })
    })

    it('says how long several periods are', () => {
      expect(bought(3)).to.include({ amount: '₮29,700 for 3 months' })
      expect(bought(3).text).to.include('₮9,900 a month × 3')
    })

    it('says what happens with the time before a renewal', () => {
      expect(bought(1, { purpose: 'renew', before })).to.include({
        label: 'Renew Club',
        terms: 'Your paid time ends on 12 Oct 2026. This payment extends it until 12 Nov 2026.',
      })
      expect(bought(1, { purpose: 'renew', before: { ...before, status: 'trialing' } })).to.include({
        label: 'Continue with Club',
        terms: 'Your trial is free until 12 Oct 2026. The paid time follows it, until 12 Nov 2026.',
      })
      expect(bought(1, { purpose: 'renew', before: null }).label).to.equal('Subscribe to Club again')
    })

    it('does not call an amount after a credit the price of a month', () => {
      const credited = checkout({
        mode: 'subscription',
        items: [monthly('Club', 9_900)],
        credit_amount: 1_000,
      })
      expect(bought(1, { checkout: credited, purpose: 'change', before })).to.include({
        label: 'Change to Club',
        amount: '₮8,900 for 1 month',
        terms: 'The new plan begins when you pay. This payment lasts until 12 Nov 2026.',
      })
    })

    it('says below the order how long it pays for, once the payment has begun', () => {
      expect(bought(3, { payment: started }).terms).to.equal(
        '3 months, until 12 Nov 2026. Nothing is charged automatically.',
      )
    })
  })

  it('says first that money was returned, and neither thanks nor leaves for the shop', () => {
    const text = states['receipt-returned']!()
    expect(text).to.contain('Refunded</h1>').and.contain('has returned your ₮25,000')
    expect(text).to.not.match(
      /Payment received|Your receipt is on its way|We are taking you back|http-equiv="refresh"/,
    )
    expect(states['receipt-part-returned']!())
      .to.contain('Partly refunded</h1>')
      .and.contain('has returned ₮9,000 of your ₮25,000')
      .and.match(/After the refund<\/dt><dd class="money">₮16,000/)
      .and.match(/Refunded<\/dt><dd>₮9,000 on 14.Aug.2026/)
  })

  it('tells the customer of an expired checkout whether their money will be or was returned', () => {
    const text = states['expired-late']!()
    expect(text)
      .to.contain('Your ₮25,000 has arrived, but could not complete this order')
      .and.contain('Do not pay again')
    expect(text).to.not.contain('order again')
    expect(states['expired-late-returned']!()).to.contain('has returned your ₮25,000')
  })

  it('tells a customer who canceled after the account was shown not to pay twice', () => {
    const text = states['canceled-after-account']!()
    expect(text)
      .to.contain('You canceled the payment')
      .and.contain('with the reference 482913, do not pay again')
    expect(text).to.not.contain('Nothing was paid')
    expect(states.canceled!()).to.contain('Nothing was paid').and.not.contain('do not pay again')
  })

  it('redirects to success_url by itself, unless the receipt was requested', () => {
    const refresh = /http-equiv="refresh" content="\d;url=https:\/\/nomynulgii\.example\/thanks/
    expect(html({ checkout: complete })).to.match(refresh)
    expect(html({ checkout: complete, show: 'receipt' })).not.to.match(refresh)
    expect(html({ checkout: checkout({ status: 'complete', success_url: null }) })).not.to.include('refresh')
  })

  it('shows a mark in test mode only', () => {
    expect(html()).to.include('Test mode')
    expect(html({ checkout: checkout({ is_test: false }), methods: ['bank_transfer'] })).not.to.match(
      /test mode/i,
    )
  })

  it('escapes all texts of merchants and customers', () => {
    const evil = `<script>alert(1)</script>" onload='x' {{page.lang}}`
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
    it(`has one heading, a title and a language, and nothing that its policy forbids: ${name}`, () => {
      const text = page()
      expect(text.match(/<h1/g)).to.have.length(1)
      expect(text)
        .to.match(/<html lang="(en|mn)" dir="ltr">/)
        .and.to.match(/<title>[^<]+<\/title>/)
      expect(text).not.to.match(
        / style=| on\w+="|<script>|<script(?! src="\/assets\/)|undefined|\[object|NaN/,
      )
      const ids: string[] = text.match(/ id="[^"]+"/g) ?? []
      expect(ids.filter((id, index) => ids.indexOf(id) < index)).to.deep.equal([])
    })
  }
})
