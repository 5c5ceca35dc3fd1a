import type { Response as ServerResponse } from 'express'
import type { Response } from 'supertest'
import { sessionCookie } from '../../../api/dashboard/cookies.ts'
import type { Role } from '../../../common/domain/members/role.ts'
import { canonicalEmail } from '../../../common/kit/email.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { signInCode, type SignInName, signInUrl } from '../../../common/services/links/sign-in.ts'
import { addMember } from '../../../common/services/members/add.ts'
import { beginSession } from '../../../common/services/members/begin-session.ts'
import { Member } from '../../../common/services/members/members-table.ts'
import { onConnection } from '../../../db/sql.ts'
import { ask } from '../ask.ts'
import { hiddenFields } from '../customer.ts'

/** Adds a member of a project. Returns the member's id. */
export async function givenMember(projectId: number, email: string, role: Role = 'owner'): Promise<number> {
  return (await atomically((tx) => addMember(tx, projectId, { email, role }))).id
}

/** Deletes the sign-ins of other tests: all come from one network, which may request a few emails only. */
export function forgetSignIns(): Promise<unknown> {
  return onConnection((sql) => sql.run('DELETE FROM sign_ins'))
}

/** An email to a member, as it was written: its link and its code. */
export interface SignInEmail {
  url: string
  code: string
}

/** Returns the emails with links or codes that were written to an address, oldest first. */
export async function signInEmailsTo(
  email: string,
  kind: 'sign_in' | 'proof_code' = 'sign_in',
): Promise<SignInEmail[]> {
  const rows = await onConnection((sql) =>
    sql.rows<{ words: string }>('SELECT words FROM emails WHERE kind = ? AND recipient = ? ORDER BY id', [
      kind,
      email,
    ]),
  )
  return rows.map(({ words }) => {
    const payload = JSON.parse(words) as { sign_in_id: number; nonce: string }
    const name: SignInName = { id: payload.sign_in_id, nonce: payload.nonce }
    return { url: signInUrl(name), code: signInCode(name) }
  })
}

/** A browser of a member, without JavaScript. It keeps each cookie under its name, and sends a header for each request. */
export class MemberBrowser {
  readonly cookies = new Map<string, string>()
  readonly #headers: Record<string, string>

  constructor(headers: Record<string, string> = {}) {
    this.#headers = headers
  }

  /** Signs a member in as a link does, but without an email: a request for one takes 300 ms. */
  static async of(email: string): Promise<MemberBrowser> {
    const browser = new MemberBrowser()
    const session = await atomically(async (tx) => {
      const where = { email: canonicalEmail(email) }
      const member = await Member.findOne({ where, transaction: tx.transaction })
      return member && beginSession(tx, member.id, { userAgent: '', session: null })
    })
    if (!session) throw new Error(`${email} is not the address of a member`)
    const cookies = { cookie: (name: string, value: string) => browser.cookies.set(name, value) }
    sessionCookie.keep(cookies as unknown as ServerResponse, session.secret)
    return browser
  }

  /** Signs a member in by the link in a new email. */
  static async byEmail(email: string): Promise<MemberBrowser> {
    const browser = new MemberBrowser()
    await browser.request(email)
    const { url } = (await signInEmailsTo(email)).at(-1)!
    await browser.press(url, '')
    return browser
  }

  /** Requests an email on the sign-in page. */
  async request(email: string, query = ''): Promise<Response> {
    return this.press(`/dashboard/sign-in${query}`, '', { email })
  }

  /** Fetches a page, without following redirects. */
  get(address: string): Promise<Response> {
    return this.#keep(ask('get', pathOf(address)).set({ ...this.#headers, Cookie: this.#cookieHeader() }))
  }

  /** Presses a button of a page, by default of the page at `address`. */
  async press(
    address: string,
    action: string,
    fields: Record<string, string> = {},
    page?: Response,
  ): Promise<Response> {
    const { text } = page ?? (await this.get(address))
    return this.post(address, { ...hiddenFields(text), ...fields, action })
  }

  post(address: string, fields: object, headers: Record<string, string> = {}): Promise<Response> {
    return this.#keep(
      ask('post', pathOf(address))
        .set({ ...this.#headers, ...headers, Cookie: this.#cookieHeader() })
        .type('form')
        .send(fields),
    )
  }

  /** Sends a file in a field of a form, as a browser does. `fields` come first, by default the hidden ones of the page. */
  async upload(
    address: string,
    action: string,
    [field, file, fileName]: readonly [field: string, file: Buffer, fileName: string],
    fields?: Record<string, string>,
  ): Promise<Response> {
    const hidden = fields ?? { ...hiddenFields((await this.get(address)).text), action }
    const sending = ask('post', pathOf(address)).set({ ...this.#headers, Cookie: this.#cookieHeader() })
    for (const [name, value] of Object.entries(hidden)) void sending.field(name, value)
    return this.#keep(sending.attach(field, file, fileName))
  }

  #cookieHeader(): string {
    return Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ')
  }

  async #keep(sent: Promise<Response>): Promise<Response> {
    const response = await sent
    for (const set of (response.headers['set-cookie'] ?? []) as unknown as string[]) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      this.cookies.set(name, value)
    }
    return response
  }
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address, 'http://dashboard.test')
  return pathname + search
}

/** Returns the state that a page shows. */
export function stateOf({ text }: Response): string | undefined {
  return /data-state="([^"]+)"/.exec(text)?.[1]
}

/** Returns all fields of a form of the dashboard as a browser would send them. */
export function typedIn({ text }: Response): Record<string, string> {
  const form = text.slice(text.indexOf('class="card sheet-form"'))
  const plain = (html: string) => html.replaceAll('&#x3D;', '=').replaceAll('&amp;', '&')
  const inputs = Array.from(
    form.matchAll(/<input type="(?!checkbox)[^>]*? name="([^"]+)" value="([^"]*)"/g),
    ([, name, value]) => [name, plain(value!)],
  )
  const boxes = Array.from(
    form.matchAll(/<input type="checkbox"[^>]*? name="([^"]+)" value="1" checked/g),
    ([, name]) => [name, '1'],
  )
  const areas = Array.from(
    form.matchAll(/<textarea[^>]*? name="([^"]+)"[^>]*>([^<]*)/g),
    ([, name, value]) => [name, plain(value!)],
  )
  const menus = Array.from(
    form.matchAll(/<select[^>]*? name="([^"]+)"[^>]*>(.*?)<\/select>/gs),
    ([, name, options]) => [name, plain(/<option value="([^"]*)" selected/.exec(options!)?.[1] ?? '')],
  )
  return Object.fromEntries([...inputs, ...boxes, ...areas, ...menus]) as Record<string, string>
}
