import { createProduct } from '../../../common/products/create-product.ts'
import { listProducts, productOf } from '../../../common/products/find-product.ts'
import { updateProduct } from '../../../common/products/update-product.ts'
import { read } from '../../../db/sql.ts'
import { reads, writes } from '../../endpoint.ts'
import type { Endpoint } from '../../endpoint.ts'
import { listAnswer } from '../../page.ts'
import { listOf, one } from '../../openapi/shape.ts'
import { product } from '../../openapi/shapes/product.ts'
import { productBody, productChanges, productQuery } from './schema.ts'

export const productEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: '/products',
      name: 'createProduct',
      summary: 'Create a product',
      answers: { 201: one(product) },
      refuses: [],
      body: productBody,
    },
    async (tx, request) => {
      const id = await createProduct(tx, request, request.body())
      return { status: 201, data: await productOf(tx.sql, request, id) }
    },
  ),
  reads(
    {
      method: 'get',
      path: '/products',
      name: 'listProducts',
      summary: 'List products',
      answers: { 200: listOf(product) },
      refuses: [],
      query: productQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(request, await read((sql) => listProducts(sql, request, query)))
    },
  ),
  reads(
    {
      method: 'get',
      path: '/products/:product_id',
      name: 'retrieveProduct',
      summary: 'Retrieve a product',
      answers: { 200: one(product) },
      refuses: [],
    },
    async (request) => ({
      data: await read((sql) => productOf(sql, request, request.id('product_id'))),
    }),
  ),
  writes(
    {
      method: 'patch',
      path: '/products/:product_id',
      name: 'updateProduct',
      summary: 'Update a product',
      description: 'A product is never deleted; archive it with `active: false`.',
      answers: { 200: one(product) },
      refuses: [],
      body: productChanges,
    },
    async (tx, request) => ({
      status: 200,
      data: await updateProduct(tx, request, request.id('product_id'), request.draft),
    }),
  ),
]
