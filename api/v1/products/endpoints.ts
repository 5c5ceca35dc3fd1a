import { product } from '../../../common/domain/products/object.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { shrinkUpload } from '../../../common/services/images/shrink-upload.ts'
import { createProduct } from '../../../common/services/products/create.ts'
import { getProduct } from '../../../common/services/products/find.ts'
import { listProducts } from '../../../common/services/products/list.ts'
import { setProductPicture } from '../../../common/services/products/picture.ts'
import { updateProduct } from '../../../common/services/products/update.ts'
import { readList } from '../../../db/replica.ts'
import { type Endpoint, reads, takesFile, writes } from '../../endpoint.ts'
import { listOf, one } from '../../openapi/reply.ts'
import { listAnswer } from '../../page.ts'
import { PICTURE_BODY, PICTURE_FILE } from '../picture-file.ts'
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
    async (tx, request) => ({
      status: 201,
      data: await createProduct(tx, request.scope, request.body()),
    }),
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
      return listAnswer(request, await readList(query, (sql) => listProducts(sql, request.scope, query)))
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
      data: await getProduct(request.scope, request.id('product_id')),
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
      data: await updateProduct(tx, request.scope, request.id('product_id'), request.draft),
    }),
  ),
  takesFile(
    {
      method: 'post',
      path: '/products/:product_id/image',
      name: 'uploadProductImage',
      summary: 'Upload the picture of a product',
      description: `${PICTURE_BODY} Pages and emails show it from then on, and \`image_url\` is its address. To remove it, update the product with \`image_url: null\`.`,
      answers: { 200: one(product) },
      refuses: [],
      file: PICTURE_FILE,
    },
    async (request, file) => {
      const { scope } = request
      const id = request.id('product_id')
      await getProduct(scope, id)
      const image = await shrinkUpload(file, 'product')
      return { data: await atomically((tx) => setProductPicture(tx, scope, id, image)), isFinal: true }
    },
  ),
]
