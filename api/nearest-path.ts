import { distance, plain } from '../common/kit/spelling.ts'
import { OTHER_PATHS, PATHS_INSTEAD } from './other-names.ts'

const PROJECT = '/v1/projects/{project_id}'

/** Further segments are ignored. Our paths have at most four, or seven with the project. */
const MOST_SEGMENTS = 10
const LONGEST_SEGMENT = 40

/**
 * Returns a sentence that suggests the nearest path to one that does not exist. `known` holds the patterns of the API,
 * below the project.
 */
export function adviceOnPath(asked: string, known: readonly string[]): string {
  const segments = segmentsOf(asked)
  const instead = INSTEAD.get(patternOf(segments, asked))
  if (instead !== undefined) return `${instead} See /docs for all paths.`
  const measured = known
    .filter((path) => path !== '/')
    .map((path) => ({ path, far: farness(segments, path.split('/').filter(Boolean)) }))
    .filter(({ far }) => far <= 1)
    .sort((one, other) => one.far - other.far)
  const [nearest] = measured
  if (!nearest || segments.length === 0) return 'See /docs for all paths.'
  const path = nearest.path.replace(/:(\w+)/g, '{$1}')
  return `Did you mean ${PROJECT}${path}? See /docs for all paths.`
}

/** Returns the segments of the requested path below the project, with synonyms replaced by our names. */
function segmentsOf(asked: string): string[] {
  const all = asked.split('/').filter(Boolean).slice(0, MOST_SEGMENTS)
  const rest = all[0] === 'api' ? all.slice(1) : all
  const unversioned = /^v\d+$/.test(rest[0] ?? '') ? rest.slice(1) : rest
  const own = unversioned[0] === 'projects' ? unversioned.slice(2) : unversioned
  const lower = own.map((segment) => segment.toLowerCase().replaceAll('_', '-'))
  const pair = OTHER.get(lower.slice(0, 2).join('/'))
  if (pair !== undefined) return [...pair.split('/'), ...lower.slice(2)]
  const [first = '', ...others] = lower
  return [...(OTHER.get(first)?.split('/') ?? [first]), ...others].filter(Boolean)
}

const OTHER = new Map(Object.entries(OTHER_PATHS))
const INSTEAD = new Map(Object.entries(PATHS_INSTEAD))

/** Returns the requested path as `PATHS_INSTEAD` writes it. The list of projects is above every project. */
function patternOf(segments: readonly string[], asked: string): string {
  if (segments.length === 0) return /^\/(?:api\/)?v1\/projects\/?$/i.test(asked) ? 'projects' : ''
  return segments.map((segment, index) => (index === 1 ? '*' : segment)).join('/')
}

/** Returns the distance between two paths: the sum of the shares of letters that differ in each segment. */
function farness(asked: readonly string[], known: readonly string[]): number {
  const pairs = Array.from({ length: Math.max(asked.length, known.length) }, (_, at) =>
    apart(asked[at], known[at]),
  )
  return pairs.reduce((sum, far) => sum + far, 0)
}

function apart(asked: string | undefined, known: string | undefined): number {
  if (asked === undefined || known === undefined) return 0.5
  if (known.startsWith(':')) return /\d/.test(asked) ? 0 : 0.2
  if (asked.length > LONGEST_SEGMENT) return 2
  const [one, other] = [plain(asked), plain(known)]
  const far = distance(one, other) / Math.max(one.length, other.length, 1)
  return far > 0.4 ? 2 : far
}
