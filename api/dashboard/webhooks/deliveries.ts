import type { Router } from 'express'
import { Refusal } from '../../../common/kit/refusal.ts'
import { findWholeDelivery } from '../../../common/services/webhooks/deliveries/find-whole.ts'
import { listDeliveries } from '../../../common/services/webhooks/deliveries/list.ts'
import { resendDelivery } from '../../../common/services/webhooks/deliveries/resend.ts'
import { onConnection } from '../../../db/sql.ts'
import { change } from '../change.ts'
import { detailPage } from '../kit/detail.ts'
import { listPage } from '../kit/list.ts'
import { deliveryDetail, deliveryList } from './delivery-look.ts'

const deliveriesPage = listPage({
  ...deliveryList,
  find: (sql, scope, query) => listDeliveries(sql, scope, query),
})

const deliveryPage = detailPage({
  ...deliveryDetail,
  find: ({ scope }, id) => onConnection((sql) => findWholeDelivery(sql, scope, id)),
  actions: {
    resend: {
      ...deliveryDetail.actions.resend,
      run: async ({ scope }, { delivery }) => {
        try {
          await change(scope, (tx) => resendDelivery(tx, scope, delivery.id))
        } catch (error) {
          // The endpoint was turned off meanwhile.
          if (!(error instanceof Refusal && error.code === 'endpoint_inactive')) throw error
          return { errors: { '': 'endpoint_inactive' } }
        }
        return { done: 'sending' }
      },
    },
  },
})

/** The deliveries of webhooks. */
export const deliveryPages: readonly Router[] = [deliveriesPage, deliveryPage]
