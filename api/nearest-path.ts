import { distance, plain } from '../common/kit/spelling.ts'
import { OTHER_PATHS } from './other-names.ts'

const PROJECT = '/v1/projects/{project_id}'

/** More of a path is not looked at: ours have four words, and seven with the project. */
const MOST_WORDS = 10
const LONGEST_WORD = 40

/**
 * Where to look instead of a path that does not exist, in a sentence. `known` are those of the API as the router
 * has them, below the project.
 */
export function adviceOnPath(asked: string, known: readonly string[]): string {
  const words = wordsOf(asked)
  const measured = known
    .filter((path) => path !== '/')
    .map((path) => ({ path, far: farness(words, path.split('/').filter(Boolean)) }))
    .filter(({ far }) => far <= 1)
    .sort((one, other) => one.far - other.far)
  const [nearest] = measured
  if (!nearest || words.length === 0) return 'All of them are described at /docs.'
  const path = nearest.path.replace(/:(\w+)/g, '{$1}')
  return `Did you mean ${PROJECT}${path}? All of them are described at /docs.`
}

/** What was asked for below the project, in our words. */
function wordsOf(asked: string): string[] {
  const all = asked.split('/').filter(Boolean).slice(0, MOST_WORDS)
  const rest = all[0] === 'api' ? all.slice(1) : all
  const unversioned = /^v\d+$/.test(rest[0] ?? '') ? rest.slice(1) : rest
  const own = unversioned[0] === 'projects' ? unversioned.slice(2) : unversioned
  const lower = own.map((word) => word.toLowerCase().replaceAll('_', '-'))
  const pair = OTHER.get(lower.slice(0, 2).join('/'))
  if (pair !== undefined) return [...pair.split('/'), ...lower.slice(2)]
  const [first = '', ...others] = lower
  return [...(OTHER.get(first)?.split('/') ?? [first]), ...others].filter(Boolean)
}

const OTHER = new Map(Object.entries(OTHER_PATHS))

/** How far what was asked is from a path: the part of the letters that differ, over all words; 1 for a word too many or too few. */
function farness(asked: readonly string[], known: readonly string[]): number {
  const pairs = Array.from({ length: Math.max(asked.length, known.length) }, (_, at) =>
    apart(asked[at], known[at]),
  )
  return pairs.reduce((sum, far) => sum + far, 0)
}

function apart(asked: string | undefined, known: string | undefined): number {
  if (asked === undefined || known === undefined) return 0.5
  if (known.startsWith(':')) return /\d/.test(asked) ? 0 : 0.2
  if (asked.length > LONGEST_WORD) return 2
  const [one, other] = [plain(asked), plain(known)]
  const far = distance(one, other) / Math.max(one.length, other.length, 1)
  return far > 0.4 ? 2 : far
}
