import type { Endpoint } from '../endpoint.ts'

/** A path of the API, and what it answers to. */
interface Place {
  /** Its pattern, as metrics name it: `/v1/projects/:project_id/checkouts`. */
  route: string
  words: readonly string[]
  endpoints: ReadonlyMap<string, Endpoint>
  /** The methods that it answers to. */
  allow: string
}

/** What stands at the path that was asked for. */
export interface Found extends Pick<Place, 'route' | 'allow'> {
  /** By name: `customer_id`. */
  params: Record<string, string>
  /** Undefined where the path does not know the method. */
  endpoint: Endpoint | undefined
}

/**
 * Finds the endpoint of a request. A path is compared with those that have as many words and begin with the same
 * one, three at most: Express tries all of them one after the other, which was a tenth of a look.
 */
export class Paths {
  readonly #places = new Map<string, Place[]>()

  /** Those of `endpoints`, below `base`. */
  constructor(base: string, endpoints: readonly Endpoint[]) {
    for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
      const words = wordsOf(path)
      const alike = this.#places.get(kindOf(words)) ?? []
      const here = endpoints.filter((endpoint) => endpoint.path === path)
      const byMethod = here.map((endpoint) => [endpoint.method.toUpperCase(), endpoint] as const)
      const place = {
        ...{ route: base + path, words, endpoints: new Map(byMethod) },
        allow: byMethod.map(([method]) => method).join(', '),
      }
      this.#places.set(kindOf(words), [...alike, place])
    }
  }

  /** What stands at `path`, or null. Throws `URIError` where a part of it is not encoded as it must be. */
  find(method: string, path: string): Found | null {
    const words = wordsOf(path)
    let other: Found | null = null
    for (const place of this.#places.get(kindOf(words)) ?? []) {
      const params = paramsOf(place.words, words)
      if (!params) continue
      const endpoint = place.endpoints.get(method === 'HEAD' ? 'GET' : method)
      const found = { route: place.route, allow: place.allow, params, endpoint }
      if (endpoint) return found
      other ??= found
    }
    return other
  }
}

/** `/customers/56/`: `customers` and `56`. */
function wordsOf(path: string): string[] {
  return path.slice(1, path.endsWith('/') ? -1 : undefined).split('/')
}

function kindOf(words: readonly string[]): string {
  return `${words.length} ${words[0]!.toLowerCase()}`
}

/** What stands in a path where `known` has a name such as `:customer_id`; null where they are different paths. */
function paramsOf(known: readonly string[], asked: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [at, word] of known.entries()) {
    const given = asked[at]!
    if (!word.startsWith(':')) {
      if (given !== word && given.toLowerCase() !== word) return null
    } else if (given === '') return null
    else params[word.slice(1)] = decoded(given)
  }
  return params
}

/** Throws `URIError`. */
export function decoded(word: string): string {
  return word.includes('%') ? decodeURIComponent(word) : word
}
