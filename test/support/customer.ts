import type { Response } from 'supertest'
import { withPlainSpaces } from '../../common/kit/format.ts'
import { ask } from './ask.ts'

/** Somebody with a browser and no JavaScript, on the hosted page of a checkout. */
export class Customer {
  readonly #path: string

  constructor(url: string) {
    this.#path = new URL(url).pathname
  }

  /** The page, with every space in it an ordinary one: which of them may break is nothing that a test reads. */
  async look(query = ''): Promise<Response> {
    const page = await ask('get', this.#path + query)
    return Object.assign(page, { text: withPlainSpaces(page.text) })
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
