import { price } from '../../../common/domain/prices/object.ts'
import { createPrice } from '../../../common/services/prices/create.ts'
import { getPrice } from '../../../common/services/prices/find.ts'
import { listPrices } from '../../../common/services/prices/list.ts'
import { updatePrice } from '../../../common/services/prices/update.ts'
import { readList } from '../../../db/replica.ts'
import { onConnection } from '../../../db/sql.ts'
import { type Endpoint, reads, writes } from '../../endpoint.ts'
import { listOf, one } from '../../openapi/reply.ts'
import { listAnswer } from '../../page.ts'
import { priceBody, priceChanges, priceQuery } from './schema.ts'

export const priceEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: '/prices',
      name: 'createPrice',
      summary: 'Create a price',
      description: 'Creates a price for an existing product, or for a new one from `product_data`.',
      answers: { 201: one(price) },
      refuses: ['lookup_key_taken', 'product_not_found'],
      body: priceBody,
    },
    async (tx, request) => ({ status: 201, data: await createPrice(tx, request.scope, request.draft) }),
  ),
  reads(
    {
      method: 'get',
      path: '/prices',
      name: 'listPrices',
      summary: 'List prices',
      answers: { 200: listOf(price) },
      refuses: ['unsupported_filter_combination'],
      paths: { unsupported_filter_combination: 'product_id' },
      query: priceQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(request, await readList(query, (sql) => listPrices(sql, request.scope, query)))
    },
  ),
  reads(
    {
      method: 'get',
      path: '/prices/:price_id',
      name: 'retrievePrice',
      summary: 'Retrieve a price',
      answers: { 200: one(price) },
      refuses: [],
    },
    async (request) => ({
      data: await onConnection((sql) => getPrice(sql, request.scope, request.id('price_id'))),
    }),
  ),
  writes(
    {
      method: 'patch',
      path: '/prices/:price_id',
      name: 'updatePrice',
      summary: 'Update a price',
      description:
        'The amount and the interval never change. Create a new price instead, and archive this one.',
      answers: { 200: one(price) },
      refuses: ['lookup_key_taken'],
      body: priceChanges,
    },
    async (tx, request) => ({
      status: 200,
      data: await updatePrice(tx, request.scope, request.id('price_id'), request.draft),
    }),
  ),
]
