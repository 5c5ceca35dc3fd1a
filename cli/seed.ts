import type { PriceInput } from '../common/domain/prices/input.ts'
import { Submission } from '../common/kit/submission.ts'
import { createCheckout } from '../common/services/checkouts/create.ts'
import { createPrice } from '../common/services/prices/create.ts'
import { findSellablePrices } from '../common/services/prices/find-sellable.ts'
import { createProject, PROJECT_DEFAULTS } from '../common/services/projects/create.ts'
import type { Project, Scope } from '../common/services/projects/project.ts'
import { updateProject } from '../common/services/projects/update.ts'
import { createToken } from '../common/services/tokens/create.ts'
import type { ModelTx } from '../db/transaction.ts'
import type { Command } from './command.ts'
import { operate } from './operate.ts'
import { tokensText } from './project-create.ts'
import { projectValues } from './project-values.ts'
import { projectWithId } from './read-id.ts'

const NAME = 'Altan Coffee'
const BEANS = 'coffee_beans'

/** Each product with its prices, by lookup key. */
const CATALOGUE: { product: string; description: string; prices: (PriceInput & { lookup_key: string })[] }[] =
  [
    {
      product: 'Coffee beans, 1 kg',
      description: 'Roasted on Mondays, sent on Tuesdays. Notes of cocoa and apricot.',
      prices: [{ lookup_key: BEANS, unit_amount: 25_000 }],
    },
    {
      product: 'Mug',
      description: 'Stoneware, holds 300 ml.',
      prices: [{ lookup_key: 'mug', unit_amount: 18_000 }],
    },
    {
      product: 'Dripper and jug',
      description: 'For two slow cups. Paper filters included.',
      prices: [{ lookup_key: 'dripper', unit_amount: 36_000 }],
    },
    {
      product: 'Tasting club',
      description: 'Three new coffees every month, and the recipes of our members.',
      prices: [
        { lookup_key: 'club_monthly', name: 'Monthly', unit_amount: 49_000, recurring_interval: 'month' },
        { lookup_key: 'club_yearly', name: 'Yearly', unit_amount: 490_000, recurring_interval: 'year' },
      ],
    },
  ]

export const seed: Command = {
  name: 'seed',
  summary: 'Create a demo project and a checkout in it that can be paid now',
  async run() {
    const demo = await operate(prepare)
    const { project, tokens, checkout } = demo
    const text = [
      `${project.name} is project ${project.id}. ${tokensText(tokens)}`,
      `A checkout that can be paid now:\n  ${checkout.url}`,
    ].join('\n\n')
    return { json: demo, text }
  },
}

/** Creates the project and its catalogue once. Creates tokens and a checkout each time: only hashes are stored. */
async function prepare(tx: ModelTx) {
  // Two runs at once must not create two projects. Locking a row that always exists makes the second one wait.
  await tx.sql.row('SELECT name FROM migrations ORDER BY name LIMIT 1 FOR UPDATE')
  const { project, tokens } = (await find(tx)) ?? (await open(tx))
  const scope = { project, isTest: true }
  await stock(tx, scope)
  const items = [{ price: BEANS, quantity: 2 }]
  const checkout = await createCheckout(tx, scope, new Submission({ items, email_collection: true }))
  return { project: { id: project.id, name: project.name }, tokens, checkout }
}

interface Demo {
  project: Project
  tokens: { test: string; live: string }
}

/** Finds the demo project. Its catalogue distinguishes it from a merchant's project of the same name. */
async function find(tx: ModelTx): Promise<Demo | null> {
  const row = await tx.sql.row<{ id: number }>(
    `SELECT project.id FROM projects project
     JOIN prices price ON price.project_id = project.id AND price.is_test AND price.lookup_key = ?
     WHERE project.name = ? ORDER BY project.id LIMIT 1`,
    [BEANS, NAME],
  )
  if (!row) return null
  const test = await createToken(tx, row.id, 'test')
  const live = await createToken(tx, row.id, 'live')
  return { project: await projectWithId(tx.sql, row.id), tokens: { test: test.token, live: live.token } }
}

async function open(tx: ModelTx): Promise<Demo> {
  const input = { ...PROJECT_DEFAULTS, name: NAME, timezone: 'Asia/Ulaanbaatar' }
  const { id, tokens } = await createProject(tx, input)
  const account = { 'bank-name': 'Demo Bank', 'account-number': '5000 123 456', 'account-holder': NAME }
  const settings = projectValues({ email: 'owner@demo.test', ...account })
  return { project: await updateProject(tx, id, settings), tokens }
}

async function stock(tx: ModelTx, scope: Scope): Promise<void> {
  const keys = CATALOGUE.flatMap(({ prices }) => prices.map((price) => price.lookup_key))
  const { byKey: known } = await findSellablePrices(tx.sql, scope, keys, [])
  for (const { product: name, description, prices } of CATALOGUE) {
    let productId = prices.map(({ lookup_key: key }) => known.get(key)?.productId).find(Boolean)
    for (const price of prices.filter(({ lookup_key: key }) => !known.has(key))) {
      const on = productId === undefined ? { product_data: { name, description } } : { product_id: productId }
      productId = (await createPrice(tx, scope, new Submission<PriceInput>({ ...price, ...on }))).product_id
    }
  }
}
