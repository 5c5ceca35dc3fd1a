import type { Description, Schema } from 'joi'

/** The largest value that a schema allows, so that larger ones are refused without being read. */
export type Bounds =
  | { type: 'scalar'; longest: number; isText: boolean }
  | { type: 'list'; most: number; element: Bounds }
  | { type: 'record'; most: number; value: Bounds }
  | { type: 'object'; fields: ReadonlyMap<string, Bounds> }

interface Described extends Description {
  type: string
  rules?: { name: string; args?: { limit?: number } }[]
  keys?: Record<string, Described>
  items?: Described[]
  metas?: { maxLength?: number }[]
  flags?: { only?: boolean }
  patterns?: { rule: Described }[]
}

/** For text without a stated maximum length: longer than any fixed format. */
const LONGEST = 4_096

const known = new WeakMap<Schema, Bounds>()

/** Returns the bounds of a schema, cached. Throws if a list or record has no limit. */
export function boundsOf(schema: Schema): Bounds {
  const found = known.get(schema)
  if (found) return found
  const bounds = read(schema.describe() as Described, 'body')
  known.set(schema, bounds)
  return bounds
}

function read(described: Described, path: string): Bounds {
  const { type, items = [], patterns = [], metas = [], flags } = described
  if (type === 'array') {
    const [element] = items
    if (!element || items.length > 1) throw new Error(`${path}: a list must have exactly one kind of element`)
    return { type: 'list', most: limitOf(described, path), element: read(element, `${path}.0`) }
  }
  const [others] = patterns
  if (type === 'object' && others)
    return { type: 'record', most: limitOf(described, path), value: read(others.rule, `${path}.*`) }
  if (type === 'object') {
    const fields = Object.entries(described.keys ?? {}).map(
      ([name, field]) => [name, read(field, `${path}.${name}`)] as const,
    )
    return { type: 'object', fields: new Map(fields) }
  }
  const longest = metas.find(({ maxLength }) => maxLength !== undefined)?.maxLength ?? LONGEST
  return { type: 'scalar', longest, isText: type === 'string' && flags?.only !== true }
}

function limitOf({ rules = [] }: Described, path: string): number {
  const limit = rules.find(({ name }) => name === 'max')?.args?.limit
  if (limit === undefined) throw new Error(`${path} has no limit: add a maximum size`)
  return limit
}
