import type { Endpoint } from '../endpoint.ts'

/** A path of the API with its endpoints. */
interface Place {
  /** The pattern, as in metrics: `/v1/projects/:project_id/checkouts`. */
  route: string
  segments: readonly string[]
  endpoints: ReadonlyMap<string, Endpoint>
  /** The allowed methods. */
  allow: string
}

/** The match for a requested path. */
export interface Found extends Pick<Place, 'route' | 'allow'> {
  /** By name: `customer_id`. */
  params: Record<string, string>
  /** Undefined if the path does not allow the method. */
  endpoint: Endpoint | undefined
}

/**
 * Finds the endpoint of a request. Compares only paths with the same number of segments and the same first segment, at
 * most three. A path that matches two patterns, such as `/payments/import`, has the methods of both. Express tries all
 * paths in turn, which takes 1 to 5 % of a read (docs/performance.md).
 */
export class Paths {
  readonly #places = new Map<string, Place[]>()

  /** Indexes the paths of `endpoints`, below `base`. */
  constructor(base: string, endpoints: readonly Endpoint[]) {
    for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
      const segments = segmentsOf(path)
      const alike = this.#places.get(kindOf(segments)) ?? []
      const here = endpoints.filter((endpoint) => endpoint.path === path)
      const byMethod = here.map((endpoint) => [endpoint.method.toUpperCase(), endpoint] as const)
      const place = {
        ...{ route: base + path, segments, endpoints: new Map(byMethod) },
        allow: byMethod.map(([method]) => method).join(', '),
      }
      this.#places.set(kindOf(segments), [...alike, place])
    }
  }

  /** Returns the match for `path`, or null. Throws `URIError` if its percent-encoding is invalid. */
  find(method: string, path: string): Found | null {
    const segments = segmentsOf(path)
    let other: Found | null = null
    for (const place of this.#places.get(kindOf(segments)) ?? []) {
      const params = paramsOf(place.segments, segments)
      if (!params) continue
      const endpoint = place.endpoints.get(method === 'HEAD' ? 'GET' : method)
      const found = { route: place.route, allow: place.allow, params, endpoint }
      if (endpoint) return found
      other ??= found
    }
    return other
  }
}

/** Returns `customers` and `56` for `/customers/56/`. */
function segmentsOf(path: string): string[] {
  return path.slice(1, path.endsWith('/') ? -1 : undefined).split('/')
}

function kindOf(segments: readonly string[]): string {
  return `${segments.length} ${segments[0]!.toLowerCase()}`
}

/** Returns the path parameters, such as `customer_id`, or null if the paths differ. */
function paramsOf(pattern: readonly string[], path: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [at, segment] of pattern.entries()) {
    const given = path[at]!
    if (!segment.startsWith(':')) {
      if (given !== segment && given.toLowerCase() !== segment) return null
    } else if (given === '') return null
    else params[segment.slice(1)] = decoded(given)
  }
  return params
}

/** Decodes a path segment. Throws `URIError` if it is invalid. */
export function decoded(segment: string): string {
  return segment.includes('%') ? decodeURIComponent(segment) : segment
}
