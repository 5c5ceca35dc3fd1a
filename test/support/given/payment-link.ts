import type { Response } from 'supertest'
import type { PaymentLinkObject } from '../../../common/domain/payment-links/object.ts'
import { withPlainSpaces } from '../../../common/kit/format.ts'
import { ask } from '../ask.ts'
import { Customer, hiddenFields } from '../customer.ts'
import { retrieve } from './checkout.ts'
import { type Merchant, tea } from './merchant.ts'

/** Creates a payment link, by default for tea of ₮25,000, with a visitor on its page. */
export async function givenLink(shop: Merchant, body: object = {}) {
  const { body: created } = await shop.post('/payment-links', { ...tea(), ...body }).expect(201)
  const { id, url } = (created as { data: PaymentLinkObject }).data
  const link = async () => (await shop.get(`/payment-links/${id}`).expect(200)).body.data as PaymentLinkObject
  return { id, url, link, visitor: new Visitor(url), another: () => new Visitor(url) }
}

/** A visitor of a payment link, in a browser with cookies and without JavaScript. */
export class Visitor {
  readonly #path: string
  #cookie = ''

  constructor(url: string) {
    this.#path = new URL(url).pathname
  }

  /** Fetches the page. Non-breaking spaces become plain ones, so that tests can compare its text. */
  async get(query = ''): Promise<Response> {
    const page = await ask('get', this.#path + query).set('Cookie', this.#cookie)
    const [cookie] = (page.headers['set-cookie'] as unknown as string[] | undefined) ?? []
    if (cookie) this.#cookie = cookie.split(';')[0]!
    return Object.assign(page, { text: withPlainSpaces(page.text) })
  }

  /** Presses the button of the current page (or of `page`) with these fields filled in. */
  async press(fields: Record<string, string> = {}, page?: Response, action = 'buy'): Promise<Response> {
    const { text } = page ?? (await this.get())
    const answer = await ask('post', this.#path)
      .set('Cookie', this.#cookie)
      .type('form')
      .send({ ...hiddenFields(text), ...fields, action })
    return Object.assign(answer, { text: withPlainSpaces(answer.text) })
  }

  /** Presses the button, and returns the opened checkout with its customer. */
  async buy(shop: Merchant, fields: Record<string, string> = {}) {
    const address = addressOf(await this.press(fields))
    const id = Number(address.split('/')[4])
    return { id, url: address, customer: new Customer(address), retrieve: () => retrieve(shop, id) }
  }
}

/** Returns the address of the checkout that a press has opened. */
export function addressOf({ status, headers, text }: Response): string {
  if (status !== 303) throw new Error(`the page was shown again: ${status} ${text.slice(0, 2_000)}`)
  return new URL(headers.location!).href.split('?')[0]!
}
