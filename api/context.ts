import type { Request, Response } from 'express'
import { Refusal } from '../common/kit/refusal.ts'
import type { Submission } from '../common/kit/submission.ts'
import type { Scope } from '../common/projects/project.ts'

/** What one API request carries, gathered on its way to the endpoint. */
export class ApiRequest<Body = unknown, Query = unknown> {
  /** Whose objects it sees and makes. */
  readonly scope: Scope
  /** The body as it may still be wrong; `body()` is the way in once everything is looked up. */
  readonly draft: Submission<Body>
  readonly url: string
  /** What a POST that may be sent again goes by, if its caller names it. */
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

  /** The body, valid as a whole; refuses with every problem otherwise. */
  body(): Body {
    return this.draft.valid()
  }

  /** The query, valid as a whole; refuses with every problem otherwise. */
  query(): Query {
    return this.#query.valid()
  }

  /** An id of the path. Ids are digits; anything else names nothing. */
  id(param: string): number {
    const given = this.param(param)
    const id = idOf(given)
    if (id === null)
      throw new Refusal({ code: 'not_found', params: { what: nounOf(param), advice: adviceOnId(param) } })
    return id
  }

  param(param: string): string {
    const given = this.#params[param]
    if (given === undefined) throw new Error(`the path of this endpoint has no :${param}`)
    return given
  }
}

/** A positive id below 2^53, or null. */
export function idOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

export function adviceOnId(param: string): string {
  const byReference = 'By your own reference, use /customers/by-client-reference-id/{client_reference_id}.'
  return ['Ids are whole numbers.', ...(param === 'customer_id' ? [byReference] : [])].join(' ')
}

/** `checkout_id` names a checkout. */
function nounOf(param: string): string {
  return param.replace(/_id$/, '').replaceAll('_', ' ')
}

interface Locals {
  requestId: string
  /** Set once the token has been checked. */
  scope?: Scope
  tokenId?: number
  /** The pattern of the path, once it is known that there is such an endpoint. */
  route?: string
}

/** What middleware has learnt about a request. */
export function localsOf(response: Response): Locals {
  return response.locals as Locals
}

/** `http://host` before a path, as proxies are asked. */
const HOST = /^https?:\/\/[^/?#]*/i

/** The path and query that were asked for. A host before them is the asker's choice, and none to write into a link. */
export function pathAndQuery({ originalUrl }: Request): string {
  return originalUrl.replace(HOST, '') || '/'
}

/** The path without the `/api` prefix under which published clients call, and without the query. */
export function canonicalPath(request: Request): string {
  return pathAndQuery(request)
    .replace(/\?.*$/s, '')
    .replace(/^\/api(?=\/v1)/i, '')
}
