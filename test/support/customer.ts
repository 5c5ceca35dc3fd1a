import type { Response } from 'supertest'
import { ask } from './ask.ts'

/** Somebody with a browser and no JavaScript, on the hosted page of a checkout. */
export class Customer {
  readonly #path: string

  constructor(url: string) {
    this.#path = new URL(url).pathname
  }

  look(query = ''): Promise<Response> {
    return ask('get', this.#path + query)
  }

  /** Presses a button of the page as it stands, with these fields filled in. */
  async press(action: string, fields: Record<string, string> = {}, page?: Response): Promise<Response> {
    const { text } = page ?? (await this.look())
    return ask('post', this.#path)
      .type('form')
      .send({ ...hiddenFields(text), ...fields, action })
  }

  pay(fields: Record<string, string> = {}, page?: Response): Promise<Response> {
    const typical = { email: 'bat@example.com', payment_method: 'test', test_outcome: 'succeeds' }
    return this.press('pay', { ...typical, ...fields }, page)
  }
}

/** The hidden fields of a page's form. */
export function hiddenFields(html: string): Record<string, string> {
  const fields = Array.from(html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g))
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]))
}
