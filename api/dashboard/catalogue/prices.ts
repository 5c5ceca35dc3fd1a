import type { Router } from 'express'
import type { CurrencyPrice } from '../../../common/domain/prices/csv.ts'
import type { PriceObject } from '../../../common/domain/prices/object.ts'
import type { ProductObject } from '../../../common/domain/products/object.ts'
import type { FormErrors } from '../../../common/kit/form.ts'
import { amountProblem, readAmount } from '../../../common/kit/read-amount.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { createPrice } from '../../../common/services/prices/create.ts'
import { findPrice } from '../../../common/services/prices/find.ts'
import { listPrices } from '../../../common/services/prices/list.ts'
import { updatePrice } from '../../../common/services/prices/update.ts'
import { findProduct } from '../../../common/services/products/find.ts'
import { listSubscriptions } from '../../../common/services/subscriptions/list.ts'
import { onConnection } from '../../../db/sql.ts'
import type { Form } from '../../pages/form.ts'
import { priceBody, priceChanges } from '../../v1/prices/schema.ts'
import { validate } from '../../valid.ts'
import { createOnce } from '../create-once.ts'
import { detailPage } from '../kit/detail.ts'
import { newest } from '../kit/filters.ts'
import { formPage } from '../kit/form.ts'
import { listPage } from '../kit/list.ts'
import type { ActionResult } from '../page.ts'
import { type ProjectVisit, readingOf } from '../project-visit.ts'
import { newPriceForm, PERIODS, priceForm } from './price-form-view.ts'
import { priceDetail, priceList, pricePath, type ShownPrice } from './price-view.ts'
import { saved } from './saved.ts'

/** Number of subscriptions on the page of a price. */
const SHOWN = 10

/** All prices, newest first. */
const pricesPage = listPage<CurrencyPrice, typeof priceList.filters>({
  ...priceList,
  find: async (sql, scope, { active, ...query }) => {
    const page = await listPrices(sql, scope, { ...query, ...(active && { active: active === 'true' }) })
    const { currency } = scope.project
    return { ...page, items: page.items.map((price) => ({ ...price, currency })) }
  },
})

const { archive, restore } = priceDetail.actions

/** A price with its subscriptions. */
const pricePage = detailPage<ShownPrice>({
  ...priceDetail,
  find: ({ scope }, id) =>
    onConnection(async (sql) => {
      const price = await findPrice(sql, scope, id)
      if (!price) return null
      if (price.type === 'one_time') return { price, subscriptions: [], hasMore: false }
      const query = { price_id: id, ...newest(SHOWN) }
      const page = await listSubscriptions(sql, scope, query)
      return { price, subscriptions: page.items, hasMore: 'hasMore' in page && page.hasMore }
    }),
  actions: {
    restore: { ...restore, run: (visit, { price }) => switchPrice(visit, price.id, true) },
    archive: { ...archive, run: (visit, { price }) => switchPrice(visit, price.id, false) },
  },
})

async function switchPrice({ scope }: ProjectVisit, id: number, active: boolean): Promise<ActionResult> {
  await atomically((tx) => updatePrice(tx, scope, id, validate(priceChanges, { active })))
  return { done: 'saved' }
}

const newPricePage = formPage<ProductObject>({
  ...newPriceForm,
  needs: 'operate',
  done: 'price_created',
  find: ({ scope }, id) => (id === null ? null : findProduct(scope, id)),
  save: (visit, { id: productId }, form) => {
    const errors: FormErrors = {}
    const body = { product_id: productId, ...readTerms(visit, form, errors), ...readNames(form) }
    return saved(visit, errors, {}, async () => {
      const path = `/products/${productId}/new-price`
      const id = await createOnce(visit, path, form, async (tx) => {
        return (await createPrice(tx, visit.scope, validate(priceBody, body, readingOf(visit)))).id
      })
      return pricePath({ id })
    })
  },
})

const priceFormPage = formPage<PriceObject>({
  ...priceForm,
  needs: 'operate',
  find: ({ scope }, id) => (id === null ? null : onConnection((sql) => findPrice(sql, scope, id))),
  save: (visit, { id, type }, form) =>
    saved(visit, {}, {}, async () => {
      const { portal, ...names } = readNames(form)
      const changes = { ...names, ...(type === 'recurring' && { portal }) }
      const draft = () => validate(priceChanges, changes, { keepNull: true })
      await atomically((tx) => updatePrice(tx, visit.scope, id, draft()))
      return pricePath({ id })
    }),
})

/** The prices of a project. */
export const pricePages: readonly Router[] = [pricesPage, pricePage, priceFormPage, newPricePage]

/** Reads the amount and the period of a new price. */
export function readTerms({ scope: { project }, locale }: ProjectVisit, form: Form, errors: FormErrors) {
  const { unit_amount: typed = '' } = form
  const amount = readAmount(typed, project.currency)
  if (amount === null) errors.unit_amount = amountProblem(typed, project.currency, locale)
  const period = PERIODS.find((one) => one === form.period)
  const [unit, count] = period?.split('-') ?? []
  return {
    unit_amount: amount ?? 0,
    ...(unit && { recurring_interval: unit, recurring_interval_count: Number(count) }),
  }
}

function readNames({ name = '', lookup_key: key = '', portal, transfer_lookup_key: transfer }: Form) {
  return {
    name: name || null,
    lookup_key: key || null,
    portal: portal === '1',
    transfer_lookup_key: transfer === '1',
  }
}
