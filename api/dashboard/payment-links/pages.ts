import type { Router } from 'express'
import type { PaymentLinkItem, PaymentLinkObject } from '../../../common/domain/payment-links/object.ts'
import { type FormErrors, isFaulty } from '../../../common/kit/form.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import { listCheckouts } from '../../../common/services/checkouts/list.ts'
import { findPicturesOf } from '../../../common/services/images/find-pictures.ts'
import {
  createPaymentLink,
  updatePaymentLink,
} from '../../../common/services/operations/save-payment-link.ts'
import { findPaymentLink } from '../../../common/services/payment-links/find.ts'
import { listPaymentLinks } from '../../../common/services/payment-links/list.ts'
import { onConnection } from '../../../db/sql.ts'
import { idOf } from '../../context.ts'
import type { Form } from '../../pages/form.ts'
import { paymentLinkBody, paymentLinkChanges } from '../../v1/payment-links/schema.ts'
import { validate } from '../../valid.ts'
import { createOnce } from '../create-once.ts'
import { detailPage } from '../kit/detail.ts'
import { newest } from '../kit/filters.ts'
import { formPage } from '../kit/form.ts'
import { listPage } from '../kit/list.ts'
import type { ActionResult } from '../page.ts'
import { addressIn, type ProjectVisit, readingOf } from '../project-visit.ts'
import { dayField, endOfDay } from '../selling/day.ts'
import { areItemsChanged, isPriceField, type ItemBody, readItems } from '../selling/items.ts'
import { readPageChoices } from '../selling/page-choices.ts'
import { findPriceChoices } from '../selling/price-choices.ts'
import { refusedFields } from '../selling/problems.ts'
import { readQuestions } from '../selling/questions.ts'
import { fitsForm, knownItems, type LinkForm, linkForm, newLinkForm } from './form-view.ts'
import { nameOf, type PricedLink, priceOf, withPrices } from './sold-items.ts'
import { paymentLinkDetail, paymentLinkList, type ShownLink } from './view.ts'

/** Number of checkouts on the page of a link. */
const SHOWN = 20

const paymentLinksPage = listPage<PricedLink, typeof paymentLinkList.filters>({
  ...paymentLinkList,
  find: async (sql, scope, { active, ...query }, now) => {
    const page = await listPaymentLinks(
      sql,
      scope,
      { ...query, ...(active !== undefined && { active: active === 'true' }) },
      now,
    )
    return { ...page, items: await withPrices(sql, scope, page.items) }
  },
})

const paymentLinkPage = detailPage<ShownLink>({
  ...paymentLinkDetail,
  find: async ({ scope }, id) => {
    const link = await findPaymentLink(scope, id, now())
    if (!link) return null
    return onConnection(async (sql) => {
      const [priced] = await withPrices(sql, scope, [link])
      const query = { payment_link_id: id, ...newest(SHOWN) }
      const page = await listCheckouts(sql, scope, query, now())
      const { project, isTest } = scope
      const pictures = await findPicturesOf(
        sql,
        { projectId: project.id, isTest },
        link.items.map((item) => ({
          imageUrl: item.price_data?.product_data.image_url ?? null,
          productId: priceOf(item, priced!.prices)?.productId ?? null,
        })),
      )
      return { ...priced!, pictures, checkouts: page.items, hasMore: 'hasMore' in page && page.hasMore }
    })
  },
  actions: {
    deactivate: {
      ...paymentLinkDetail.actions.deactivate,
      run: (visit, { id }) => switchLink(visit, id, false),
    },
    activate: { ...paymentLinkDetail.actions.activate, run: (visit, { id }) => switchLink(visit, id, true) },
  },
})

async function switchLink({ scope }: ProjectVisit, id: number, active: boolean): Promise<ActionResult> {
  await atomically((tx) => updatePaymentLink(tx, scope, id, validate(paymentLinkChanges, { active })))
  return { done: 'saved' }
}

const newLinkPage = formPage<LinkForm>({
  ...newLinkForm,
  needs: 'operate',
  done: 'link_created',
  find: (visit, _id, query, form) => findForm(visit, null, idOf(query.price_id as string), form),
  save: async (visit, offer, form) => {
    const { body, rows, errors } = readLink(visit, offer, form)
    if (isFaulty(errors)) return { errors }
    const { scope } = visit
    try {
      const id = await createOnce(visit, newLinkForm.path, form, async (tx) => {
        const draft = validate(paymentLinkBody, body, readingOf(visit))
        return (await createPaymentLink(tx, scope, draft)).id
      })
      return { goTo: addressIn(visit, `/payment-links/${id}`) }
    } catch (error) {
      return { errors: refusedFields(error, rows, NAMES) }
    }
  },
})

const linkFormPage = formPage<LinkForm>({
  ...linkForm,
  needs: 'operate',
  find: async (visit, id, _query, form) => {
    const link = id === null ? null : await findPaymentLink(visit.scope, id, now())
    return link && findForm(visit, link, null, form)
  },
  save: async (visit, offer, form) => {
    const { body, rows, errors } = readLink(visit, offer, form)
    if (isFaulty(errors)) return { errors }
    const { scope } = visit
    const { id } = offer.link!
    try {
      await atomically((tx) => {
        const draft = validate(paymentLinkChanges, body, { ...readingOf(visit), keepNull: true })
        return updatePaymentLink(tx, scope, id, draft)
      })
      return { goTo: addressIn(visit, `/payment-links/${id}`) }
    } catch (error) {
      return { errors: refusedFields(error, rows, NAMES) }
    }
  },
})

/** The payment links of a project. The path of the form comes before the path of a link. */
export const paymentLinkPages: readonly Router[] = [
  paymentLinksPage,
  newLinkPage,
  paymentLinkPage,
  linkFormPage,
]

const NAMES = { ends_at: 'last_day', custom_fields: 'question[0][label]' }

function findForm(
  visit: ProjectVisit,
  link: PaymentLinkObject | null,
  priceId: number | null,
  form: Form | null,
): Promise<LinkForm> {
  const { scope } = visit
  return onConnection(async (sql) => {
    const sold = link ? link.items.flatMap(({ price_id: id }) => id ?? []) : []
    const also = priceId === null ? sold : [priceId]
    const choices = await findPriceChoices(sql, visit, form, { also, isField: isPriceField })
    const named = link?.items.filter(({ price }) => price !== null) ?? []
    const [priced] = named.length > 0 ? await withPrices(sql, scope, [link!]) : []
    return {
      ...choices,
      link,
      isLink: true,
      priceId: choices.chosen.some(({ id }) => id === priceId) ? priceId : null,
      keys: named.map((item) => ({ key: item.price!, label: nameOf(item, priced!.prices) })),
    }
  })
}

/** Reads the form as a request to the API. A change has only the items and questions that differ. */
function readLink({ scope: { project }, locale }: ProjectVisit, offer: LinkForm, form: Form) {
  const { link } = offer
  const known = knownItems(offer, project.currency)
  const isItemsSent = fitsForm(offer) && (!link || areItemsChanged(form, known))
  const read = isItemsSent ? readItems(form, project.currency, locale) : { items: [], rows: [], errors: {} }
  const items = read.items.map((item, index) => withRest(item, link?.items[read.rows[index]!]))
  const asked = readQuestions(form, link?.custom_fields ?? [])
  const errors: FormErrors = { ...read.errors, ...asked.errors }
  const { max_sales: most = '', last_day: day = '', thank_you_text: thanks = '' } = form
  if (most !== '' && !/^[1-9]\d{0,8}$/.test(most)) errors.max_sales = 'max_sales'
  const end = endOfDay(day, project.timezone)
  if (day !== '' && end === null) errors.last_day = 'day_past'
  const body = {
    ...(isItemsSent && { items }),
    ...readPageChoices(form),
    max_sales: most === '' ? null : Number(most),
    // The same day keeps the exact time that the API may have set.
    ...(day !== dayField(link?.ends_at ?? null, project.timezone) && { ends_at: end }),
    thank_you_text: thanks || null,
    ...(asked.isChanged && { custom_fields: asked.questions.length > 0 ? asked.questions : null }),
  }
  return { body, rows: read.rows, errors }
}

/** Returns an item with the parts that the form does not show, such as its picture and the range of quantities. */
function withRest(item: ItemBody, stored: PaymentLinkItem | undefined): object {
  const { price_data: data, adjustable_quantity: adjustable } = item
  const rest = stored?.price_data?.product_data
  const range = stored?.adjustable_quantity
  const product = rest && {
    ...(rest.description !== null && { description: rest.description }),
    ...(rest.image_url !== null && { image_url: rest.image_url }),
    ...(rest.client_reference_id !== null && { client_reference_id: rest.client_reference_id }),
  }
  return {
    ...item,
    ...(data && { price_data: { ...data, product_data: { ...product, ...data.product_data } } }),
    ...(adjustable && range && { adjustable_quantity: range }),
  }
}
