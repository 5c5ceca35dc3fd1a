import type { PriceObject } from '../../../common/domain/prices/object.ts'
import { findPrices } from '../../../common/services/prices/find.ts'
import { findNewestOnSale, type PriceKind, searchOnSale } from '../../../common/services/prices/on-sale.ts'
import { planName } from '../../../common/services/text/names.ts'
import type { Sql } from '../../../db/sql.ts'
import { idOf } from '../../context.ts'
import type { Form } from '../../pages/form.ts'
import { fieldOf, type FieldView, type FormState, type Option } from '../../pages/kit/fields.ts'
import { type Choices, findSearched, offeredTo, searchOf } from '../kit/picker.ts'
import type { Presenter } from '../kit/presenter.ts'
import type { ProjectVisit } from '../project-visit.ts'

/** The prices that a form offers. */
export interface PriceChoices extends Choices<PriceObject> {
  /** Prices that are chosen, or sold already: a menu has them in any case. */
  chosen: readonly PriceObject[]
}

/** The prices to find for a form. */
interface Wanted extends PriceKind {
  /** Prices to offer in any case, such as prices that are sold already. */
  also?: readonly number[]
  /** The names of the fields for a price. */
  isField: (name: string) => boolean
}

/** Finds the newest prices that can be sold, those that the form has chosen, and the results of its searches. */
export async function findPriceChoices(
  sql: Sql,
  visit: ProjectVisit,
  form: Form | null,
  { also = [], isField, ...kind }: Wanted,
): Promise<PriceChoices> {
  const { scope } = visit
  const { items, isCut } = await findNewestOnSale(sql, scope, kind)
  const found = await findSearched(visit, form, isField, (wanted) => searchOnSale(sql, scope, wanted, kind))
  const known = new Map(
    [...items, ...Array.from(found.values()).flatMap((one) => one.items)].map((price) => [price.id, price]),
  )
  const typed = Object.entries(form ?? {}).flatMap(([name, value]) =>
    isField(name) ? (idOf(value) ?? []) : [],
  )
  const ids = Array.from(new Set([...also, ...typed]))
  const others = await findPrices(
    sql,
    scope,
    ids.filter((id) => !known.has(id)),
  )
  const chosen = ids.flatMap((id) => known.get(id) ?? others.get(id) ?? [])
  // A price that was archived since the form was loaded is not offered again.
  const isOffered = ({ id, active, product, type }: PriceObject) =>
    also.includes(id) || (active && product.active && (kind.type === undefined || type === kind.type))
  return { newest: items, isCut, found, chosen: chosen.filter(isOffered) }
}

/** Returns the prices without one of them, such as the present price of a subscription. */
export function withoutPrice({ newest, isCut, found, chosen }: PriceChoices, id: number): PriceChoices {
  const others = (prices: readonly PriceObject[]) => prices.filter((price) => price.id !== id)
  const results = Array.from(found, ([name, one]) => [name, { ...one, items: others(one.items) }] as const)
  return { newest: others(newest), isCut, found: new Map(results), chosen: others(chosen) }
}

/** Returns all prices that a form knows. */
export function knownPrices({ newest, found, chosen }: PriceChoices): PriceObject[] {
  return [...chosen, ...newest, ...Array.from(found.values()).flatMap(({ items }) => items)]
}

/** Returns the menu of a form for a price. The chosen one stays in it, also if another search does not find it. */
export function priceField(
  form: FormState,
  name: string,
  offer: PriceChoices,
  presenter: Presenter,
  { label, known, first = [] }: { label: string; known: string | null; first?: readonly Option[] },
): FieldView {
  const value = form.typed[name] ?? known ?? ''
  const offered = offeredTo(name, offer)
  // Without a search, the menu has all.
  const kept = offer.chosen.filter(
    ({ id }) => (!offer.isCut || String(id) === value) && !offered.some((price) => price.id === id),
  )
  return fieldOf(form, name, {
    ...{ label, known },
    options: [
      ...first,
      ...[...kept, ...offered].map((price) => ({
        ...{ value: String(price.id), label: priceLabel(price, presenter), selected: false },
      })),
    ],
    search: searchOf(name, form.typed, offer, presenter),
  })
}

/** Returns the amount of a price, with its period if it is recurring: `₮25,000 a month`. */
export function priceText(
  {
    unit_amount: unit,
    recurring_interval: interval,
    recurring_interval_count: count,
  }: Pick<PriceObject, 'unit_amount' | 'recurring_interval' | 'recurring_interval_count'>,
  presenter: Presenter,
): string {
  const amount = presenter.money(unit)
  return interval === null ? amount : presenter.t(`order.per_${interval}`, { amount, count: count ?? 1 })
}

/** Returns a price as a menu names it: the product, and how much it costs. */
export function priceLabel(price: PriceObject, presenter: Presenter): string {
  return `${planName(price)}: ${priceText(price, presenter)}`
}
