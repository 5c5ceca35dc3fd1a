import { LINE_BOX, MOST_PICTURED, type Picture } from '../../../common/domain/images/picture.ts'
import { readChoices } from '../../../common/domain/payment-links/choices.ts'
import { customAmountOf, type ItemChoice } from '../../../common/domain/payment-links/items.ts'
import type { CustomAmount } from '../../../common/domain/payment-links/object.ts'
import { formatAmount, formatDate, formatDateTime, typedAmount } from '../../../common/kit/format.ts'
import { type Amount, decimals, sum, times } from '../../../common/kit/money.ts'
import { LARGEST_TYPED } from '../../../common/kit/read-amount.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { isPlan } from '../../../common/services/operations/buy-by-link.ts'
import type { OfferedItem } from '../../../common/services/operations/offer-of-link.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { shortName, withPrice } from '../../../common/services/text/names.ts'
import { itemDescription, lineDetail } from '../../../common/services/text/order-in-words.ts'
import { type Params, translate } from '../../../common/services/text/translate.ts'
import { aroundAmount, type OrderView, quantityField } from '../checkout/order.ts'
import { pageFrame, pictureView, shopOf } from '../frame.ts'
import { codeOf } from '../hand-over/code.ts'
import { isPhone } from '../hand-over/in-app.ts'
import { contactOf } from '../kit/contact.ts'
import { amountField, errorAt, fieldOf, type FieldView, type FormState } from '../kit/fields.ts'
import { isLong, isLongest } from '../kit/is-long.ts'
import type { PageView } from '../kit/page-view.ts'
import { listed, titleOf } from '../kit/problems.ts'

/** Whether a link sells, or why not. `reserved`: the last ones may become free again. */
export type LinkState = 'sells' | 'inactive' | 'ended' | 'sold_out' | 'reserved'

export interface LinkPageInput extends FormState {
  project: Project
  isTest: boolean
  formToken: string
  /** Identifies the browser, for the form. */
  visitor: string
  state: LinkState
  /** Null if it does not sell now. */
  offer: OfferedItem[] | null
  /** The name of its first item; null if that is not known any more. */
  name: string | null
  /** Our copies of the items' pictures, by position. */
  pictures: (Picture | null)[]
  endsAt: Date | null
  /** Its address, whole and as a path. */
  url: string
  path: string
  userAgent?: string
  /** Whether the merchant opened it to print it. */
  isPoster?: boolean
}

/** Returns the page of a payment link: what it sells, or why it does not. */
export function linkView(input: LinkPageInput): PageView {
  return input.offer ? sellingView(input, input.offer) : closedView(input)
}

const CLOSED = {
  inactive: { heading: 'link.inactive', text: 'link.inactive_text' },
  ended: { heading: 'link.ended', text: 'link.ended_text' },
  sold_out: { heading: 'link.sold_out', text: 'link.sold_out_text' },
  reserved: { heading: 'link.reserved', text: 'link.reserved_text' },
} as const satisfies Record<string, { heading: SentenceKey; text: SentenceKey }>

function closedView({ project, locale, isTest, name, state, endsAt }: LinkPageInput): PageView {
  const t = translate(locale)
  const { heading, text } = CLOSED[state === 'sells' ? 'inactive' : state]
  const about = {
    shop: shortName(project),
    time: endsAt ? formatDateTime(endsAt, project.timezone, locale) : '',
  }
  const title = t(heading, about)
  const view = {
    page: pageFrame({ lang: locale, title, state: `link_${state}`, isTest, alone: true }, project),
    shop: shopOf(project),
    name,
    heading: title,
    text: t(text, about),
    waits: state === 'reserved',
    again: state === 'reserved' ? `?lang=${locale}` : null,
    backUrl: project.websiteUrl,
    contact: contactOf(project, locale),
  }
  return { status: state === 'reserved' ? 200 : 410, template: 'link/closed', view }
}

function sellingView(input: LinkPageInput, offer: readonly OfferedItem[]): PageView {
  const { project, locale, isTest, errors, userAgent = '', isPoster = false } = input
  const t = translate(locale)
  const page = { ...input, errorParams: errorParamsOf(input, offer) }
  const order = orderView(page, offer)
  const fields = fieldsOf(page, offer)
  const problems = problemsOf(page, [...order.items.flatMap(({ quantity }) => quantity ?? []), ...fields])
  const title = t('title.link', { name: nameOf(offer[0]!), shop: shortName(project) })
  const view = {
    page: pageFrame(
      {
        lang: locale,
        title: Object.keys(errors).length > 0 ? t('title.error', { title }) : title,
        state: 'link',
        isTest,
        scripts: order.editable ? ['order.js'] : [],
        alone: true,
      },
      project,
    ),
    shop: shopOf(project),
    order: { ...order, heading: true },
    form: { token: input.formToken },
    visitor: input.visitor,
    prints: isPoster,
    fields,
    promise: isPlan(offer) ? t('order.no_autocharge') : null,
    problems: listed(problems),
    problemsTitle: titleOf(problems, errors, locale),
    contact: '' in errors ? contactOf(project, locale) : null,
    // A phone cannot scan itself.
    laterPhone: isPhone(userAgent) ? null : `${input.path}/code.svg`,
    paper: {
      code: codeOf(input.url, 'largest', 'M'),
      url: input.url.replace(/^https?:\/\//, ''),
      ends: input.endsAt && t('link.ends', { date: formatDate(input.endsAt, project.timezone, locale) }),
    },
  }
  return { status: 200, template: 'link/link', view }
}

/** Returns the order as the customer has chosen it so far. An invalid choice counts as the first one. */
function orderView(input: LinkPageInput, offer: readonly OfferedItem[]): OrderView {
  const { project, locale } = input
  const t = translate(locale)
  const money = (amount: Amount) => formatAmount(amount, project.currency, locale)
  const { choices } = readChoices(
    offer.map(({ item }) => item),
    input.typed,
    project.currency,
  )
  const isChosen = offer.some(({ item }) => customAmountOf(item))
  const amounts = offer.map((one, index) => lowestAmount(one, choices[index]!))
  const total = money(sum(amounts) ?? 0)
  const items = offer.map((one, index) => itemView(input, one, index, choices[index]!, offer.length))
  const plan = offer.find(({ priced }) => priced.recurring)
  const interval = plan?.priced.recurring?.interval
  const periods = choices[0]?.quantity ?? 1 // a plan is the only item
  // The customer types the amount in its field. Then the title says what it is for.
  const isGift = isChosen && offer.length === 1
  const shown = isGift ? nameOf(offer[0]!) : isChosen ? t('link.from', { amount: total }) : total
  return {
    label: plan
      ? t('order.subscribe', { plan: shortName({ name: nameOf(plan) }) })
      : t('order.to_pay', { shop: shortName(project) }),
    amount: shown,
    period: interval
      ? aroundAmount({ amount: shown, interval, periods, isUsual: periods === 1 }, locale)
      : null,
    long: isGift || isLong(shown),
    longest: !isGift && isLongest(shown),
    fold: items.length > 1 ? t('order.items', { count: items.length }) : null,
    open: true,
    items: isGift ? items.filter(({ picture, description }) => picture ?? description) : items,
    pictured: items.some(({ picture }) => picture),
    deductions: [],
    subtotal: total,
    total,
    bare: items.length === 1 || isChosen,
    terms: null,
    editable: items.some(({ quantity }) => quantity !== null),
    code: null,
  }
}

/** Returns the amount of a line, or the lowest one if the customer chooses it. */
function lowestAmount({ item, priced }: OfferedItem, { quantity }: ItemChoice): Amount {
  const custom = customAmountOf(item)
  return custom ? custom.minimum : (times(priced.unitAmount, quantity) ?? priced.amountSubtotal)
}

function itemView(
  input: LinkPageInput,
  offered: OfferedItem,
  index: number,
  { quantity }: ItemChoice,
  lines: number,
): OrderView['items'][number] {
  const { project, locale, pictures } = input
  const { item, priced } = offered
  const name = nameOf(offered)
  const isChosen = customAmountOf(item) !== null
  const interval = priced.recurring?.interval ?? null
  const line = { unitAmount: priced.unitAmount, quantity, interval }
  const bounds = item.adjustable_quantity
  return {
    name,
    picture: lines > MOST_PICTURED ? null : pictureView(pictures[index], LINE_BOX),
    detail: isChosen ? null : lineDetail(line, project.currency, locale),
    description: itemDescription(priced, lines),
    amount: isChosen
      ? null
      : formatAmount(lowestAmount(offered, { quantity, amount: 0 }), project.currency, locale),
    quantity: bounds && quantityField(input, `quantity[${index}]`, { name, quantity: item.quantity, bounds }),
  }
}

/** Returns the name of an item, with the name of its price. */
export function nameOf({ priced: { name, priceName } }: OfferedItem): string {
  return withPrice(name, priceName)
}

/** Returns the fields next to the order: the amounts that the customer chooses, and the email address for a plan. */
function fieldsOf(input: LinkPageInput, offer: readonly OfferedItem[]): FieldView[] {
  const { locale, project } = input
  const t = translate(locale)
  const amounts = offer.flatMap((offered, index) => {
    const custom = customAmountOf(offered.item)
    if (!custom) return []
    const label = offer.length === 1 ? t('link.amount') : t('link.amount_of', { name: nameOf(offered) })
    return amountField(input, `amount[${index}]`, project.currency, {
      label,
      hint: saysRange(input.errors[`amount[${index}]`]) ? null : rangeOf(custom, input),
      known: custom.suggested === null ? null : typedAmount(custom.suggested, project.currency),
    })
  })
  if (!isPlan(offer)) return amounts
  const email = fieldOf(input, 'email', {
    label: t('pay.email'),
    hint: t('link.email_hint'),
    known: null,
    type: 'email',
    autocomplete: 'email',
    inputmode: 'email',
    maxlength: 254,
  })
  return [...amounts, email]
}

/** Returns whether an error says which amounts are possible, so that the hint would repeat it. */
function saysRange(error: string | undefined): boolean {
  return error === 'errors.amount_too_low' || error === 'errors.amount_too_high'
}

function rangeOf({ minimum, maximum }: CustomAmount, { project, locale }: LinkPageInput): string {
  const t = translate(locale)
  const min = formatAmount(minimum, project.currency, locale)
  if (maximum === null) return t('link.at_least', { min })
  return t('link.between', { min, max: formatAmount(maximum, project.currency, locale) })
}

/** Returns the parameters of error sentences, by field. */
function errorParamsOf(input: LinkPageInput, offer: readonly OfferedItem[]): Record<string, Params> {
  const { project, locale } = input
  const { currency } = project
  const shop = shortName(project)
  const params: Record<string, Params> = { '': { shop }, email: { shop, ...input.errorParams?.email } }
  for (const [index, offered] of offer.entries()) {
    const range = offered.item.adjustable_quantity
    if (range) params[`quantity[${index}]`] = { min: range.min, max: range.max }
    const custom = customAmountOf(offered.item)
    if (!custom) continue
    params[`amount[${index}]`] = {
      min: formatAmount(custom.minimum, currency, locale),
      max: custom.maximum === null ? '' : formatAmount(custom.maximum, currency, locale),
      example: typedAmount(custom.suggested ?? custom.minimum, currency),
      limit: formatAmount(LARGEST_TYPED, currency, locale),
      decimals: decimals(currency),
    }
  }
  return params
}

/** Returns the problems in the order of the page, each with a link to its field. */
function problemsOf(input: LinkPageInput, fields: readonly FieldView[]) {
  const whole = '' in input.errors ? [{ text: errorAt(input, '') ?? '', href: null }] : []
  const atFields = fields.filter(({ error }) => error !== null)
  return [...whole, ...atFields.map(({ label, id }) => ({ text: label, href: `#${id}` }))]
}
