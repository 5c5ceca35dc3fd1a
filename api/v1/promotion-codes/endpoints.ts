import { createPromotionCode } from '../../../common/promotions/create-code.ts'
import { listPromotionCodes, promotionCodeOf } from '../../../common/promotions/list-codes.ts'
import { updatePromotionCode } from '../../../common/promotions/update-code.ts'
import { read } from '../../../db/sql.ts'
import { reads, writes } from '../../endpoint.ts'
import type { Endpoint } from '../../endpoint.ts'
import { listAnswer } from '../../page.ts'
import { listOf, one } from '../../openapi/shape.ts'
import { promotionCode } from '../../openapi/shapes/promotion-code.ts'
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
      body: promotionCodeBody,
    },
    async (tx, request) => ({ status: 201, data: await createPromotionCode(tx, request, request.draft) }),
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
      return listAnswer(request, await read((sql) => listPromotionCodes(sql, request, query)))
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
      data: await read((sql) => promotionCodeOf(sql, request, request.id('promotion_code_id'))),
    }),
  ),
  writes(
    {
      method: 'patch',
      path: ONE,
      name: 'updatePromotionCode',
      summary: 'Update a promotion code',
      description: 'What it takes off never changes: for another discount make a new code, and end this one.',
      answers: { 200: one(promotionCode) },
      refuses: [],
      body: promotionCodeChanges,
    },
    async (tx, request) => ({
      status: 200,
      data: await updatePromotionCode(tx, request, request.id('promotion_code_id'), request.draft),
    }),
  ),
]
