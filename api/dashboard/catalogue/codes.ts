import type { Router } from 'express'
import type { PromotionCodeObject } from '../../../common/domain/promotion-codes/object.ts'
import type { FormErrors } from '../../../common/kit/form.ts'
import { amountProblem, readAmount } from '../../../common/kit/read-amount.ts'
import { MOST_FOUND } from '../../../common/kit/wanted.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import { findProducts } from '../../../common/services/products/find.ts'
import { listProducts } from '../../../common/services/products/list.ts'
import { searchActiveProducts } from '../../../common/services/products/search.ts'
import { createPromotionCode } from '../../../common/services/promotion-codes/create.ts'
import { findPromotionCode } from '../../../common/services/promotion-codes/find.ts'
import { listPromotionCodes, searchPromotionCodes } from '../../../common/services/promotion-codes/list.ts'
import { updatePromotionCode } from '../../../common/services/promotion-codes/update.ts'
import { onConnection } from '../../../db/sql.ts'
import type { Form } from '../../pages/form.ts'
import { promotionCodeBody, promotionCodeChanges } from '../../v1/promotion-codes/schema.ts'
import { validate } from '../../valid.ts'
import { createOnce } from '../create-once.ts'
import { detailPage } from '../kit/detail.ts'
import { newest } from '../kit/filters.ts'
import { formPage } from '../kit/form.ts'
import { listPage } from '../kit/list.ts'
import { findSearched } from '../kit/picker.ts'
import type { ActionResult } from '../page.ts'
import { type ProjectVisit, readingOf } from '../project-visit.ts'
import { dayField, endOfDay, firstDayField, startOfDay } from '../selling/day.ts'
import { codeForm, type CodeOffer, newCodeForm, PRODUCTS, tickedIn } from './code-form-view.ts'
import { codeDetail, codeList, codePath, type ListedCode, type ShownCode, withStatus } from './code-view.ts'
import { saved } from './saved.ts'

/** All promotion codes, newest first, and the search. */
const codesPage = listPage<ListedCode, typeof codeList.filters>({
  ...codeList,
  find: async (sql, scope, { active, ...query }, time) => {
    const filter = { ...query, ...(active && { active: active === 'true' }) }
    const page = await listPromotionCodes(sql, scope, filter)
    const { currency } = scope.project
    return { ...page, items: page.items.map((code) => withStatus(code, currency, time)) }
  },
  search: async (sql, scope, text, time) => {
    const { items, isCut } = await searchPromotionCodes(sql, scope, text)
    return { items: items.map((code) => withStatus(code, scope.project.currency, time)), isCut }
  },
})

const { activate, deactivate } = codeDetail.actions

/** A promotion code with its terms and the number of its uses. */
const codePage = detailPage<ShownCode>({
  ...codeDetail,
  find: async ({ scope }, id) => {
    const code = await findPromotionCode(scope, id)
    if (!code) return null
    const products = await findProducts(scope, code.product_ids)
    return { code: withStatus(code, scope.project.currency, now()), products }
  },
  actions: {
    activate: { ...activate, run: (visit, { code }) => switchCode(visit, code.id, true) },
    deactivate: { ...deactivate, run: (visit, { code }) => switchCode(visit, code.id, false) },
  },
})

async function switchCode({ scope }: ProjectVisit, id: number, active: boolean): Promise<ActionResult> {
  await atomically((tx) => updatePromotionCode(tx, scope, id, validate(promotionCodeChanges, { active })))
  return { done: 'saved' }
}

const newCodePage = formPage<CodeOffer>({
  ...newCodeForm,
  needs: 'operate',
  done: 'code_created',
  find: async (visit, _id, _query, form) => {
    const { scope } = visit
    const options = { active: true, ...newest(MOST_FOUND) }
    const page = await onConnection((sql) => listProducts(sql, scope, options))
    return {
      newest: page.items,
      isCut: 'hasMore' in page && page.hasMore,
      found: await findSearched(
        visit,
        form,
        (name) => name === PRODUCTS,
        (wanted) => searchActiveProducts(scope, wanted),
      ),
      chosen: await findProducts(scope, tickedIn(form ?? {})),
    }
  },
  save: (visit, _offer, form) => {
    const errors: FormErrors = {}
    const chosen = tickedIn(form)
    const body = {
      code: form.code ?? '',
      ...readDiscount(visit, form, errors),
      ...(chosen.length > 0 ? { type: 'product', product_ids: chosen } : { type: 'order_total' }),
      ...readTerms(visit, null, form, errors),
    }
    if (body.code === '') errors.code = 'code_unfit'
    return saved(visit, errors, { product_ids: '' }, async () => {
      const id = await createOnce(visit, newCodeForm.path, form, async (tx) => {
        const draft = validate(promotionCodeBody, body, readingOf(visit))
        return (await createPromotionCode(tx, visit.scope, draft)).id
      })
      return codePath({ id })
    })
  },
})

const codeFormPage = formPage<PromotionCodeObject>({
  ...codeForm,
  needs: 'operate',
  find: ({ scope }, id) => (id === null ? null : findPromotionCode(scope, id)),
  save: (visit, code, form) => {
    const errors: FormErrors = {}
    const changes = readTerms(visit, code, form, errors)
    return saved(visit, errors, {}, async () => {
      const draft = () => validate(promotionCodeChanges, changes, { ...readingOf(visit), keepNull: true })
      await atomically((tx) => updatePromotionCode(tx, visit.scope, code.id, draft()))
      return codePath(code)
    })
  },
})

/** The promotion codes of a project. The path of the form comes before the path of a code. */
export const codePages: readonly Router[] = [codesPage, newCodePage, codePage, codeFormPage]

function readDiscount({ scope: { project }, locale }: ProjectVisit, form: Form, errors: FormErrors) {
  const { percent_off: percent = '', amount_off: amount = '' } = form
  if ((percent === '') === (amount === '')) errors.percent_off = 'code_discount'
  else if (percent !== '') {
    if (!/^\d{1,3}$/.test(percent) || Number(percent) < 1 || Number(percent) > 100)
      errors.percent_off = 'code_percent'
    return { percent_off: Number(percent) }
  }
  const read = readAmount(amount, project.currency)
  if (amount !== '' && read === null) errors.amount_off = amountProblem(amount, project.currency, locale)
  return { amount_off: read }
}

/** Reads the terms of a code. A day that was not changed keeps its exact time, which the API may have set. */
function readTerms(
  { scope: { project }, locale }: ProjectVisit,
  code: PromotionCodeObject | null,
  form: Form,
  errors: FormErrors,
) {
  const { currency, timezone } = project
  const { minimum_amount: minimum = '', first_day: first = '', last_day: last = '' } = form
  const least = readAmount(minimum, currency)
  if (minimum !== '' && least === null) errors.minimum_amount = amountProblem(minimum, currency, locale)
  const [start, end] = [startOfDay(first, timezone), endOfDay(last, timezone)]
  if (first !== '' && start === null) errors.first_day = 'day_unreadable'
  if (last !== '' && end === null) errors.last_day = 'day_unreadable'
  const isNewEnd = last !== dayField(code?.expires_at ?? null, timezone)
  if (isNewEnd && end !== null && new Date(end) <= now()) errors.last_day = 'day_past'
  if (first !== '' && last !== '' && last < first) errors.last_day = 'code_days'
  const count = (name: 'max_redemptions' | 'max_redemptions_per_customer') => {
    const typed = form[name] ?? ''
    if (typed !== '' && !/^[1-9]\d{0,8}$/.test(typed)) errors[name] = 'max_sales'
    return typed === '' ? null : Number(typed)
  }
  return {
    minimum_amount: least,
    ...(first !== firstDayField(code?.starts_at ?? null, timezone) && { starts_at: start }),
    ...(isNewEnd && { expires_at: end }),
    max_redemptions: count('max_redemptions'),
    max_redemptions_per_customer: count('max_redemptions_per_customer'),
    combinable: form.combinable === '1',
  }
}
