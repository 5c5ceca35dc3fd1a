import { type Caller, callerOf, type CallOptions } from './call.ts'
import { type Methods, methods } from './generated/methods.ts'
import { List } from './list.ts'
import type { Fetch, Patience } from './send.ts'

export interface TolborOptions extends Partial<Patience> {
  /** The address of your project's API: `https://pay.example.com/v1/projects/1`. */
  readonly api: string
  /** `sk_test_…` or `sk_live_…`: it selects the mode. */
  readonly token: string
  /** Replaces the platform's own `fetch`. */
  readonly fetch?: Fetch
}

/** The API of a project: a method for each of its operations. */
export type Tolbor = Methods

/** `new Tolbor({ api, token })` */
// oxlint-disable-next-line typescript/no-extraneous-class -- its methods come from the table and are added to each instance
export const Tolbor = class {
  constructor({
    api,
    token,
    retries = 4,
    timeout = 30_000,
    fetch = (request) => globalThis.fetch(request),
  }: TolborOptions) {
    const [, baseUrl, project] = /^(https?:\/\/.+)\/v1\/projects\/(\d+)\/?$/.exec(api) ?? []
    if (!baseUrl || !project)
      throw new TypeError(`api must be like https://pay.example.com/v1/projects/1, not ${api}`)
    if (!token) throw new TypeError('token must be one of the project: sk_test_… or sk_live_…')
    const call = callerOf(baseUrl, token, fetch, { retries, timeout })
    Object.assign(
      this,
      Object.fromEntries(
        Object.keys(methods).map((name) => [name, methodOf(methods[name as keyof Methods], project, call)]),
      ),
    )
  }
} as unknown as new (options: TolborOptions) => Tolbor

type Described = (typeof methods)[keyof Methods]

/**
 * Reads the arguments: the ids of the path in order, then the body or query if there is one, then options. A query may
 * follow a file.
 */
function methodOf({ method, path, takes, returns }: Described, project: string, call: Caller) {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name).filter(
    (name) => name !== 'project_id',
  )
  return (...args: unknown[]) => {
    const inPath = Object.fromEntries(names.map((name, index) => [name, partOfPath(name, args[index])]))
    const input = takes && args[names.length]
    const more = takes === 'file' ? { query: args[names.length + 1] as object | undefined } : {}
    const options = args[names.length + (takes ? 1 : 0) + (takes === 'file' ? 1 : 0)] as
      CallOptions | undefined
    const ask = (given: unknown) =>
      call({
        ...options,
        ...more,
        method,
        path,
        inPath: { ...inPath, project_id: project },
        [takes ?? 'query']: given,
      })
    if (returns === 'list') return new List((part) => ask(part) as Promise<never>, input ?? {})
    return ask(input).then((body) => (body as { data: unknown }).data)
  }
}

/** A missing id would request the list instead. */
function partOfPath(name: string, value: unknown): string | number {
  if ((typeof value === 'string' && value !== '') || typeof value === 'number') return value
  throw new TypeError(`${name} must be given, not ${String(value)}`)
}
