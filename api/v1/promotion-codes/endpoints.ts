import { createPromotionCode } from '../../../common/promotions/create-code.ts'
import { listPromotionCodes, promotionCodeOf } from '../../../common/promotions/list-codes.ts'
import { updatePromotionCode } from '../../../common/promotions/update-code.ts'
import { read } from '../../../db/sql.ts'
import { reads, writes } from '../../endpoint.ts'
import type { Endpoint } from '../../endpoint.ts'
import { listAnswer } from '../../page.ts'
import { promotionCodeBody, promotionCodeChanges, promotionCodeQuery } from './schema.ts'

const ONE = '/promotion-codes/:promotion_code_id'

export const promotionCodeEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: '/promotion-codes',
      summary: 'Create a promotion code',
      body: promotionCodeBody,
    },
    async (tx, request) => ({ status: 201, data: await createPromotionCode(tx, request, request.draft) }),
  ),
  reads(
    {
      method: 'get',
      path: '/promotion-codes',
      summary: 'List promotion codes',
      query: promotionCodeQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(request, await read((sql) => listPromotionCodes(sql, request, query)))
    },
  ),
  reads({ method: 'get', path: ONE, summary: 'Retrieve a promotion code' }, async (request) => ({
    data: await read((sql) => promotionCodeOf(sql, request, request.id('promotion_code_id'))),
  })),
  writes(
    { method: 'patch', path: ONE, summary: 'Update a promotion code', body: promotionCodeChanges },
    async (tx, request) => ({
      status: 200,
      data: await updatePromotionCode(tx, request, request.id('promotion_code_id'), request.draft),
    }),
  ),
]
