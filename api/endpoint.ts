import type { Request, Response } from 'express'
import type { ObjectSchema } from 'joi'
import { type Code, Refusal } from '../common/kit/refusal.ts'
import { giveUpFirst } from '../common/operations/give-up-first.ts'
import type { Scope } from '../common/projects/project.ts'
import { atomically } from '../common/runtime/atomically.ts'
import type { Tx } from '../db/transaction.ts'
import type { Answer } from './answer.ts'
import { ApiRequest, canonicalPath, localsOf } from './context.ts'
import { fields } from './fields.ts'
import { idempotencyKey, KEY_SHAPE } from './idempotency.ts'
import { idempotently } from './idempotently.ts'
import type { Reply } from './openapi/reply.ts'
import { readBody } from './read-body.ts'
import { validate } from './valid.ts'

type Method = 'get' | 'post' | 'patch' | 'delete'

interface Described<Body, Query, Status extends number, Data> {
  method: Method
  /** Below `/v1/projects/:project_id`. */
  path: string
  /** What generated clients call it. Never changes once published. */
  name: string
  /** What they call it at the address below `/v1` that names no project, where it has one: the token does. */
  nameByToken?: string
  /** What it does, in a line. */
  summary: string
  /** What its caller should know beyond that. */
  description?: string
  body?: ObjectSchema<Body>
  /** On a POST too, null is a value and not an absence. */
  nullClears?: boolean
  query?: ObjectSchema<Query>
  /** What a success answers, by its status. */
  answers: Readonly<Record<Status, Reply<Data>>>
  /** The refusals that are its own, beside those that any request can meet. */
  refuses: readonly Code[]
  /**
   * The fields that some of them are about here, where the catalogue of refusals has another one or
   * none: what is wrong with a field is 422, also where the state of what it names is why.
   */
  paths?: Readonly<Partial<Record<Code, string>>>
}

/** One row of the API: everything the router, the validator and the reference need to know of it. */
export interface Endpoint extends Described<unknown, unknown, number, unknown> {
  respond(request: Request, response: Response): Promise<Answer>
}

/**
 * An endpoint that changes something: its work is one transaction, on a POST once per Idempotency-Key. A
 * handler whose object stands in the path looks for that first and takes of the body what is in order
 * (`request.draft`): where the rest is not, whatever it has done is undone and the body refused.
 */
export function writes<Body, Status extends number, Data, Query = object>(
  described: Described<Body, Query, Status, Data>,
  work: (
    tx: Tx,
    request: ApiRequest<Body, Query>,
  ) => Promise<{ status: NoInfer<Status>; data: NoInfer<Data> }>,
): Endpoint {
  return {
    ...(described as Described<unknown, unknown, number, unknown>),
    respond: async (request, response) => {
      const { bytes, json } = await readBody(request, response)
      const header = described.method === 'post' ? request.get('idempotency-key') : undefined
      const usable = header === undefined || KEY_SHAPE.test(header)
      const run = async (tx: Tx): Promise<Answer> => {
        // Made anew for every attempt: a problem found in one that lost a race may be gone in the next.
        const api = apiRequest(described, request, response, json, usable ? header : undefined)
        if (!usable) api.draft.problems.add('validation_failed', 'Idempotency-Key', { say: KEY_FORM })
        const { status, data } = await work(tx, api).catch(afterBody(api))
        api.body() // an endpoint that never asked for its body must not pass over what is wrong with it
        return { status, json: JSON.stringify({ data }) }
      }
      const scope = scopeOf(response)
      return giveUpFirst(scope.project, atomically, () => {
        if (header === undefined || !usable) return atomically(run)
        const path = canonicalPath(request)
        return idempotently(idempotencyKey(scope, header, request.method, path, bytes), run)
      })
    },
  }
}

const KEY_FORM = 'Idempotency-Key must be 1 to 255 printable ASCII characters.'

/**
 * What is wrong with a body is told before what its object's state forbids, and after that there is no such
 * object: 404, then 422, then 409.
 */
function afterBody(api: ApiRequest): (error: unknown) => never {
  return (error) => {
    if (error instanceof Refusal && error.status !== 404) api.body()
    throw error
  }
}

/** An endpoint that asks somebody outside, so that no transaction is open meanwhile. Nothing changes: it may be sent again. */
export function asks<Data>(
  described: Described<never, object, 200, Data>,
  work: (request: ApiRequest<never>) => Promise<{ data: NoInfer<Data> }>,
): Endpoint {
  return {
    ...(described as Described<unknown, unknown, number, unknown>),
    respond: async (request, response) => {
      const { json } = await readBody(request, response)
      const api = apiRequest(described, request, response, json)
      const answer = await work(api)
      api.body()
      return { status: 200, json: JSON.stringify(answer) }
    },
  }
}

/** An endpoint that only looks. */
export function reads<Data, Query = object>(
  described: Described<never, Query, 200, Data>,
  work: (
    request: ApiRequest<never, Query>,
  ) => Promise<{ data: NoInfer<Data>; meta?: unknown; headers?: Record<string, string> }>,
): Endpoint {
  return {
    ...(described as Described<unknown, unknown, number, unknown>),
    respond: async (request, response) => {
      const api = apiRequest(described, request, response, {})
      const { headers, ...body } = await work(api)
      api.query() // a query that was never asked for must not be passed over either
      return { status: 200, json: JSON.stringify(body), ...(headers && { headers }) }
    },
  }
}

const NOTHING = fields<never>({})

function apiRequest<Body, Query>(
  described: Pick<Described<Body, Query, number, unknown>, 'method' | 'body' | 'query' | 'nullClears'>,
  request: Request,
  response: Response,
  json: unknown,
  key?: string,
): ApiRequest<Body, Query> {
  const scope = scopeOf(response)
  const { currency } = scope.project
  const body = validate<Body>(described.body ?? NOTHING, json, {
    keepNull: described.method === 'patch' || described.nullClears === true,
    isTest: scope.isTest,
    currency,
  })
  const query = validate<Query>(described.query ?? NOTHING, { ...request.query }, { trim: false, currency })
  body.problems.addAll(query.problems)
  return new ApiRequest<Body, Query>({
    scope,
    url: canonicalPath(request),
    params: request.params as Record<string, string>,
    draft: body,
    query,
    idempotencyKey: key,
  })
}

function scopeOf(response: Response): Scope {
  const { scope } = localsOf(response)
  if (!scope) throw new Error('an endpoint was reached without a token')
  return scope
}
