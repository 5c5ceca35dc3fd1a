import type { PageView } from '../../../api/pages/kit/page-view.ts'
import { type LinkPageInput, linkView } from '../../../api/pages/link/view.ts'
import type { Picture } from '../../../common/domain/images/picture.ts'
import { storedItem } from '../../../common/domain/payment-links/items.ts'
import type { Locale } from '../../../common/kit/format.ts'
import type { OfferedItem } from '../../../common/services/operations/offer-of-link.ts'
import { project } from './fixtures.ts'

const LONG =
  'Zolzaya Enkhtuvshin-Baatarsaikhan & Sons’ Handmade <b>Felt</b> Slippers, Saddles and Everything Emporium'
const PICTURE: Picture = { path: '/assets/pictures/hills-96x96.png', width: 96, height: 96, clear: false }

interface Sold {
  quantity?: number
  range?: { min: number; max: number }
  description?: string
  custom?: { minimum: number; maximum?: number; suggested?: number }
  interval?: { unit: 'month' | 'year'; count: number }
}

function sold(
  name: string,
  unitAmount: number,
  { quantity = 1, range, description, custom, interval }: Sold = {},
) {
  const product_data = { name, ...(description && { description }) }
  const price = custom ? { custom_unit_amount: custom } : { unit_amount: unitAmount }
  const offered: OfferedItem = {
    item: storedItem({ price_data: { ...price, product_data }, quantity }, range ?? null),
    priced: {
      ...{
        priceId: null,
        productId: null,
        priceName: null,
        imageUrl: null,
        reference: null,
        lookupKey: null,
      },
      ...{ name, description: description ?? null, unitAmount, quantity, path: 'items.0' },
      ...{ amountSubtotal: unitAmount * quantity, adjustable: range ?? null },
      recurring: interval
        ? {
            ...{ id: 1, name: null, lookupKey: null, unitAmount, interval, active: true, productId: 1 },
            ...{ productName: name, productDescription: null, productReference: null },
          }
        : null,
    },
  }
  return offered
}

const donation = { minimum: 1_000, maximum: 1_000_000, suggested: 5_000 }
const ticket = sold('Намрын үзэсгэлэнгийн тасалбар', 15_000, {
  range: { min: 1, max: 10 },
  description: 'Saturday, 5 September, from 11:00. Children come for free.',
})
const gift = sold('Donation to the school library', 0, { custom: donation })

const links: Record<string, Partial<LinkPageInput>> = {
  link: {},
  'link-live': { isTest: false, userAgent: 'Mozilla/5.0 (Linux; Android 14) Mobi' },
  'link-poster': { isPoster: true },
  'link-quantity': { offer: [ticket], pictures: [PICTURE] },
  'link-quantity-wrong': {
    offer: [ticket],
    typed: { 'quantity[0]': '99' },
    errors: { 'quantity[0]': 'errors.quantity_invalid' },
  },
  'link-amount': { offer: [gift] },
  'link-amount-least': { offer: [sold('Donation to the school library', 0, { custom: { minimum: 1_000 } })] },
  'link-amount-wrong': {
    offer: [sold('Donation to the school library', 0, { custom: { minimum: 1_000 } })],
    typed: { 'amount[0]': '999' },
    errors: { 'amount[0]': 'errors.amount_too_low' },
  },
  'link-plan': {
    offer: [sold('Book club', 30_000, { interval: { unit: 'month', count: 1 }, range: { min: 1, max: 12 } })],
  },
  'link-plan-wrong': {
    offer: [sold('Book club', 30_000, { interval: { unit: 'year', count: 1 } })],
    typed: { email: 'saraa@example.mn' },
    errors: { email: 'errors.link_subscribed' },
  },
  'link-everything-wrong': {
    offer: [ticket, gift, sold('Цай', 3_500, { quantity: 2 })],
    typed: { 'quantity[0]': '', 'amount[1]': 'much' },
    errors: { 'quantity[0]': 'errors.quantity_invalid', 'amount[1]': 'errors.sum_unreadable' },
  },
  'link-no-method': { isTest: false, errors: { '': 'errors.no_method' } },
  'link-ugly': {
    project: { ...project, name: LONG, color: '#ff00ff' },
    offer: [
      sold(LONG, 999_999_999_999, { range: { min: 1, max: 999_999 }, description: LONG }),
      sold(LONG, 0, { custom: { minimum: 1, maximum: 999_999_999_999 } }),
    ],
  },
  'link-inactive': { state: 'inactive', offer: null },
  'link-ended': { state: 'ended', offer: null, name: null },
  'link-sold-out': { state: 'sold_out', offer: null, isTest: false },
  'link-sold-out-way-back': {
    state: 'sold_out',
    offer: null,
    project: { ...project, websiteUrl: 'https://nomynulgii.example' },
  },
  'link-reserved': { state: 'reserved', offer: null },
}

function linkPage(changes: Partial<LinkPageInput>): LinkPageInput {
  return {
    project,
    isTest: true,
    locale: 'en',
    formToken: 'form-token',
    visitor: 'visitor',
    typed: {},
    errors: {},
    state: 'sells',
    offer: [sold('Ноосон гутал, эмэгтэй, 37 размер', 48_500)],
    pictures: [],
    name: 'Ноосон гутал, эмэгтэй, 37 размер',
    endsAt: new Date('2026-08-12T11:04:00Z'),
    url: 'https://pay.example.org/l/h4k7m2p9qx',
    path: '/l/h4k7m2p9qx',
    ...changes,
  }
}

/** Every state of the page of a payment link. */
export const linkStates: Record<string, (locale: Locale) => PageView> = Object.fromEntries(
  Object.entries(links).map(([name, fields]) => [
    name,
    (locale: Locale) => linkView(linkPage({ ...fields, locale })),
  ]),
)
