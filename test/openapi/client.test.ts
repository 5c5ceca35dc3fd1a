import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'

/** A program that uses the generated types. The lines after `@ts-expect-error` must not compile. */
const USE = `
import type { components, operations } from './client.ts'
type Schemas = components['schemas']

export function handle(event: Schemas['Event']): string | number | null | undefined {
  switch (event.type) {
    case 'checkout.completed':
      return event.data.object?.amount_total
    case 'subscription.renewal_due':
      return event.data.object?.days_before
    case 'invoice.paid':
      // @ts-expect-error -- an invoice has no items
      return event.data.object?.items.length
    default:
      // @ts-expect-error -- the type of the event is unknown
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
// @ts-expect-error -- an unknown property
export const stripes: Schemas['CheckoutCreate'] = { items: [byKey], line_items: [] }
// @ts-expect-error -- an unknown language
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
// @ts-expect-error -- a customer without an identifier
export const anonymous: Schemas['CustomerSave'] = { name: 'Saraa' }

type Body<Name extends keyof operations> = operations[Name] extends { requestBody: unknown } ? 'required' : 'optional'
export const creating: Body<'createCheckout'> = 'required'
export const saving: Body<'saveCustomer'> = 'required'
export const canceling: Body<'cancelSubscription'> = 'optional'

type Page = operations['listCheckouts']['responses'][200]['content']['application/json']
export const ids = (page: Page): number[] => page.data.map((checkout: Schemas['Checkout']) => checkout.id)
export const isPage = (page: Page): Schemas['CheckoutPage'] => page
`

describe('a client that is generated from the description', () => {
  let folder: string
  // test/client/package.test.ts checks that it matches the present description.
  const client = readFileSync('clients/node/src/generated/api.ts', 'utf8')

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'client-'))
    writeFileSync(join(folder, 'client.ts'), client)
  })
  after(() => {
    rmSync(folder, { recursive: true })
  })

  /** Compiles a file next to the client, and returns the errors. */
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

  it('narrows events by their type, and allows only one of several alternatives', async () => {
    expect(await compiled(USE)).to.equal('')
  })

  it('reports an error for each line that must not compile', async () => {
    const errors = await compiled(USE.replaceAll('@ts-expect-error', 'allowed'))
    const lines = new Set(errors.split('\n').flatMap((line) => /^\S*use\.ts\((\d+),/.exec(line)?.[1] ?? []))
    expect(lines.size).to.equal(USE.split('@ts-expect-error').length - 1)
  })

  it('has no unknown types', () => {
    // The generator adds this line for other headers of an answer.
    const types = client.replace(/\/\*\*[\s\S]*?\*\//g, '').replaceAll('[name: string]: unknown;', '')
    expect(types.split('\n').filter((line) => /\b(unknown|any)\b/.test(line))).to.deep.equal([])
  })
})
