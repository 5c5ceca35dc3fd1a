import type { Test } from 'supertest'
import { Submission } from '../../../common/kit/submission.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import {
  createProject,
  PROJECT_DEFAULTS,
  type ProjectInput,
} from '../../../common/services/projects/create.ts'
import { type ProjectChanges, updateProject } from '../../../common/services/projects/update.ts'
import { asDescribed } from '../../openapi/as-described.ts'
import { ask, type Method } from '../ask.ts'

/** A merchant with a project, who calls the API in test mode. `live` calls it in live mode. */
export class Merchant {
  readonly projectId: number
  readonly tokens: { test: string; live: string }
  readonly #token: string

  constructor(projectId: number, tokens: { test: string; live: string }, mode: 'test' | 'live' = 'test') {
    this.projectId = projectId
    this.tokens = tokens
    this.#token = tokens[mode]
  }

  get live(): Merchant {
    return new Merchant(this.projectId, this.tokens, 'live')
  }

  /** Calls a path below `/v1/projects/:project_id`. Fails if the response contradicts the OpenAPI document. */
  call(method: Method, path: string, body?: unknown): Test {
    const test = ask(method, `/v1/projects/${this.projectId}${path}`)
      .set('Authorization', `Bearer ${this.#token}`)
      .set('Accept', 'application/json')
      .expect(asDescribed)
    return body === undefined ? test : test.send(body as object)
  }

  get(path: string): Test {
    return this.call('get', path)
  }

  post(path: string, body: unknown = {}): Test {
    return this.call('post', path, body)
  }

  patch(path: string, body: unknown): Test {
    return this.call('patch', path, body)
  }

  delete(path: string): Test {
    return this.call('delete', path)
  }
}

/** Creates a merchant, who shares no data with the merchants of other tests, with these settings. */
export async function givenMerchant(
  settings: Partial<ProjectInput> = {},
  changes: ProjectChanges = {},
): Promise<Merchant> {
  const input = { name: 'Shop', ...PROJECT_DEFAULTS, ...settings }
  const { id, tokens } = await atomically(async (tx) => {
    const project = await createProject(tx, input)
    if (Object.keys(changes).length > 0) await updateProject(tx, project.id, new Submission(changes))
    return project
  })
  return new Merchant(id, tokens)
}

/** Returns the smallest body that creates a checkout. */
export function tea(quantity = 1, unitAmount = 25_000) {
  return { items: [{ price_data: { unit_amount: unitAmount, product_data: { name: 'Tea' } }, quantity }] }
}

/** The bank account that receives transfers, as a merchant enters it. */
export const BANK_ACCOUNT = {
  enabled: true,
  bank_name: 'Khan Bank',
  account_number: '5001234567',
  account_holder: 'Shop LLC',
}

/** Settings with which a merchant accepts bank transfers and receives emails about them. */
export const TRANSFERS = { email: 'owner@example.com', payment_methods: { bank_transfer: BANK_ACCOUNT } }

/** Creates a merchant who accepts bank transfers and receives emails about them. */
export function givenTransferShop(): Promise<Merchant> {
  return givenMerchant({}, TRANSFERS)
}

/** Creates a customer of `shop`. Returns the id. */
export async function givenCustomer(shop: Merchant, body: object): Promise<number> {
  const { body: created } = await shop.post('/customers', body).expect(201)
  return (created as { data: { id: number } }).data.id
}
