import { Submission } from '../../common/kit/submission.ts'
import { createPaymentLink } from '../../common/services/operations/save-payment-link.ts'
import { findProject } from '../../common/services/projects/find.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { createPromotionCode } from '../../common/services/promotion-codes/create.ts'
import type { ModelTx } from '../../db/transaction.ts'
import { GRACE_DAYS, type PriceKey } from './plan.ts'

export interface Item {
  priceId: number
  productId: number
  name: string
  amount: number
}

/** The demo project, with what its history sells. */
export interface Shop {
  scope: Scope
  items: Readonly<Record<PriceKey, Item>>
  linkId: number
  /** The account that transfers go to. */
  account: { bank_name: string; account_number: string; account_holder: string }
}

/** Finds the demo project and its catalogue, and adds a payment link, a promotion code and days of grace. */
export async function prepareShop(tx: ModelTx, projectId: number): Promise<Shop> {
  const project = await findProject(tx.sql, projectId)
  const scope = { project: project!, isTest: true }
  const rows = await tx.sql.rows<Item & { lookupKey: PriceKey }>(
    `SELECT price.id AS priceId, product.id AS productId, product.name, price.unit_amount AS amount,
       price.lookup_key AS lookupKey
     FROM prices price JOIN products product ON product.id = price.product_id
     WHERE price.project_id = ? AND price.is_test AND price.lookup_key IS NOT NULL`,
    [projectId],
  )
  const items = Object.fromEntries(rows.map(({ lookupKey, ...item }) => [lookupKey, item])) as Shop['items']
  await tx.sql.run('UPDATE products SET grace_period_days = ? WHERE id = ?', [
    GRACE_DAYS,
    items.club_monthly.productId,
  ])
  const link = await createPaymentLink(
    tx,
    scope,
    new Submission({ items: [{ price: 'coffee_beans' satisfies PriceKey, quantity: 1 }] }),
  )
  await createPromotionCode(
    tx,
    scope,
    new Submission({ code: 'AUTUMN10', type: 'order_total', percent_off: 10 }),
  )
  const account = { bank_name: 'Demo Bank', account_number: '5000 123 456', account_holder: project!.name }
  return { scope, items, linkId: link.id, account }
}
