import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'

/** What somebody writes who has the generated types, and after `@ts-expect-error` what they must not get away with. */
const USE = `
import type { components, operations } from './client.ts'
type Schemas = components['schemas']

export function heard(event: Schemas['Event']): string | number | null | undefined {
  switch (event.type) {
    case 'checkout.completed':
      return event.data.object?.amount_total
    case 'subscription.renewal_due':
      return event.data.object?.days_before
    case 'invoice.paid':
      // @ts-expect-error -- an invoice has no items
      return event.data.object?.items.length
    default:
      // @ts-expect-error -- nobody knows yet what it is about
      return event.data.object?.amount_total
  }
}

export const byKey: Schemas['CheckoutCreateItem'] = { price: 'gold', quantity: 1 }
export const byId: Schemas['CheckoutCreateItem'] = { price_id: 5, quantity: 1 }
// @ts-expect-error -- two prices at once
export const both: Schemas['CheckoutCreateItem'] = { price: 'gold', price_id: 5, quantity: 1 }
// @ts-expect-error -- no price
export const none: Schemas['CheckoutCreateItem'] = { quantity: 1 }

export const least: Schemas['CheckoutCreate'] = { items: [byKey] }
// @ts-expect-error -- a name that it does not have
export const stripes: Schemas['CheckoutCreate'] = { items: [byKey], line_items: [] }
// @ts-expect-error -- a language that there is not
export const german: Schemas['CheckoutCreate'] = { items: [byKey], locale: 'de' }

export const sizes: Schemas['CheckoutCreateCustomField'] = {
  label: 'Size', type: 'dropdown', dropdown: { options: [{ label: 'L' }] },
}
// @ts-expect-error -- only a dropdown has choices
export const text: Schemas['CheckoutCreateCustomField'] = {
  label: 'Size', type: 'text', dropdown: { options: [{ label: 'L' }] },
}

export const percent: Schemas['PromotionCodeCreate'] = { code: 'A-1', type: 'order_total', percent_off: 10 }
// @ts-expect-error -- percent and an amount
export const twice: Schemas['PromotionCodeCreate'] = { code: 'A-1', type: 'order_total', percent_off: 10, amount_off: 5 }
// @ts-expect-error -- a customer whom nothing tells from others
export const nobody: Schemas['CustomerSave'] = { name: 'Saraa' }

type Body<Name extends keyof operations> = operations[Name] extends { requestBody: unknown } ? 'required' : 'optional'
export const creating: Body<'createCheckout'> = 'required'
export const saving: Body<'saveCustomer'> = 'required'
export const canceling: Body<'cancelSubscription'> = 'optional'

type Page = operations['listCheckouts']['responses'][200]['content']['application/json']
export const ids = (page: Page): number[] => page.data.map((checkout: Schemas['Checkout']) => checkout.id)
export const isPage = (page: Page): Schemas['CheckoutPage'] => page
`

describe('a client made from the description', () => {
  let folder: string
  // That it is what the description of today says is tried in test/client/package.test.ts.
  const client = readFileSync('clients/node/src/generated/api.ts', 'utf8')

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'client-'))
    writeFileSync(join(folder, 'client.ts'), client)
  })
  after(() => {
    rmSync(folder, { recursive: true })
  })

  /** What the compiler says of a file beside the client. */
  function compiled(text: string): Promise<string> {
    writeFileSync(join(folder, 'use.ts'), text)
    const options = [
      '--strict',
      '--noEmit',
      '--allowImportingTsExtensions',
      '--target',
      'es2022',
      '--module',
      'esnext',
    ]
    const args = [...options, '--moduleResolution', 'bundler', '--types', '', join(folder, 'use.ts')]
    return new Promise((done) => {
      execFile(resolve('node_modules/.bin/tsc'), args, { cwd: folder }, (_error, out) => {
        done(out)
      })
    })
  }

  it('knows events by their type, and takes no two alternatives at once', async () => {
    expect(await compiled(USE)).to.equal('')
  })

  it('would be told of each thing that it must not get away with', async () => {
    const said = await compiled(USE.replaceAll('@ts-expect-error', 'allowed'))
    const lines = new Set(said.split('\n').flatMap((line) => /^\S*use\.ts\((\d+),/.exec(line)?.[1] ?? []))
    expect(lines.size).to.equal(USE.split('@ts-expect-error').length - 1)
  })

  it('is left in the dark about nothing', () => {
    // Other headers than those that are named may come with every answer: the generator says so by itself.
    const told = client.replace(/\/\*\*[\s\S]*?\*\//g, '').replaceAll('[name: string]: unknown;', '')
    expect(told.split('\n').filter((line) => /\b(unknown|any)\b/.test(line))).to.deep.equal([])
  })
})
