import type { Response } from 'supertest'
import { withPlainSpaces } from '../../common/kit/format.ts'
import { ask } from './ask.ts'

/** A customer on the hosted page of a checkout, in a browser without JavaScript. */
export class Customer {
  readonly #path: string

  constructor(url: string) {
    this.#path = new URL(url).pathname
  }

  /** Fetches the page. Non-breaking spaces become plain ones, so that tests can compare its text. */
  async get(query = ''): Promise<Response> {
    const page = await ask('get', this.#path + query)
    return Object.assign(page, { text: withPlainSpaces(page.text) })
  }

  /** Presses a button of the current page (or of `page`) with these fields filled in. */
  async press(action: string, fields: Record<string, string> = {}, page?: Response): Promise<Response> {
    const { text } = page ?? (await this.get())
    return ask('post', this.#path)
      .type('form')
      .send({ ...hiddenFields(text), ...fields, action })
  }

  pay(fields: Record<string, string> = {}, page?: Response): Promise<Response> {
    const typical = { email: 'bat@example.com', payment_method: 'test', test_outcome: 'succeeds' }
    return this.press('pay', { ...typical, ...fields }, page)
  }
}

/** Returns the hidden fields of a page's form. */
export function hiddenFields(html: string): Record<string, string> {
  const fields = Array.from(html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g))
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]))
}
