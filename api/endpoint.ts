import type { Request, Response } from 'express'
import type { ObjectSchema } from 'joi'
import { type Code, Refusal } from '../common/kit/refusal.ts'
import { atomically, atomicallyRaw } from '../common/runtime/atomically.ts'
import { setCause } from '../common/runtime/audit.ts'
import { giveUpFirst } from '../common/services/operations/give-up-first.ts'
import type { Scope } from '../common/services/projects/project.ts'
import type { ModelTx, Tx } from '../db/transaction.ts'
import type { Answer } from './answer.ts'
import { answerSubject } from './answer-subject.ts'
import { ApiRequest, canonicalPath, localsOf, pathAndQuery } from './context.ts'
import { fields } from './fields.ts'
import { oneFileAtATime } from './file-slots.ts'
import { changeRowInTime, rowOf } from './hot-rows.ts'
import { idempotencyKey, KEY_SHAPE } from './idempotency.ts'
import { idempotently, keptOnce } from './idempotently.ts'
import type { Reply } from './openapi/reply.ts'
import { NO_BODY, readBody, readFile } from './read-body.ts'
import { validate } from './valid.ts'

type Method = 'get' | 'post' | 'patch' | 'delete'

interface Described<Body, Query, Status extends number, Data> {
  method: Method
  /** Below `/v1/projects/:project_id`. */
  path: string
  /** The operation id, which generated clients use. Never changes once published. */
  name: string
  /** The operation id of its path directly below `/v1`, if it has one: there the token selects the project. */
  nameByToken?: string
  /** One line for the reference. */
  summary: string
  /** Further details for the reference. */
  description?: string
  body?: ObjectSchema<Body>
  /** The body is a file and not JSON. */
  file?: FileBody
  /** For a POST: null is a value, as in a PATCH, and does not count as absent. */
  nullClears?: boolean
  query?: ObjectSchema<Query>
  /** The shape of each success response, by status. */
  answers: Readonly<Record<Status, Reply<Data>>>
  /** The refusals of this endpoint, in addition to those that every endpoint can return. */
  refuses: readonly Code[]
  /**
   * The fields that these refusals are about, if the catalogue names another field or none. A problem with a field is
   * 422, even if the state of the object that it names is the cause.
   */
  paths?: Readonly<Partial<Record<Code, string>>>
}

/** A file that a request sends as its body. */
export interface FileBody {
  description: string
  /** Its usual content types. The content decides, not the type. */
  types: readonly [string, ...string[]]
  /** A small file of the first type. A file that is not text has none: samples then read it from the disk. */
  example?: string
}

/** One row of the API: everything that the router, the validator and the reference need. */
export interface Endpoint extends Described<unknown, unknown, number, unknown> {
  respond(request: Request, response: Response): Promise<Answer>
}

/** Handles a request in a transaction. */
type Handler<Of extends Tx, Body, Query, Status, Data> = (
  tx: Of,
  request: ApiRequest<Body, Query>,
) => Promise<{ status: NoInfer<Status>; data: NoInfer<Data> }>

/**
 * Creates an endpoint that writes in one transaction, on a POST once per Idempotency-Key. A handler looks up the object
 * in its path first and reads the valid fields from `request.draft`. If other fields are invalid, the transaction rolls
 * back and the body is refused.
 */
export function writes<Body, Status extends number, Data, Query = object>(
  described: Described<Body, Query, Status, Data>,
  work: Handler<ModelTx, Body, Query, Status, Data>,
): Endpoint {
  return writesBy(atomically, described, work)
}

/** Like `writes`, in a raw transaction: for an endpoint whose speed is measured. */
export function writesRaw<Body, Status extends number, Data, Query = object>(
  described: Described<Body, Query, Status, Data>,
  work: Handler<Tx, Body, Query, Status, Data>,
): Endpoint {
  return writesBy(atomicallyRaw, described, work)
}

function writesBy<Of extends Tx, Body, Query, Status extends number, Data>(
  transact: (work: (tx: Of) => Promise<Answer>) => Promise<Answer>,
  described: Described<Body, Query, Status, Data>,
  work: Handler<Of, Body, Query, Status, Data>,
): Endpoint {
  return {
    ...(described as Described<unknown, unknown, number, unknown>),
    respond: async (request, response) => {
      causedByToken(request, response, described.name)
      const { bytes, json } = await readBody(request, response)
      const header = described.method === 'post' ? request.get('idempotency-key') : undefined
      const usable = header === undefined || KEY_SHAPE.test(header)
      const run = async (tx: Of): Promise<Answer> => {
        // Created for each attempt: a problem found in an attempt that lost a race may be gone in the next.
        const api = apiRequest(described, request, response, json, usable ? header : undefined)
        if (!usable) api.draft.problems.add('validation_failed', 'Idempotency-Key', { sentence: KEY_FORM })
        const { status, data } = await work(tx, api).catch(afterBody(api))
        api.body() // an endpoint that never read its body must still refuse an invalid one
        return { status, json: JSON.stringify({ data }), subject: answerSubject(described.path, data) }
      }
      const scope = scopeOf(response)
      const change = () => {
        if (header === undefined || !usable) return transact(run)
        const path = canonicalPath(request)
        return idempotently(idempotencyKey(scope, header, request.method, path, bytes), transact, run)
      }
      const row = rowOf(request.params, json)
      return giveUpFirst(scope.project, atomically, () =>
        row === null ? change() : changeRowInTime(scope, row, change),
      )
    },
  }
}

const KEY_FORM =
  'Idempotency-Key must be 1 to 255 printable ASCII characters, such as a UUID or the number of your order.'

/**
 * Refuses an invalid body before the error of a handler, unless that is a 404. The order of refusals is 404, then 422,
 * then 409.
 */
function afterBody(api: ApiRequest): (error: unknown) => never {
  return (error) => {
    if (error instanceof Refusal && error.status !== 404) api.body()
    throw error
  }
}

/** Creates an endpoint that calls an external service, so it holds no transaction open. It writes nothing and is safe to retry. */
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

/** Creates an endpoint that only reads. */
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
      api.query() // an endpoint that never read its query must still refuse an invalid one
      return { status: 200, json: JSON.stringify(body), ...(headers && { headers }) }
    },
  }
}

/**
 * Creates an endpoint that takes a file and works on it in several transactions, so that it may run for seconds. The
 * work must be safe to repeat: an answer is stored for its Idempotency-Key only if `isFinal`.
 */
export function takesFile<Query, Data>(
  described: Described<never, Query, 200, Data> & { file: FileBody },
  work: (
    request: ApiRequest<never, Query>,
    file: Buffer,
  ) => Promise<{ data: NoInfer<Data>; isFinal: boolean }>,
): Endpoint {
  return {
    ...(described as Described<unknown, unknown, number, unknown>),
    respond: async (request, response) => {
      causedByToken(request, response, described.name)
      const header = request.get('idempotency-key')
      const isUsable = header === undefined || KEY_SHAPE.test(header)
      const api = apiRequest(described, request, response, {})
      if (!isUsable) api.draft.problems.add('validation_failed', 'Idempotency-Key', { sentence: KEY_FORM })
      api.body()
      return oneFileAtATime(api.scope.project.id, async () => {
        const bytes = await readFile(request, response, described.file.types)
        const run = async () => {
          const { data, isFinal } = await work(api, bytes)
          const answer = { status: 200, json: JSON.stringify({ data }), subject: null }
          return { answer, isFinal }
        }
        if (header === undefined) return (await run()).answer
        // The query decides what is done with the file.
        const path = pathAndQuery(request).replace(/^\/api(?=\/v1)/i, '')
        return keptOnce(idempotencyKey(api.scope, header, request.method, path, bytes), run)
      })
    },
  }
}

function causedByToken(request: Request, response: Response, operation: string): void {
  setCause({ actor: 'token', actorId: localsOf(response).tokenId, operation, address: request.ip })
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
  const query = validate<Query>(
    described.query ?? NOTHING,
    { ...request.query },
    { isQuery: true, currency, ...(described.body && { body: described.body }) },
  )
  const body = validate<Body>(described.body ?? NOTHING, json, {
    keepNull: described.method === 'patch' || described.nullClears === true,
    isTest: scope.isTest,
    isMissing: json === NO_BODY,
    reported: query.problems,
    currency,
  })
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
