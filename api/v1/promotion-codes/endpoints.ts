import { promotionCode } from '../../../common/domain/promotion-codes/object.ts'
import { createPromotionCode } from '../../../common/services/promotion-codes/create.ts'
import { getPromotionCode } from '../../../common/services/promotion-codes/find.ts'
import { listPromotionCodes } from '../../../common/services/promotion-codes/list.ts'
import { updatePromotionCode } from '../../../common/services/promotion-codes/update.ts'
import { readList } from '../../../db/replica.ts'
import { type Endpoint, reads, writes } from '../../endpoint.ts'
import { listOf, one } from '../../openapi/reply.ts'
import { listAnswer } from '../../page.ts'
import { promotionCodeBody, promotionCodeChanges, promotionCodeQuery } from './schema.ts'

const ONE = '/promotion-codes/:promotion_code_id'

export const promotionCodeEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: '/promotion-codes',
      name: 'createPromotionCode',
      summary: 'Create a promotion code',
      answers: { 201: one(promotionCode) },
      refuses: ['product_not_found', 'promotion_code_taken'],
      paths: { product_not_found: 'product_ids.0' },
      body: promotionCodeBody,
    },
    async (tx, request) => ({
      status: 201,
      data: await createPromotionCode(tx, request.scope, request.draft),
    }),
  ),
  reads(
    {
      method: 'get',
      path: '/promotion-codes',
      name: 'listPromotionCodes',
      summary: 'List promotion codes',
      answers: { 200: listOf(promotionCode) },
      refuses: [],
      query: promotionCodeQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(
        request,
        await readList(query, (sql) => listPromotionCodes(sql, request.scope, query)),
      )
    },
  ),
  reads(
    {
      method: 'get',
      path: ONE,
      name: 'retrievePromotionCode',
      summary: 'Retrieve a promotion code',
      answers: { 200: one(promotionCode) },
      refuses: [],
    },
    async (request) => ({
      data: await getPromotionCode(request.scope, request.id('promotion_code_id')),
    }),
  ),
  writes(
    {
      method: 'patch',
      path: ONE,
      name: 'updatePromotionCode',
      summary: 'Update a promotion code',
      description: 'The discount never changes. Create a new code instead, and deactivate this one.',
      answers: { 200: one(promotionCode) },
      refuses: [],
      body: promotionCodeChanges,
    },
    async (tx, request) => ({
      status: 200,
      data: await updatePromotionCode(tx, request.scope, request.id('promotion_code_id'), request.draft),
    }),
  ),
]
