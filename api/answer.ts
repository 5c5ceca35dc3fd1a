import type { Response } from 'express'
import { type Code, type Params, Refusal, sentenceOf } from '../common/kit/refusal.ts'
import { log } from '../common/runtime/log.ts'
import { isBusy } from './busy.ts'
import { localsOf } from './context.ts'

/** A response with its body already serialized, so that a replay is identical byte for byte. */
export interface Answer {
  status: number
  json: string
  replayed?: boolean
  /** The person whose data it holds, if it can be stored for a replay; null if it holds no personal data. */
  subject?: string | null
  headers?: Record<string, string>
}

export function sendAnswer(response: Response, { status, json, replayed, headers = {} }: Answer): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (replayed) response.setHeader('Idempotent-Replayed', 'true')
  sendJson(response, status, json)
}

export function sendJson(response: Response, status: number, json: string): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.end(json)
}

interface ErrorBody {
  message: string
  code: Code
  errors?: Record<string, string[]>
  request_id: string
}

/**
 * Returns the body of a refusal, with its sentences by path, so that a client can show each next to its field.
 * `known` holds parameters for every sentence, such as the mode.
 */
export function bodyOf(
  { problems, unlisted, code, status }: Refusal,
  requestId: string,
  known: Params,
): ErrorBody {
  const first = sentenceOf(problems[0], known)
  const more = problems.length + unlisted - 1
  const message = more === 0 ? first : `${first} (and ${counted(more)})`
  if (status !== 422) return { message, code, request_id: requestId }
  const errors: Record<string, string[]> = Object.create(null) as Record<string, string[]>
  const lines = problems.map((problem) => [problem.path ?? 'body', sentenceOf(problem, known)] as const)
  const rest = [['body', `There are ${counted(unlisted)}. Fix these first.`] as const]
  for (const [path, line] of unlisted > 0 ? [...lines, ...rest] : lines) (errors[path] ??= []).push(line)
  return { message, code, errors, request_id: requestId }
}

function counted(more: number): string {
  return `${more} more ${more === 1 ? 'problem' : 'problems'}`
}

/** Seconds. */
export const RETRY_SOON = '1'

const RETRY_AFTER: Partial<Record<Code, string>> = {
  unavailable: RETRY_SOON,
  overloaded: RETRY_SOON,
  rate_limited: RETRY_SOON,
  idempotency_in_progress: RETRY_SOON,
}

/** Sends `error` as a response: a refusal with its own message, any other error without internal details. */
export function sendError(response: Response, error: unknown): void {
  const refusal = error instanceof Refusal ? error : unexpected(error)
  if (response.headersSent) {
    response.destroy()
    return
  }
  const { code, status } = refusal
  const retryAfter = RETRY_AFTER[code]
  if (retryAfter) response.setHeader('Retry-After', retryAfter)
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
  const locals = localsOf(response)
  const { requestId, scope } = locals
  const known = scope ? { mode: scope.isTest ? 'test' : 'live' } : {}
  locals.failure = JSON.stringify(bodyOf(refusal, requestId, known))
  sendJson(response, status, locals.failure)
}

function unexpected(error: unknown): Refusal {
  if (isBusy(error)) return new Refusal({ code: 'unavailable' })
  log().error({ err: error }, 'a request failed with an unexpected error')
  return new Refusal({ code: 'internal_error' })
}
