import type { Description, Schema } from 'joi'
import { plain } from '../common/kit/spelling.ts'

/** What a schema says of itself, as far as sentences about what was sent need it. */
export interface Described extends Description {
  type: string
  keys?: Record<string, Described>
  items?: Described[]
  patterns?: { rule: Described }[]
  rules?: { name: string; args?: { limit?: number } }[]
  metas?: Record<string, unknown>[]
}

type Path = readonly (string | number)[]

const known = new WeakMap<Schema, Described>()

/** The description of a schema: worked out once, since Joi takes its time. */
export function describedOf(schema: Schema): Described {
  const found = known.get(schema)
  if (found) return found
  const described = schema.describe() as Described
  known.set(schema, described)
  return described
}

/** The description of what stands at a path of a body or query; undefined where nothing is described. */
export function fieldAt(within: Described, path: Path): Described | undefined {
  return path.reduce<Described | undefined>(
    (at, step) =>
      typeof step === 'number' ? at?.items?.[0] : (own(at?.keys, step) ?? at?.patterns?.[0]?.rule),
    within,
  )
}

/** What a schema's `meta` says under this name. */
export function metaOf({ metas = [] }: Described, name: string): unknown {
  return metas.find((meta) => meta[name] !== undefined)?.[name]
}

/** The limit that a rule sets, such as `min`. */
export function limitOf({ rules = [] }: Described, rule: string): number | undefined {
  return rules.find(({ name }) => name === rule)?.args?.limit
}

/** Where the first field of each name stands below, by its plain name; worked out once for a schema. */
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

/** The paths of all fields below, an element of a list by the number 0. */
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

/** A property of the record itself: what was sent may be called `constructor`. */
function own<Value>(record: Record<string, Value> | undefined, name: string): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined
}
