import type { Description, Schema } from 'joi'
import { plain } from '../common/kit/spelling.ts'

/** The parts of a Joi description that error sentences need. */
export interface Described extends Description {
  type: string
  keys?: Record<string, Described>
  items?: Described[]
  patterns?: { rule: Described }[]
  rules?: { name: string; args?: { limit?: number } }[]
  metas?: Record<string, unknown>[]
  /** With `flags.only`, these are the only values. */
  allow?: unknown[]
  flags?: { only?: boolean }
}

type Path = readonly (string | number)[]

const known = new WeakMap<Schema, Described>()

/** Returns the description of a schema, cached because Joi is slow. */
export function describedOf(schema: Schema): Described {
  const found = known.get(schema)
  if (found) return found
  const described = schema.describe() as Described
  known.set(schema, described)
  return described
}

/** Returns the description of the field at a path of a body or query, or undefined if the schema has no such field. */
export function fieldAt(within: Described, path: Path): Described | undefined {
  return path.reduce<Described | undefined>(
    (at, step) =>
      typeof step === 'number' ? at?.items?.[0] : (own(at?.keys, step) ?? at?.patterns?.[0]?.rule),
    within,
  )
}

/** Returns the value of this name in a schema's `meta`. */
export function metaOf({ metas = [] }: Described, name: string): unknown {
  return metas.find((meta) => meta[name] !== undefined)?.[name]
}

/** Returns the limit that a rule sets, such as `min`. */
export function limitOf({ rules = [] }: Described, rule: string): number | undefined {
  return rules.find(({ name }) => name === rule)?.args?.limit
}

/** Returns the path of the first field of each name, by its normalized name. Cached per schema. */
export function pathsByName(within: Described): ReadonlyMap<string, Path> {
  const found = knownPaths.get(within)
  if (found) return found
  const paths = new Map<string, Path>()
  for (const path of pathsIn(within)) {
    const name = plain(String(path.at(-1)))
    if (!paths.has(name)) paths.set(name, path)
  }
  knownPaths.set(within, paths)
  return paths
}

const knownPaths = new WeakMap<Described, ReadonlyMap<string, Path>>()

/** Returns the paths of all nested fields. The number 0 denotes an element of a list. */
function pathsIn(within: Described, path: Path = []): Path[] {
  const below: [Path, Described][] = [
    ...Object.entries(within.keys ?? {}).map(([name, field]): [Path, Described] => [[...path, name], field]),
    ...(within.items ?? []).map((element): [Path, Described] => [[...path, 0], element]),
  ]
  return below.flatMap(([way, field]) => [
    ...(typeof way.at(-1) === 'string' ? [way] : []),
    ...pathsIn(field, way),
  ])
}

/** Returns an own property: a client may send a field called `constructor`. */
function own<Value>(record: Record<string, Value> | undefined, name: string): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined
}
