import { pageSheet } from '../../api/pages/assets.ts'
import { pageFrame, shopOf } from '../../api/pages/frame.ts'
import { codeOf } from '../../api/pages/hand-over/code.ts'
import { render } from '../../api/pages/render.ts'
import { type Locale, LOCALES } from '../../common/kit/languages.ts'
import { translate } from '../../common/text/translate.ts'
import { shopIn } from './emails/shop.ts'

/** A component in one of its states: which template draws it, and of what; or what stands in the pages as it is. */
type State = [state: string, template: string, view?: object] | [state: string, html: { html: string }]

const looks = ['day', 'night'] as const
const colors = ['#0a7d5a', '#ffe600', '#000000', '#ff00ff']

/** Every component of the pages in each of its states, by the file of views/assets/page that draws it. */
export function componentsOf(locale: Locale): Record<string, State[]> {
  const say = translate(locale)
  const shop = shopOf(shopIn(locale))
  const field = {
    id: 'a',
    name: 'a',
    label: say('pay.email'),
    type: 'email',
    value: '',
    hint: say('pay.email_hint'),
  }
  const wrong = {
    ...field,
    id: 'b',
    value: 'saraa@',
    error: say('errors.email_invalid'),
    describedBy: 'b-error',
  }
  const options = [{ value: 'MN', label: 'Mongolia', selected: true }]
  const method = (value: string, checked: boolean) => ({
    ...{ value, checked, title: say('method.bank_transfer'), hint: say('method.bank_transfer_hint') },
    ...{ next: say('method.bank_transfer_next', { shop: shop.short }), icon: 'icons/bank' },
  })
  const item = { name: 'Felt boots, 38', amount: '₮78,000', detail: '₮39,000 × 2' }
  const sums = {
    subtotal: '₮78,000',
    total: '₮73,000',
    deductions: [{ label: 'NADAAM-2026', amount: '−₮5,000' }],
  }
  const row = { label: say('transfer.account'), text: '5012 345 678', copy: '5012345678' }
  const reference = { label: say('transfer.reference'), text: '482913', copy: '482913' }
  const pay = say('pay.button', { amount: '₮73,000' })
  const pill = (tone: string): State => [tone, 'parts/pill', { tone, text: say('portal.paid') }]
  const scanned = { label: say('scan.code'), title: say('scan.title'), hint: say('scan.hint') }
  const banks = ['Хаан банк', 'Голомт банк', 'Худалдаа хөгжлийн банк', 'Төрийн банк'].map((name) => ({
    name,
    link: '#',
  }))
  const steps = [
    { text: say('portal.paid'), when: 'past' },
    { text: say('portal.pending'), when: 'present', now: true },
    { text: say('pending.then'), when: 'to-come' },
  ]
  return {
    sign: [
      ['initial', 'parts/sign', shop],
      ['test mode', 'parts/sign', { ...shop, isTest: true }],
    ],
    pill: [pill('good'), pill('bad'), pill('plain'), pill('test')],
    sum: [
      ['short', { html: `<p class="label">${say('order.amount')}</p><p class="amount">₮73,000</p>` }],
      [
        'long',
        { html: `<p class="label">${say('order.amount')}</p><p class="amount long">₮999,999,999,999</p>` },
      ],
    ],
    items: [['one, and what is taken off', 'payable/lines', { items: [item], ...sums }]],
    code: [
      ['closed', 'payable/code', { field: { ...field, id: 'c', label: say('code.label') } }],
      ['wrong', 'payable/code', { open: true, field: { ...wrong, id: 'd', label: say('code.label') } }],
    ],
    field: [
      ['empty', 'parts/field', field],
      ['wrong', 'parts/field', wrong],
      ['a menu', 'parts/field', { ...field, id: 'e', label: say('address.country'), options }],
    ],
    choices: [
      ['several', 'payable/methods', { methods: [method('x', true), method('y', false)] }],
      [
        'wrong',
        'payable/methods',
        { methods: [method('z', false)], methodError: say('errors.payment_method_required') },
      ],
      ['one alone', 'payable/only-method', method('w', true)],
    ],
    details: [
      ['to be carried elsewhere', 'payable/account', { rows: [row], reference, shop }],
      [
        'facts',
        { html: `<dl class="details facts"><div><dt>${say('order.amount')}</dt><dd>₮73,000</dd></div></dl>` },
      ],
    ],
    scan: [
      ['a code', 'parts/scan', { code: codeOf('https://pay.example/', 'large'), ...scanned }],
      ['the apps of banks', 'parts/banks', { banks }],
    ],
    button: [
      ['primary', { html: `<button class="primary">${pay}</button>` }],
      ['busy', { html: `<button class="primary" aria-disabled="true">${say('pay.busy')}</button>` }],
      ['secondary', { html: `<button class="secondary">${say('receipt.print')}</button>` }],
      ['as a link', { html: `<button class="quiet">${say('pay.cancel')}</button>` }],
    ],
    notice: [
      ['bad', 'parts/notice', { title: say('declined.title'), lines: [say('declined.text')] }],
      ['waiting', 'parts/waiting', { title: say('processing.heading'), lines: [say('processing.updates')] }],
      ['a list', 'parts/problems', { problems: [{ text: say('errors.email_invalid'), href: '#b' }] }],
      [
        'said',
        { html: `<div class="said">${render('icons/check', {})}<p>${say('portal.said_paid')}</p></div>` },
      ],
    ],
    steps: [['done, now, next', 'parts/steps', { steps }]],
    done: [
      ['done', { html: `<div class="mark done">${render('icons/check', {})}</div>` }],
      ['waiting', { html: `<div class="mark waiting">${render('icons/clock', {})}</div>` }],
    ],
  }
}

/** All of them on one page, by day or by night, in a merchant's colour. */
export function componentsPage(query: URLSearchParams): string {
  const look = looks.find((one) => one === query.get('look')) ?? 'day'
  const locale = LOCALES.find((one) => one === query.get('lang')) ?? 'en'
  const color = colors.find((one) => one === query.get('color')) ?? colors[0]!
  const project = { ...shopIn(locale), color }
  const page = pageFrame({ lang: locale, nonce: '', title: 'Components', state: 'components' }, project)
  const accent = render('parts/accent', page.accent[look === 'night' ? 'dark' : 'light'])
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
    ...looks.map((one) => ['look', one]),
    ...LOCALES.map((one) => ['lang', one]),
    ...colors.map((one) => ['color', one]),
  ].map(([key = '', value = '']) => {
    const next = new URLSearchParams(query)
    next.set(key, value)
    return `<a href="?${next.toString().replaceAll('&', '&amp;')}">${value}</a>`
  })
  return `<!doctype html>
<html lang="${locale}" dir="${page.dir}" class="js"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Components</title>
<style>${inLook(String(pageSheet()), look)}:root{${accent}}
figure{margin:0 0 24px;max-width:440px}figcaption{margin-bottom:8px}
main{columns:320px;column-gap:48px;padding:24px}section{break-inside:avoid;background:var(--surface);padding:16px;margin-bottom:24px;border-radius:12px}</style>
<body class="plain"><nav class="languages" style="padding:16px 24px">${links.join('')} <a href="/">Inbox</a></nav>
<main>${sections.join('')}</main></body></html>`
}

/** The sheet with the colours of one scheme, whatever the browser's is. */
function inLook(sheet: string, look: (typeof looks)[number]): string {
  return sheet.replaceAll(
    /@media screen and \(prefers-color-scheme: dark\)/g,
    look === 'night' ? '@media all' : '@media not all',
  )
}
