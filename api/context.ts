import type { Request, Response } from 'express'
import { FIND, Refusal } from '../common/kit/refusal.ts'
import type { Submission } from '../common/kit/submission.ts'
import type { Scope } from '../common/services/projects/project.ts'

/** An API request as an endpoint sees it. */
export class ApiRequest<Body = unknown, Query = unknown> {
  /** The project and mode whose objects it reads and creates. */
  readonly scope: Scope
  /** The body before validation is complete. Call `body()` after looking up the referenced objects. */
  readonly draft: Submission<Body>
  readonly url: string
  /** The Idempotency-Key of a POST, if the caller sent one. */
  readonly idempotencyKey: string | null
  readonly #query: Submission<Query>
  readonly #params: Record<string, string>

  constructor(given: {
    scope: Scope
    url: string
    params: Record<string, string>
    draft: Submission<Body>
    query: Submission<Query>
    idempotencyKey?: string | undefined
  }) {
    this.scope = given.scope
    this.url = given.url
    this.draft = given.draft
    this.idempotencyKey = given.idempotencyKey ?? null
    this.#query = given.query
    this.#params = given.params
  }

  /** Returns the valid body. Otherwise refuses with every problem. */
  body(): Body {
    return this.draft.valid()
  }

  /** Returns the valid query. Otherwise refuses with every problem. */
  query(): Query {
    return this.#query.valid()
  }

  /** Returns an id from the path. Refuses with 404 if it is not a whole number. */
  id(param: string): number {
    const given = this.param(param)
    const id = idOf(given)
    if (id === null)
      throw new Refusal({
        code: 'not_found',
        params: { what: nounOf(param), advice: adviceOnId(param, given) },
      })
    return id
  }

  param(param: string): string {
    const given = this.#params[param]
    if (given === undefined) throw new Error(`the path of this endpoint has no :${param}`)
    return given
  }
}

/** Returns whether a request asks for a page, as a person's browser does. Programs that accept anything get JSON. */
export function isForPeople(request: Request): boolean {
  return ['GET', 'HEAD'].includes(request.method) && request.accepts(['json', 'html']) === 'html'
}

/** Returns a positive id below 2^53, or null. */
export function idOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

/** Returns how to find the object that `given` names, which is not an id. */
export function adviceOnId(param: string, given = ''): string {
  const [, event] = /^evt_(\d{1,15})$/.exec(given) ?? []
  if (param === 'event_id' && event !== undefined) return `Leave evt_ out: GET /events/${event}.`
  if (param === 'payment_id' && /^R-\d{1,15}$/i.test(given))
    return `This is the number of a receipt: GET /search?q=${given} finds what was paid.`
  if (given === 'search') return 'GET /search?q= searches customers, checkouts, invoices and payments.'
  if (param === 'customer_id' && given.includes('@'))
    return 'Ids are whole numbers. GET /customers?email= finds one by its address.'
  const byReference = ' By your own reference, use /customers/by-client-reference-id/{client_reference_id}.'
  return `Ids are whole numbers.${param === 'customer_id' ? byReference : (FIND[nounOf(param)] ?? '')}`
}

/** Returns the object that a parameter identifies: `checkout` for `checkout_id`. */
function nounOf(param: string): string {
  return param.replace(/_id$/, '').replaceAll('_', ' ')
}

interface Locals {
  requestId: string
  /** Set once the token has been checked. */
  scope?: Scope
  tokenId?: number
  /** The body as JSON, once it has been read. */
  sent?: unknown
  /** The error response, once it has been sent. */
  failure?: string
  /** The pattern of the path, set once an endpoint matches. */
  route?: string
  /** A path that matches, and its methods: the request's is not among them. */
  otherMethods?: { route: string; allow: string }
}

/** Returns the values that middleware has stored for this request. */
export function localsOf(response: Response): Locals {
  return response.locals as Locals
}

/** Requests in proxy form have `http://host` before the path. */
const HOST = /^https?:\/\/[^/?#]*/i

/** Returns the requested path and query, without a host: the client chooses that, so links must not contain it. */
export function pathAndQuery({ originalUrl }: Request): string {
  return originalUrl.replace(HOST, '') || '/'
}

/** Returns the path without the query and without the `/api` prefix that published clients use. */
export function canonicalPath(request: Request): string {
  return pathAndQuery(request)
    .replace(/\?.*$/s, '')
    .replace(/^\/api(?=\/v1)/i, '')
}
