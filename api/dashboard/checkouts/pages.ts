import type { Router } from 'express'
import { Refusal } from '../../../common/kit/refusal.ts'
import { now } from '../../../common/runtime/clock.ts'
import { findCheckout } from '../../../common/services/checkouts/find.ts'
import { listCheckouts } from '../../../common/services/checkouts/list.ts'
import { searchCheckouts } from '../../../common/services/checkouts/search.ts'
import { findLocale } from '../../../common/services/customers/locale.ts'
import { findHistory } from '../../../common/services/history/find.ts'
import { findItemPictures } from '../../../common/services/images/find-pictures.ts'
import { expireCheckoutNow } from '../../../common/services/operations/expire-checkout.ts'
import { listPayments } from '../../../common/services/payments/list.ts'
import { onConnection } from '../../../db/sql.ts'
import { change } from '../change.ts'
import { detailPage } from '../kit/detail.ts'
import { newest, PER_PAGE } from '../kit/filters.ts'
import { listPage } from '../kit/list.ts'
import { newCheckoutPage } from './new.ts'
import { checkoutDetail, checkoutList, type ShownCheckout } from './view.ts'

/** All checkouts, with the filters of the API. */
const checkoutsPage = listPage({
  ...checkoutList,
  find: (sql, scope, { status, ...query }, now) =>
    listCheckouts(sql, scope, { ...query, ...(status && { status: [status] }) }, now),
  search: searchCheckouts,
})

/** A checkout: its order, its link while it can be paid, its payments and its history. */
const checkoutPage = detailPage<ShownCheckout>({
  ...checkoutDetail,
  find: ({ scope, locale: own }, id) =>
    onConnection(async (sql) => {
      const checkout = await findCheckout(sql, scope, id, now())
      if (!checkout) return null
      const of = { checkout_id: id, ...newest(PER_PAGE) }
      const payments = (await listPayments(sql, scope, of, now())).items
      const history = await findHistory(sql, scope, {
        objects: [
          { type: 'checkout', id },
          ...payments.map((one) => ({ type: 'payment' as const, id: one.id })),
        ],
        causes: [`checkout-${id}`, ...payments.map((one) => `payment-${one.id}`)],
      })
      const { customer_id: customerId, locale } = checkout
      const known = locale === 'auto' && customerId !== null ? await findLocale(sql, customerId) : null
      const language = locale === 'auto' ? (known ?? own) : locale
      const pictures = await findItemPictures(sql, scope.project.id, id)
      return { checkout, pictures, language, payments, history }
    }),
  actions: {
    expire: {
      ...checkoutDetail.actions.expire,
      run: async ({ scope }, { checkout: { id } }) => {
        try {
          await change(scope, (tx) => expireCheckoutNow(tx, scope, id))
        } catch (error) {
          // It was paid or has expired meanwhile.
          if (error instanceof Refusal && error.code === 'checkout_not_open')
            return { errors: { '': 'checkout_closed' } }
          if (error instanceof Refusal && error.code === 'payment_in_progress')
            return { errors: { '': 'in_progress' } }
          throw error
        }
        return { done: 'done' }
      },
    },
  },
})

export const checkoutPages: Router[] = [checkoutsPage, newCheckoutPage, checkoutPage]
