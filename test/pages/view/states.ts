import { type CheckoutPageInput, checkoutView } from '../../../api/pages/checkout/view.ts'
import { errorView } from '../../../api/pages/error-view.ts'
import type { CheckoutItemObject } from '../../../common/domain/checkouts/object.ts'
import type { Picture } from '../../../common/domain/images/picture.ts'
import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import type { PriceObject } from '../../../common/domain/prices/object.ts'
import { refund } from '../../../common/domain/refunds/object.ts'
import type { Locale } from '../../../common/kit/format.ts'
import type { LastPayment } from '../../../common/services/payments/find.ts'
import { banks, emvCode } from '../../../dev/fakes/qpay/code.ts'
import { dashboardStates } from '../../dashboard/states.ts'
import { portalStates } from '../../portal/states.ts'
import { trialStates } from '../../trial-links/states.ts'
import { renewStates } from '../renew/states.ts'
import {
  adjustable,
  asksAll,
  checkout,
  item,
  monthly,
  page,
  payment,
  project,
  questions,
} from './fixtures.ts'
import { linkStates } from './link-states.ts'
import { otherStates } from './other-states.ts'
import { wholePage } from './whole-page.ts'

const LONG =
  'Zolzaya Enkhtuvshin-Baatarsaikhan & Sons’ Handmade <b>Felt</b> Slippers, Saddles and Everything Emporium'
const five = [
  item('Ноосон гутал, эмэгтэй, 37 размер', 48_500, 2),
  item(
    'Super­califragilisticexpialidocious-Donaudampfschifffahrtsgesellschaftskapitän "Deluxe" edition',
    119_900,
  ),
  item('Цай', 3_500, 12),
  item('Хүргэлт', 8_000),
  item('Бэлгийн боодол', 0),
]
const discounts = [
  { amount: 10_000, description: 'Намрын хямдрал' },
  { amount: 1_250, description: 'Because you have been with us since the very beginning' },
]
const paid = {
  status: 'complete',
  payment_method: 'bank_transfer',
  paid_at: '2026-08-12T11:04:00.000000Z',
  receipt_number: 'NU-000041',
  customer_email: 'saraa@example.mn',
} as const
const claimed = payment({ status: 'pending', claimed_at: '2026-08-12T11:04:00.000000Z' })
const late = payment({
  ...{ status: 'refund_required', amount: 25_000, amount_received: 25_000, amount_to_refund: 25_000 },
})

/** A paid payment of 25,000. The merchant has returned `amount`. */
function refunded(amount: number) {
  return payment({
    status: amount === 25_000 ? 'refunded' : 'paid',
    ...{ amount: 25_000, amount_received: 25_000, amount_refunded: amount },
    refunds: [refund.like({ amount, currency: 'MNT', created_at: '2026-08-14T03:00:00.000000Z' })],
  })
}

const usd = { currency: 'USD', is_test: false }
const problems = {
  typed: { email: 'saraa@', payment_method: '' },
  errors: { email: 'errors.email_invalid', payment_method: 'errors.payment_method_required' },
}

const declined = payment({
  method: 'test',
  status: 'failed',
  failure_code: 'declined',
  failure_message: 'The test payment was declined, as chosen.',
  reference: null,
})
const atStripe = {
  ...payment({ method: 'stripe', reference: null, account_number: null }),
  details: { url: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3' },
}
const codes = { allow_promotion_codes: true }
const applied = [
  { code: 'NADAAM-2026', amount: 5_000 },
  { code: 'A-CODE-AS-LONG-AS-ANY-CODE-CAN-EVER-BE-50-SIGNS-XYZ', amount: 1_200 },
]
const choosable = [
  adjustable(item('Ноосон гутал, эмэгтэй, 37 размер', 48_500, 2), 12, 1, 10),
  item('Хүргэлт', 8_000),
  adjustable(item('Цай', 3_500, 12), 14, 12),
]
const answered = {
  phone_number: '+97699112233',
  delivery_address: {
    name: 'Б. Сараа',
    line1: 'Энхтайваны өргөн чөлөө 17, 1-р орц, 45 тоот',
    city: 'Улаанбаатар',
    district: 'Сүхбаатар дүүрэг',
    country: 'MN',
    note: 'Дэлгүүрийн ард талын орц, код 1234#',
  },
  custom_fields: questions.map((question, at) => ({ ...question, value: ['Сараа', '7', 'felt_pouch'][at]! })),
}
const everythingWrong = {
  typed: {
    email: 'saraa@',
    phone: '12',
    'delivery_address[country]': 'DE',
    'delivery_address[note]': 'Blue door',
    'custom_fields[age]': 'seven',
    promotion_code: 'NADAM',
    'quantity[12]': '99',
  },
  errors: {
    email: 'errors.email_invalid',
    phone: 'errors.phone_invalid',
    'delivery_address[name]': 'errors.name_required',
    'delivery_address[line1]': 'errors.line1_required',
    'delivery_address[city]': 'errors.city_required',
    'custom_fields[ner]': 'errors.field_required',
    'custom_fields[age]': 'errors.field_not_numeric',
    'custom_fields[wrapping]': 'errors.field_not_an_option',
    promotion_code: 'errors.code_minimum',
    'quantity[12]': 'errors.quantity_invalid',
    payment_method: 'errors.payment_method_required',
  },
  errorParams: { promotion_code: { amount: 150_000 } },
}

/** A description of a product that is longer than a page shows. */
const LONG_DESCRIPTION = 'Гараар хийсэн, байгалийн ноос.\nHandmade of the wool of our own sheep. '.repeat(6)

/** Returns a copied picture that test/pages/view/preview.ts draws. */
function drawn(name: string, width: number, height: number, clear = false): Picture {
  return { path: `/assets/pictures/${name}-${String(width)}x${String(height)}.png`, width, height, clear }
}

/** Returns an item of a product. */
function sold(
  id: number,
  name: string,
  unitAmount: number,
  more: Partial<CheckoutItemObject> = {},
): CheckoutItemObject {
  const { product } = monthly(name, unitAmount).price as PriceObject
  return { ...item(name, unitAmount, more.quantity), id, product, ...more }
}

/** Two unrelated shops, which customers must not confuse. */
const shops = {
  steppe: {
    project: {
      ...project,
      ...{ name: 'Steppe Goods', color: '#1f4b3f', logo: drawn('hills', 80, 80, true) },
      ...{ legalName: 'Steppe Goods LLC', registrationNumber: '6012345' },
    },
    checkout: checkout({
      is_test: false,
      items: [
        sold(21, 'Felt boots', 78_000, {
          price_name: '38',
          description: 'Hand-felted, wool of the Khangai.',
        }),
        sold(22, 'Camel-wool socks', 17_500, { quantity: 2 }),
      ],
    }),
    pictures: new Map([
      [21, drawn('boots', 96, 96)],
      [22, drawn('scarf', 96, 96)],
    ]),
    methods: ['bank_transfer'],
  },
  books: {
    project: { ...project, name: 'Номын өлгий', color: '#a8324a', logo: drawn('shelf', 320, 80, true) },
    checkout: checkout({ is_test: false, ...codes, items: [item('Атлас: Монголын нууц товчоо', 25_000)] }),
    methods: ['bank_transfer'],
  },
} satisfies Record<string, Partial<CheckoutPageInput>>

const inFacebook =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240905.003; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.83 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/488.0.0.62.79;IABMV/1;]'

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'

const logoUrl = (scheme: string) => `https://qpay.example/${scheme}.png`
/** The logos that were copied: most of them, in several sizes. */
const logos = new Map(
  banks.flatMap(([, , scheme], at) => {
    const [name, width, height] = [
      ['boots', 96, 96],
      ['scarf', 96, 96],
      ['shelf', 96, 40],
      ['hills', 80, 96],
    ][at % 4]!
    const path = `/assets/pictures/${name}-${width}x${height}.png`
    const logo = { path, width: width as number, height: height as number, clear: at % 4 > 1 }
    return at % 6 === 5 ? [] : [[logoUrl(scheme), logo] as const]
  }),
)

/** Returns a started payment at QPay with this number of bank apps. */
function qpayPayment(fields: Partial<PaymentObject> = {}, apps = 6): LastPayment {
  const code = emvCode('00f94137-66fd-4d90-b2b2-8225c1b4ed2d', fields.amount ?? 25_000)
  return {
    ...payment({
      method: 'qpay',
      reference: null,
      bank_name: null,
      account_number: null,
      account_holder: null,
    }),
    expires_at: '2026-08-12T11:40:00.000000Z',
    ...fields,
    details: {
      code,
      short_url: 'https://s.qpay.mn/zNr4bs145B',
      apps: banks.slice(0, apps).map(([name, nativeName, scheme]) => ({
        ...{ name, nativeName, url: `${scheme}://q?qPay_QRcode=${code}`, logo: logoUrl(scheme) },
      })),
    },
  }
}

/** Every page of a checkout, with names and amounts that are difficult for the layout. */
const inputs: Record<string, Partial<CheckoutPageInput>> = {
  pay: {},
  'pay-transfer-chosen': { typed: { payment_method: 'bank_transfer' } },
  'pay-qpay-chosen': {
    methods: ['test', 'qpay', 'bank_transfer'],
    typed: { payment_method: 'qpay' },
  },
  'pay-test-chosen': { typed: { payment_method: 'test' }, project: { ...project, color: '#ffe600' } },
  'pay-live-one-method': { checkout: checkout({ is_test: false }), methods: ['bank_transfer'] },
  'pay-five-discounts': {
    checkout: checkout({ items: five, discounts, promotion_codes: [{ code: 'NADAAM-2026', amount: 5_000 }] }),
    typed: { email: 'saraa@example.mn', payment_method: 'bank_transfer' },
    project: { ...project, color: '#ffffff' },
  },
  'pay-five': {
    checkout: checkout({ items: five, discounts }),
    project: { ...project, color: '#000' },
  },
  'pay-ugly': {
    project: { ...project, name: LONG, color: '#ff00ff' },
    checkout: checkout({ items: [item(LONG, 999_999_999_999)] }),
    methods: ['bank_transfer'],
  },
  'pay-usd': {
    project: {
      ...project,
      ...{ name: 'Steppe Coffee', color: '#7a4b2b' },
      ...{ legalName: 'Steppe Coffee LLC', registrationNumber: '6012346' },
    },
    checkout: checkout({ ...usd, items: [item('Yak-milk latte beans, 250 g', 1_250, 3)] }),
    methods: ['bank_transfer'],
  },
  'pay-monthly': {
    checkout: checkout({
      mode: 'subscription',
      items: [monthly('Номын клуб', 9_900, 3)],
      customer_email: 'saraa@example.mn',
    }),
    paidUntil: new Date('2026-11-12T15:59:59Z'),
  },
  'pay-monthly-one': {
    checkout: checkout({ mode: 'subscription', items: [monthly('Номын клуб', 9_900)] }),
    paidUntil: new Date('2026-09-12T15:59:59Z'),
  },
  'pay-monthly-renewal': {
    checkout: checkout({ mode: 'subscription', items: [monthly('Номын клуб', 9_900)] }),
    purpose: 'renew',
    before: { status: 'active', endsAt: new Date('2026-08-20T15:59:59Z') },
    paidUntil: new Date('2026-09-20T15:59:59Z'),
  },
  'pay-after-trial': {
    checkout: checkout({ mode: 'subscription', items: [monthly('Номын клуб', 9_900)] }),
    methods: ['bank_transfer'],
    purpose: 'renew',
    before: { status: 'trialing', endsAt: new Date('2026-08-20T15:59:59Z') },
    paidUntil: new Date('2026-09-20T15:59:59Z'),
  },
  'pay-monthly-credit': {
    purpose: 'change',
    before: { status: 'active', endsAt: new Date('2026-08-30T15:59:59Z') },
    checkout: checkout({
      mode: 'subscription',
      items: [monthly('Номын клуб', 29_900)],
      credit_amount: 7_413,
    }),
    creditDays: { left: 18, whole: 31, plan: 'Уншигч' },
    paidUntil: new Date('2026-09-12T15:59:59Z'),
  },
  'pay-errors': problems,
  'pay-total-changed': {
    typed: { ...problems.typed, amount_total: '22500' },
    errors: { ...problems.errors, '': 'errors.total_changed' },
  },
  'pay-email-wrong': { typed: { email: 'saraa@' }, errors: { email: 'errors.email_invalid' } },
  'pay-method-missing': {
    checkout: checkout({ items: five, is_test: false, customer_email: 'saraa@example.mn' }),
    typed: { payment_method: '' },
    errors: { payment_method: 'errors.payment_method_required' },
  },
  'pay-declined': { payment: declined },
  'pay-declined-many': {
    payment: declined,
    checkout: checkout({ ...codes, items: choosable, promotion_codes: applied }),
  },
  'pay-rejected-of-two': {
    payment: payment({
      status: 'failed',
      failure_code: 'rejected',
      failure_message: 'Мөнгө орж ирээгүй байна.',
    }),
  },
  'pay-rejected': {
    payment: payment({ status: 'failed', failure_message: 'Мөнгө орж ирээгүй байна.' }),
    checkout: checkout({ is_test: false, customer_email: 'saraa@example.mn' }),
    methods: ['bank_transfer'],
  },
  'pay-rejected-silently': { payment: payment({ status: 'failed' }), methods: ['bank_transfer'] },
  'pay-free': { checkout: checkout({ discounts: [{ amount: 25_000, description: 'Gift card' }] }) },
  'pay-pictures': {
    project: { ...project, logo: drawn('logo', 240, 80, true) },
    checkout: checkout({
      items: [
        sold(21, 'Эсгий гутал', 78_000, { price_name: '38', description: 'Гараар хийсэн, байгалийн ноос.' }),
        sold(22, 'Хадаг', 12_500, { quantity: 2 }),
        item('Хүргэлт', 8_000),
      ],
    }),
    pictures: new Map([
      [21, drawn('boots', 96, 96)],
      [22, drawn('scarf', 96, 64)],
    ]),
  },
  'pay-described': {
    checkout: checkout({
      items: [
        sold(21, 'Эсгий гутал', 78_000, { price_name: LONG.slice(0, 100), description: LONG_DESCRIPTION }),
        {
          ...item(
            'Super­califragilisticSuper­califragilisticSuper­califragilisticSuper­califragilistic',
            12_500,
          ),
          description:
            'DonaudampfschifffahrtDonaudampfschifffahrtDonaudampfschifffahrtDonaudampfschifffahrtDonaudampfschifffahrtDonaudampfschifffahrtDonaudampfschifffahrtDonaudampfschifffahrtDonaudampfschifffahrtDonaudampfschifffahrt',
        },
      ],
      discounts,
    }),
    pictures: new Map([[21, drawn('boots', 96, 96)]]),
  },
  'pay-shop-steppe': shops.steppe,
  'pay-shop-books': shops.books,
  'pay-in-facebook': { userAgent: inFacebook },
  'pay-no-email': { checkout: checkout({ email_collection: false, cancel_url: null }) },
  'pay-code': { checkout: checkout(codes) },
  'pay-code-wrong': {
    checkout: checkout({ ...codes, customer_email: 'saraa@example.mn' }),
    typed: { promotion_code: 'NADAM' },
    errors: { promotion_code: 'errors.code_unknown' },
  },
  'pay-codes-applied': {
    checkout: checkout({ ...codes, items: [item('Атлас', 25_000)], discounts, promotion_codes: applied }),
    typed: { payment_method: 'test' },
  },
  'pay-quantities': {
    checkout: checkout({ items: choosable, email_collection: false }),
    methods: ['bank_transfer'],
  },
  'pay-quantities-codes': {
    checkout: checkout({ ...codes, items: choosable, promotion_codes: applied }),
    project: { ...project, color: '#ffe600' },
  },
  'pay-quantity-wrong': {
    checkout: checkout({ items: choosable }),
    typed: { 'quantity[14]': '3' },
    errors: { 'quantity[14]': 'errors.quantity_invalid' },
  },
  'pay-periods': {
    checkout: checkout({
      mode: 'subscription',
      items: [adjustable(monthly('Номын клуб', 9_900, 3), 12, 1, 60)],
      customer_email: 'saraa@example.mn',
    }),
    paidUntil: new Date('2026-11-12T15:59:59Z'),
  },
  'pay-everything': { checkout: checkout(asksAll) },
  'pay-everything-known': {
    checkout: checkout({ ...asksAll, ...answered, customer_email: 'saraa@example.mn' }),
  },
  'pay-everything-wrong': { ...everythingWrong, checkout: checkout({ ...asksAll, items: choosable }) },
  'pay-one-question': {
    checkout: checkout({ email_collection: false, custom_fields: questions.slice(2) }),
    methods: ['bank_transfer'],
  },
  'pay-no-method': { checkout: checkout({ is_test: false }), methods: [] },
  'pay-card': { methods: ['stripe', 'bank_transfer'], typed: { payment_method: 'stripe' } },
  'pay-card-only': { checkout: checkout(usd), methods: ['stripe'] },
  transfer: { payment: payment() },
  'transfer-five': {
    payment: payment({ amount: 266_900 }),
    checkout: checkout({ is_test: false, items: five }),
  },
  'transfer-usd-ugly': {
    project: { ...project, name: LONG },
    checkout: checkout({ ...usd, items: [item('Boat', 999_999_999_999)] }),
    payment: payment({
      currency: 'USD',
      amount: 999_999_999_999,
      account_holder: LONG,
      account_number: 'MN12 0005 0012 3456 7890 1234',
    }),
  },
  'transfer-scan': {
    project: { ...project, name: 'Steppe Goods', color: '#1f4b3f' },
    checkout: checkout({ currency: 'EUR', is_test: false, items: [item('Felt boots, 38', 12_900)] }),
    payment: payment({
      currency: 'EUR',
      amount: 12_900,
      bank_name: 'GLS Bank',
      account_holder: 'Steppe Goods GmbH',
      account_number: 'DE89 3704 0044 0532 0130 00',
    }),
  },
  code: { payment: qpayPayment() },
  'code-ugly': {
    project: { ...project, name: LONG, color: '#ffe600' },
    checkout: checkout({ is_test: false, items: [item(LONG, 999_999_999_999)] }),
    payment: qpayPayment({ amount: 999_999_999_999 }),
  },
  'code-phone-no-apps': { payment: qpayPayment({}, 0), userAgent: PHONE },
  'code-phone': { payment: qpayPayment(), userAgent: PHONE },
  'code-phone-logos': {
    payment: qpayPayment({}, banks.length),
    userAgent: PHONE,
    logos,
    lastBank: 'Social Pay',
  },
  'code-phone-many': {
    payment: qpayPayment({ amount: 266_900 }, banks.length),
    userAgent: PHONE,
    checkout: checkout({ items: five }),
  },
  'code-in-facebook': { payment: qpayPayment(), userAgent: inFacebook },
  redirect: { payment: atStripe },
  'redirect-going': { payment: atStripe, show: 'go', checkout: checkout({ is_test: false, items: five }) },
  'redirect-opening': { payment: { ...atStripe, details: null }, show: 'go' },
  processing: { payment: payment({ method: 'test' }) },
  pending: {
    payment: claimed,
    checkout: checkout({ status: 'pending', customer_email: 'saraa@example.mn' }),
  },
  'pending-part': {
    payment: { ...claimed, amount: 25_000, amount_received: 10_000 },
    checkout: checkout({ status: 'pending' }),
  },
  'pending-live': { payment: claimed, checkout: checkout({ status: 'pending', is_test: false }) },
  'receipt-auto': { checkout: checkout({ ...paid, success_url: 'about:blank' }) },
  'receipt-stays': {
    checkout: checkout({ ...paid, items: five, discounts, is_test: false }),
    show: 'receipt',
  },
  'receipt-no-way-back': { checkout: checkout({ ...paid, success_url: null, cancel_url: null }) },
  'receipt-thanks': {
    checkout: checkout({ ...paid, success_url: null }),
    thankYouText: 'Баярлалаа! Таны тасалбар.\nGate 3 opens at 11:00. <b>Bring</b> this page.',
  },
  'receipt-returned': {
    checkout: checkout({
      ...paid,
      success_url: 'https://shop.example.mn/thanks',
      customer_email: 'saraa@example.mn',
    }),
    payment: refunded(25_000),
  },
  'receipt-part-returned': { checkout: checkout({ ...paid, success_url: null }), payment: refunded(9_000) },
  'receipt-subscription': {
    checkout: checkout({ ...paid, mode: 'subscription', items: [monthly('Club', 9_900)], success_url: null }),
    paidUntil: new Date('2026-09-12T15:59:59Z'),
  },
  'receipt-free': {
    checkout: checkout({
      ...paid,
      payment_method: null,
      success_url: null,
      cancel_url: null,
      discounts: [{ amount: 25_000, description: 'Gift' }],
    }),
  },
  'receipt-everything': {
    checkout: checkout({ ...paid, ...asksAll, ...answered, promotion_codes: applied, success_url: null }),
  },
  'expired-again': { canStartAgain: true, checkout: checkout({ status: 'expired' }) },
  'expired-again-many': {
    canStartAgain: true,
    checkout: checkout({ ...codes, status: 'expired', items: choosable, promotion_codes: applied }),
  },
  'expired-late': { checkout: checkout({ status: 'expired' }), payment: late },
  'expired-late-returned': {
    checkout: checkout({ status: 'expired', cancel_url: null }),
    payment: refunded(25_000),
  },
  expired: { checkout: checkout({ status: 'expired' }) },
  'expired-over': {
    canStartAgain: true,
    checkout: checkout({ status: 'expired', expires_at: '2026-08-12T11:04:00.000000Z' }),
  },
  'expired-by-shop': { closedBy: 'merchant', checkout: checkout({ status: 'expired' }) },
  'expired-no-way-back': {
    checkout: checkout({ status: 'expired', cancel_url: null, is_test: false }),
  },
  canceled: { show: 'canceled', checkout: checkout({ cancel_url: null }) },
  'canceled-after-account': {
    show: 'canceled',
    checkout: checkout({ cancel_url: null }),
    payment: payment(),
  },
  'canceled-to-the-shop': {
    show: 'canceled',
    checkout: checkout({ cancel_url: null }),
    project: { ...project, websiteUrl: 'https://nomynulgii.example' },
  },
  leaving: { show: 'leaving_cancel', checkout: checkout({ cancel_url: 'about:blank' }) },
}

const errors = {
  'not-found': 'not_found',
  error: 'error',
  unavailable: 'unavailable',
  'expired-form': 'expired_form',
  'too-long': 'too_long',
  refused: 'refused',
  'too-many': 'too_many',
} as const

/** Returns the HTML of each state in a language, by the name of the state. */
export const states: Record<string, (locale?: Locale) => string> = Object.fromEntries([
  ...Object.entries(inputs).map(([name, fields]) =>
    state(name, (locale) => checkoutView(page({ ...fields, locale }))),
  ),
  ...Object.entries({
    ...otherStates,
    ...linkStates,
    ...renewStates,
    ...trialStates,
    ...portalStates,
    ...dashboardStates,
  }).map(([name, view]) => state(name, view)),
  ...Object.entries(errors).map(([name, kind]) => state(name, (locale) => errorView(kind, locale))),
  ...(['error', 'expired_form', 'refused', 'too_many', 'unavailable'] as const).map((kind) =>
    state(`${kind.replace('_', '-')}-of-a-shop`, (locale) =>
      errorView(kind, locale, {
        scope: { project, isTest: true },
        ...((kind === 'too_many' || kind === 'unavailable') && {
          form: { email: 'bat@example.com', action: 'pay' },
        }),
      }),
    ),
  ),
])

function state(name: string, view: (locale: Locale) => { template: string; view: object }) {
  return [name, (locale: Locale = 'en') => wholePage(view(locale))]
}
