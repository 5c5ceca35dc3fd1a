import type { Response } from 'supertest'
import type { PortalLinkObject } from '../../../common/domain/portal/object.ts'
import { ask } from '../ask.ts'
import { hiddenFields } from '../customer.ts'
import type { Club } from './club.ts'

/** Creates a portal link, as the API returns it. */
export async function givenLink(club: Club, more: object = {}): Promise<PortalLinkObject> {
  const { body } = await club.shop
    .post('/billing-portal/sessions', { customer_id: club.customerId, ...more })
    .expect(201)
  return (body as { data: PortalLinkObject }).data
}

/** A visitor of the portal in a browser without JavaScript, which keeps cookies and follows our redirects. */
export class Visitor {
  cookie = ''

  /** Creates a link and opens it. */
  static async of(club: Club, more: object = {}): Promise<Visitor> {
    const visitor = new Visitor()
    const { url } = await givenLink(club, more)
    await visitor.open(url)
    return visitor
  }

  /** Opens an address and follows redirects. */
  async open(address: string, headers: Record<string, string> = {}): Promise<Response> {
    const response = await this.#keep(ask('get', pathOf(address)).set('Cookie', this.cookie).set(headers))
    const goal = response.headers.location
    return response.status === 303 && goal !== undefined ? this.open(goal, headers) : response
  }

  get(address: string): Promise<Response> {
    return this.#keep(ask('get', pathOf(address)).set('Cookie', this.cookie))
  }

  /** Presses a button of the current page (or of `page`). Returns the redirect, or the page with its errors. */
  async press(
    address: string,
    action: string,
    fields: Record<string, string> = {},
    page?: Response,
  ): Promise<Response> {
    const { text } = page ?? (await this.get(address))
    return this.#keep(
      ask('post', pathOf(address))
        .set('Cookie', this.cookie)
        .type('form')
        .send({ ...hiddenFields(text), ...fields, action }),
    )
  }

  async #keep(sent: Promise<Response>): Promise<Response> {
    const response = await sent
    const [set] = (response.headers['set-cookie'] ?? []) as unknown as string[]
    if (set !== undefined) this.cookie = set.split(';')[0]!
    return response
  }
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address, 'http://portal.test')
  return pathname + search
}

/** Returns the text of a page without its markup. */
export function textOf({ text }: Pick<Response, 'text'>): string {
  return text
    .replace(/<(style|script)\b.*?<\/\1>/gs, '')
    .replaceAll('<wbr>', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

/** Returns the address in an attribute, unescaped as a browser reads it. */
export function unescaped(attribute: string): string {
  return attribute.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=')
}

/** Returns the labels of the buttons and links of a page. */
export function choicesOf({ text }: Response): string[] {
  return Array.from(text.matchAll(/aria-label="([^"]+: [^"]+)"/g), ([, label = '']) => label)
}
