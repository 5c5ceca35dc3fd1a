import type { Router } from 'express'
import type { ProductObject } from '../../../common/domain/products/object.ts'
import type { FormErrors } from '../../../common/kit/form.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { findPictures, pictureOfProduct } from '../../../common/services/images/find-pictures.ts'
import { createPrice } from '../../../common/services/prices/create.ts'
import { findNewestPrices } from '../../../common/services/prices/find.ts'
import { listPrices } from '../../../common/services/prices/list.ts'
import { createProduct } from '../../../common/services/products/create.ts'
import { findProduct } from '../../../common/services/products/find.ts'
import { listProducts, searchProducts } from '../../../common/services/products/list.ts'
import { setProductPicture } from '../../../common/services/products/picture.ts'
import { countSold } from '../../../common/services/products/sold.ts'
import { updateProduct } from '../../../common/services/products/update.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import { onConnection, type Sql } from '../../../db/sql.ts'
import type { Form } from '../../pages/form.ts'
import type { Exchange } from '../../pages/hosted-page.ts'
import { priceBody } from '../../v1/prices/schema.ts'
import { productBody, productChanges } from '../../v1/products/schema.ts'
import { validate } from '../../valid.ts'
import { createOnce } from '../create-once.ts'
import { detailPage } from '../kit/detail.ts'
import { newest } from '../kit/filters.ts'
import { formPage } from '../kit/form.ts'
import { listPage } from '../kit/list.ts'
import { readPicture } from '../kit/sent-picture.ts'
import type { ActionResult } from '../page.ts'
import { type ProjectVisit, readingOf } from '../project-visit.ts'
import { readTerms } from './prices.ts'
import { newProductForm, productForm } from './product-form-view.ts'
import { type ListedProduct, productDetail, productList, type ShownProduct } from './product-view.ts'
import { saved } from './saved.ts'

/** Number of prices on the page of a product. */
const SHOWN = 50

/** All products, newest first, and the search. */
const productsPage = listPage<ListedProduct, typeof productList.filters>({
  ...productList,
  find: async (sql, scope, { active, ...query }) => {
    const page = await listProducts(sql, scope, { ...query, ...(active && { active: active === 'true' }) })
    return { ...page, items: await listed(sql, scope, page.items) }
  },
  search: async (sql, scope, text) => {
    const { items, isCut } = await searchProducts(sql, scope, text)
    return { items: await listed(sql, scope, items), isCut }
  },
})

/** Adds the prices and pictures of products, by one statement each. */
async function listed(
  sql: Sql,
  { project }: Scope,
  products: readonly ProductObject[],
): Promise<ListedProduct[]> {
  const ids = products.map(({ id }) => id)
  const prices = await findNewestPrices(sql, ids)
  const pictures = await findPictures(sql, project.id, ids)
  return products.map((product) => {
    const { price = null, hasOthers = false } = prices.get(product.id) ?? {}
    return { ...product, price, hasOthers, picture: pictures.get(product.id) ?? null }
  })
}

const { archive, restore, upload, remove_picture: removePicture } = productDetail.actions

/** A product with its prices and its sales. */
const productPage = detailPage<ShownProduct>({
  ...productDetail,
  takesFile: true,
  find: async ({ scope }, id) => {
    const product = await findProduct(scope, id)
    if (!product) return null
    return onConnection(async (sql) => {
      const query = { product_id: id, ...newest(SHOWN) }
      const page = await listPrices(sql, scope, query)
      const sold = await countSold(sql, scope, id)
      const picture = await pictureOfProduct(sql, scope.project.id, id)
      const hasMore = 'hasMore' in page && page.hasMore
      return { product, picture, prices: page.items, hasMore, sold }
    })
  },
  actions: {
    restore: { ...restore, run: (visit, { product }) => switchProduct(visit, product.id, true) },
    archive: { ...archive, run: (visit, { product }) => switchProduct(visit, product.id, false) },
    upload: {
      ...upload,
      run: (visit, { product }, _form, exchange) => savePicture(visit, product.id, exchange),
    },
    remove_picture: {
      ...removePicture,
      run: async ({ scope }, { product }) => {
        const draft = () => validate(productChanges, { image_url: null }, { keepNull: true })
        await atomically((tx) => updateProduct(tx, scope, product.id, draft()))
        return { done: 'picture_removed' }
      },
    },
  },
})

async function switchProduct({ scope }: ProjectVisit, id: number, active: boolean): Promise<ActionResult> {
  await atomically((tx) => updateProduct(tx, scope, id, validate(productChanges, { active })))
  return { done: 'saved' }
}

/** Shows the sent picture for a product, or the reason why it cannot be shown. */
async function savePicture(
  { scope }: ProjectVisit,
  id: number,
  { request }: Exchange,
): Promise<ActionResult> {
  const sent = await readPicture(request, 'picture', scope.project.id, 'product')
  if (!sent?.image) return { errors: { picture: sent?.problem ?? 'picture_missing' } }
  await atomically((tx) => setProductPicture(tx, scope, id, sent.image))
  return { done: 'saved' }
}

const newProductPage = formPage<undefined>({
  ...newProductForm,
  needs: 'operate',
  done: 'product_created',
  save: (visit, _none, form) => {
    const errors: FormErrors = {}
    const product = readProduct(form, errors)
    // A product may get its prices later, but a period alone is a forgotten amount.
    const terms = form.unit_amount || form.period ? readTerms(visit, form, errors) : null
    return saved(visit, errors, NAMES, async () => {
      const { scope } = visit
      const id = await createOnce(visit, newProductForm.path, form, async (tx) => {
        if (terms === null) return (await createProduct(tx, scope, validate(productBody, product).valid())).id
        const draft = validate(priceBody, { product_data: product, ...terms }, readingOf(visit))
        return (await createPrice(tx, scope, draft)).product_id
      })
      return `/products/${id}`
    })
  },
})

const productFormPage = formPage<ProductObject>({
  ...productForm,
  needs: 'operate',
  find: ({ scope }, id) => (id === null ? null : findProduct(scope, id)),
  save: (visit, { id }, form) => {
    const errors: FormErrors = {}
    const changes = readProduct(form, errors)
    return saved(visit, errors, NAMES, async () => {
      const draft = () => validate(productChanges, changes, { keepNull: true })
      await atomically((tx) => updateProduct(tx, visit.scope, id, draft()))
      return `/products/${id}`
    })
  },
})

/** The products of a project. The path of the form comes before the path of a product. */
export const productPages: readonly Router[] = [productsPage, newProductPage, productPage, productFormPage]

/** The first price of a product is sent together with it. */
const NAMES = {
  'product_data.name': 'name',
  'product_data.description': 'description',
  'product_data.client_reference_id': 'client_reference_id',
}

function readProduct(form: Form, errors: FormErrors) {
  const { name = '', description = '', grace_period_days: days = '0' } = form
  if (name === '') errors.name = 'item_name'
  if (!/^\d{1,2}$/.test(days) || Number(days) > 90) errors.grace_period_days = 'grace_days'
  return {
    name,
    description: description || null,
    client_reference_id: form.client_reference_id || null,
    grace_period_days: Number(days),
  }
}
