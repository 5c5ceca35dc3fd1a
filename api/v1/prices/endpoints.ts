import { createPrice } from '../../../common/products/create-price.ts'
import { listPrices, priceOf } from '../../../common/products/find-price.ts'
import { updatePrice } from '../../../common/products/update-price.ts'
import { read } from '../../../db/sql.ts'
import { reads, writes } from '../../endpoint.ts'
import type { Endpoint } from '../../endpoint.ts'
import { listAnswer } from '../../page.ts'
import { priceBody, priceChanges, priceQuery } from './schema.ts'

export const priceEndpoints: Endpoint[] = [
  writes(
    { method: 'post', path: '/prices', summary: 'Create a price', body: priceBody },
    async (tx, request) => ({ status: 201, data: await createPrice(tx, request, request.draft) }),
  ),
  reads({ method: 'get', path: '/prices', summary: 'List prices', query: priceQuery }, async (request) => {
    const query = request.query()
    return listAnswer(request, await read((sql) => listPrices(sql, request, query)))
  }),
  reads({ method: 'get', path: '/prices/:price_id', summary: 'Retrieve a price' }, async (request) => ({
    data: await read((sql) => priceOf(sql, request, request.id('price_id'))),
  })),
  writes(
    { method: 'patch', path: '/prices/:price_id', summary: 'Update a price', body: priceChanges },
    async (tx, request) => ({
      status: 200,
      data: await updatePrice(tx, request, request.id('price_id'), request.draft),
    }),
  ),
]
