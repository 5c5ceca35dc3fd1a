import { pageFrame, shopOf } from '../api/pages/frame.ts'
import { codeOf } from '../api/pages/hand-over/code.ts'
import { render } from '../api/pages/render.ts'
import { colorsOf, languagesIn } from '../api/pages/shared-parts.ts'
import { sheet, SHEET_NAMES } from '../api/pages/sheets.ts'
import { accentOf } from '../common/kit/accent.ts'
import { languageOf, type Locale, LOCALES } from '../common/kit/languages.ts'
import { initialOf } from '../common/services/text/names.ts'
import { translate } from '../common/services/text/translate.ts'
import { shopIn } from './emails/shop.ts'

/** A component in one state: a template and its view, or HTML that pages contain without a template. */
type State = [state: string, template: string, view?: object] | [state: string, html: { html: string }]

const schemes = ['light', 'dark'] as const
const widths = ['any', 'phone'] as const
const colors = ['#0a7d5a', '#ffe600', '#000000', '#ff00ff']

/** Returns every component in each of its states, by its file in views/assets/page. */
export function componentsOf(locale: Locale): Record<string, State[]> {
  const t = translate(locale)
  const shop = shopOf(shopIn(locale))
  const field = {
    id: 'a',
    name: 'a',
    label: t('pay.email'),
    type: 'email',
    value: '',
    hint: t('pay.email_hint'),
  }
  const wrong = {
    ...field,
    id: 'b',
    value: 'saraa@',
    error: t('errors.email_invalid'),
    describedBy: 'b-error',
  }
  const options = [{ value: 'MN', label: 'Mongolia', selected: true }]
  const method = (value: string, checked: boolean) => ({
    ...{ value, checked, title: t('method.bank_transfer'), hint: t('method.bank_transfer_hint') },
    ...{ next: t('method.bank_transfer_next', { shop: shop.short }), icon: 'icons/bank' },
  })
  const item = { name: 'Felt boots, 38', amount: '₮78,000', detail: '₮39,000 × 2' }
  const quantity = {
    ...{ id: 'q', name: 'q', label: t('quantity.label', item), value: '2', min: 1, max: 9 },
    ...{ less: t('quantity.less', item), more: t('quantity.more', item) },
    update: t('quantity.update', item),
  }
  const sums = {
    subtotal: '₮78,000',
    total: '₮73,000',
    deductions: [{ label: 'NADAAM-2026', amount: '−₮5,000' }],
  }
  const row = { label: t('account.number'), text: '5012 345 678', copy: '5012345678' }
  const hint = t('bank_transfer.report_reference', { shop: shop.short })
  const reference = { label: t('account.reference'), text: '482913', copy: '482913', hint }
  const pay = t('pay.button', { amount: '₮73,000' })
  const pill = (tone: string): State => [tone, 'parts/pill', { tone, text: t('portal.paid') }]
  const scanned = { label: t('scan.code'), title: t('scan.title'), hint: t('scan.hint') }
  const banks = ['Хаан банк', 'Голомт банк', 'Худалдаа хөгжлийн банк', 'Төрийн банк'].map((name, tone) => ({
    ...{ name, tone, link: '#', initial: initialOf(name) },
  }))
  const until = t('renew.until', { date: '12 Oct 2026' })
  const lengths = [1, 3].map((count) => ({
    ...{ id: `l${String(count)}`, value: count, checked: count === 1, until },
    ...{ title: t('renew.month', { count }), amount: `₮${String(count * 25)},000` },
  }))
  const comparison = {
    sides: [
      { title: t('portal.side_now'), plan: 'Reader', price: '₮25,000', until },
      { title: t('portal.side_then'), plan: 'Reader, two', price: '₮45,000', until },
    ],
    sums: [
      { label: t('portal.new_price'), amount: '₮45,000' },
      { label: t('order.credit'), exactly: t('order.credit_exact'), amount: '−₮18,548' },
      { label: t('portal.due_now'), amount: '₮26,452', total: true },
    ],
  }
  const card = {
    ...{ id: 1, plan: 'Reader', status: t('portal.status_active', { date: '12 Oct 2026' }), tone: 'good' },
    facts: [{ label: t('portal.price'), text: '₮25,000' }],
    primary: { label: t('portal.renew'), href: '#', variant: 'secondary' },
    others: [{ label: t('portal.cancel'), href: '#' }],
  }
  const payment = {
    ...{ date: '12 Aug 2026', name: 'Reader × 12', method: t('method.bank_transfer'), amount: '₮300,000' },
    ...{ status: t('portal.paid'), url: '#', link: 'R-000041' },
  }
  const steps = [
    { text: t('portal.paid'), when: 'past' },
    { text: t('portal.pending'), when: 'present', now: true },
    { text: t('pending.then'), when: 'to-come' },
  ]
  const bar = {
    nav: [{ href: '#', label: t('dashboard.nav.home'), current: true }],
    modes: (['live', 'test'] as const).map((mode) => ({
      ...{ href: '#', label: t(`dashboard.mode.${mode}`), current: mode === 'test' },
    })),
    account: { sessions: '#' },
  }
  return {
    sign: [
      ['initial', 'parts/sign', shop],
      ['test mode', 'parts/sign', { ...shop, isTest: true }],
    ],
    pill: [pill('good'), pill('bad'), pill('plain'), pill('test'), pill('pending')],
    sum: [
      ['short', { html: `<p class="label">${t('order.amount')}</p><p class="amount">₮73,000</p>` }],
      [
        'long',
        { html: `<p class="label">${t('order.amount')}</p><p class="amount long">₮999,999,999,999</p>` },
      ],
    ],
    begun: [
      [
        'folded next to the amount',
        'payable/order',
        {
          shop,
          order: {
            label: t('order.amount'),
            begun: true,
            beside: true,
            fold: t('order.items', { count: 1 }),
            amount: '₮73,000',
            items: [item],
            ...sums,
          },
        },
      ],
    ],
    items: [
      ['one, with deductions', 'payable/lines', { items: [item], ...sums }],
      ['with a quantity to change', 'payable/lines', { items: [{ ...item, quantity }], bare: true }],
    ],
    code: [
      ['closed', 'payable/promotion-code', { field: { ...field, id: 'c', label: t('code.label') } }],
      [
        'wrong',
        'payable/promotion-code',
        { open: true, field: { ...wrong, id: 'd', label: t('code.label') } },
      ],
    ],
    field: [
      ['empty', 'parts/field', field],
      ['wrong', 'parts/field', wrong],
      ['a menu', 'parts/field', { ...field, id: 'e', label: t('address.country'), options }],
    ],
    choices: [
      ['several', 'payable/methods', { methods: [method('x', true), method('y', false)] }],
      [
        'wrong',
        'payable/methods',
        { methods: [method('z', false)], methodError: t('errors.payment_method_required') },
      ],
      ['only one', 'payable/only-method', method('w', true)],
    ],
    details: [
      ['to be carried elsewhere', 'payable/account', { rows: [row], reference }],
      [
        'facts',
        { html: `<dl class="details facts"><div><dt>${t('order.amount')}</dt><dd>₮73,000</dd></div></dl>` },
      ],
    ],
    unit: [['before an amount', 'parts/field', { ...field, id: 'u', label: t('link.amount'), unit: '₮' }]],
    scan: [
      ['a code', 'parts/scan', { code: codeOf('https://pay.example/', 'large'), ...scanned }],
      ['banking apps', 'parts/banks', { banks }],
    ],
    button: [
      ['primary', { html: `<button class="primary">${pay}</button>` }],
      ['busy', { html: `<button class="primary" aria-disabled="true">${t('pay.busy')}</button>` }],
      ['secondary', { html: `<button class="secondary">${t('receipt.print')}</button>` }],
      ['as a link', { html: `<button class="quiet">${t('pay.cancel')}</button>` }],
    ],
    notice: [
      ['bad', 'parts/notice', { title: t('declined.title'), lines: [t('declined.text')] }],
      ['waiting', 'parts/waiting', { title: t('processing.heading'), follows: t('processing.updates') }],
      ['a list', 'parts/problems', { problems: [{ text: t('errors.email_invalid'), href: '#b' }] }],
      [
        'confirmation',
        {
          html: `<div class="confirmation">${render('icons/check', {})}<p>${t('portal.notice_paid')}</p></div>`,
        },
      ],
    ],
    steps: [['past, present, future', 'parts/steps', { steps }]],
    plans: [
      [
        'lengths',
        { html: `<div class="tiles">${lengths.map((one) => render('renew/length', one)).join('')}</div>` },
      ],
      ['now and then', { html: `<div class="more">${render('portal/comparison', comparison)}</div>` }],
    ],
    portal: [
      ['a subscription', 'portal/card', card],
      ['payments', 'portal/purchases', { purchases: [payment, { ...payment, open: true }] }],
    ],
    dashboard: [
      ['pages and modes', 'dashboard/bar', bar],
      ['something to do', 'dashboard/task', { href: '#', name: t('dashboard.nav.home'), detail: '₮73,000' }],
    ],
    foot: [['with contacts', 'parts/foot', { shop, languages: languagesIn(locale) }]],
    done: [
      ['done', { html: `<div class="mark done">${render('icons/check', {})}</div>` }],
      ['expired', { html: `<div class="mark">${render('icons/hourglass', {})}</div>` }],
      ['waiting', { html: `<div class="mark waiting">${render('icons/clock', {})}</div>` }],
    ],
  }
}

/** Returns a page with all components. The query chooses color scheme, width, language and the merchant's color. */
export function componentsPage(query: URLSearchParams): string {
  const scheme = schemes.find((one) => one === query.get('scheme')) ?? 'light'
  const width = widths.find((one) => one === query.get('width')) ?? 'any'
  const locale = LOCALES.find((one) => one === query.get('lang')) ?? 'en'
  const color = colors.find((one) => one === query.get('color')) ?? colors[0]!
  const project = { ...shopIn(locale), color }
  const page = pageFrame({ lang: locale, title: 'Components', state: 'components' }, project)
  const accent = colorsOf(accentOf(color)[scheme])
  const sections = Object.entries(componentsOf(locale)).map(([name, states]) => {
    const drawn = states.map(([state, template, view]) => {
      const { isTest = false } = (view ?? {}) as { isTest?: boolean }
      const html =
        typeof template === 'string'
          ? render(template, { ...view, page: { ...page, isTest } })
          : template.html
      return `<figure><figcaption class="hint">${name}: ${state}</figcaption>${html}</figure>`
    })
    return `<section>${drawn.join('')}</section>`
  })
  const links = [
    ...schemes.map((one) => ['scheme', one]),
    ...widths.map((one) => ['width', one]),
    ...LOCALES.map((one) => ['lang', one]),
    ...colors.map((one) => ['color', one]),
  ].map(([key = '', value = '']) => {
    const next = new URLSearchParams(query)
    next.set(key, value)
    return `<a href="?${next.toString().replaceAll('&', '&amp;')}">${value}</a>`
  })
  return `<!doctype html>
<html lang="${locale}" dir="${languageOf(locale).dir}" class="js"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Components</title>
<style>${atWidth(inScheme(SHEET_NAMES.map(sheet).join(''), scheme), width)}:root{color-scheme:${scheme};${accent}}
figure{margin:0;padding:24px 0}figure+figure{border-top:1px solid var(--hairline)}figcaption{margin-bottom:12px}
main{columns:${width === 'phone' ? '288px' : '400px'};column-gap:24px;padding:0 16px 24px}
main>section{break-inside:avoid;background:var(--surface);padding:0 16px;margin-bottom:24px;border:1px solid var(--hairline);border-radius:12px}
${width === 'phone' ? 'main>section{max-width:320px}' : ''}main>section:has(.rows){column-span:all}.foot{border:0;padding:0}</style>
<body class="plain"><nav class="languages" style="padding:16px">${links.join('')} <a href="/">Inbox</a></nav>
<main>${sections.join('')}</main></body></html>`
}

/** Rewrites the media queries of a style sheet, so that it applies as on a phone at any window width. */
function atWidth(sheet: string, width: (typeof widths)[number]): string {
  if (width === 'any') return sheet
  return sheet
    .replaceAll(/@media (?:screen and )?\(min-width:(?:7|10)\d\dpx\)/g, '@media not all')
    .replaceAll(/@media (?:screen and )?\(max-width:[78]\d\dpx\)/g, '@media all')
}

/** Rewrites the media queries of a style sheet for one color scheme, instead of the browser's. */
function inScheme(sheet: string, scheme: (typeof schemes)[number]): string {
  return sheet.replaceAll(
    /@media screen and \(prefers-color-scheme:dark\)/g,
    scheme === 'dark' ? '@media all' : '@media not all',
  )
}
