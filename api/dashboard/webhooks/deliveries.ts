import type { Router } from 'express'
import type { DeliveryObject } from '../../../common/domain/webhooks/deliveries/object.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import { now } from '../../../common/runtime/clock.ts'
import { findWholeDelivery } from '../../../common/services/webhooks/deliveries/find-whole.ts'
import { listDeliveries } from '../../../common/services/webhooks/deliveries/list.ts'
import { resendDelivery } from '../../../common/services/webhooks/deliveries/resend.ts'
import { findEndpointUrls } from '../../../common/services/webhooks/endpoints/find.ts'
import { onConnection, type Sql } from '../../../db/sql.ts'
import { change } from '../change.ts'
import { detailPage } from '../kit/detail.ts'
import { listPage } from '../kit/list.ts'
import { deliveryDetail, deliveryList, type ListedDelivery, type ShownDelivery } from './delivery-view.ts'

const deliveriesPage = listPage<ListedDelivery, typeof deliveryList.filters>({
  ...deliveryList,
  find: async (sql, scope, query) => {
    const page = await listDeliveries(sql, scope, query)
    return { ...page, items: await withUrls(sql, page.items) }
  },
})

/** Adds the addresses of the endpoints. */
export async function withUrls(sql: Sql, deliveries: readonly DeliveryObject[]): Promise<ListedDelivery[]> {
  const urls = await findEndpointUrls(
    sql,
    deliveries.map(({ endpoint_id: id }) => id),
  )
  return deliveries.map((one) => ({ ...one, url: urls.get(one.endpoint_id) ?? null }))
}

const deliveryPage = detailPage<ShownDelivery>({
  ...deliveryDetail,
  find: async ({ scope }, id) => {
    const found = await onConnection((sql) => findWholeDelivery(sql, scope, id))
    return found && { ...found, now: now() }
  },
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
        return {} // the notice shows the result
      },
    },
  },
})

/** The deliveries of webhooks. */
export const deliveryPages: readonly Router[] = [deliveriesPage, deliveryPage]
