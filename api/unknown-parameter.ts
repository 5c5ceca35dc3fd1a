import { nearest, plain } from '../common/kit/spelling.ts'
import { type Described, fieldAt, pathsByName } from './described.ts'
import { INSTEAD, INSTEAD_BESIDE, INSTEAD_IN_LISTS, OTHER_NAMES } from './other-names.ts'

/** No known parameter has a longer name. */
const LONGEST = 40

/** A longer list of parameters would hide the problem. */
const MOST_SHOWN = 12

/** Names so common that a field of this name elsewhere is probably not the one that the client meant. */
const COMMON = ['description', 'enabled', 'key', 'label', 'max', 'min', 'name', 'optional', 'type', 'value']

/** Returns a sentence that says what to do about an unknown parameter, based on what the client probably meant. */
export function adviceOn(path: readonly (string | number)[], schema: Described, currency: string): string {
  const parent = path.slice(0, -1)
  const name = String(path.at(-1))
  const [bare = ''] = name.split('[', 1)
  const keys = fieldAt(schema, parent)?.keys ?? {}
  const siblings = Object.keys(keys)
  const spelled = (names: readonly string[]) => names.map((one) => [...parent, one].join('.')).join(' and ')
  if (name.length > LONGEST) return LEAVE_OUT
  if (siblings.includes(bare)) return `Pass ${spelled([bare])} without brackets.`
  if (plain(bare) === 'currency') return `Every amount of this project is in ${currency}. Leave it out.`

  const others = OTHERS.get(plain(bare)) ?? []
  const here = others.filter((one) => siblings.includes(one))
  if (bare === 'customer' && here.length > 1) return `Use ${here.join(', or ')}.`
  if (here.length > 0) return `Use ${spelled(plain(bare) === 'recurring' ? here : here.slice(0, 1))}.`
  const beside = INSTEAD_BESIDE_OF.get(plain(bare))?.find(([sibling]) => siblings.includes(sibling))
  if (beside) return beside[1]
  const within = parent.length > 0 ? firstBelow(fieldAt(schema, parent), [bare, ...others]) : undefined
  if (within) return `It belongs in ${[...parent, ...within].join('.')}.`
  const [, compared] = /^(.+)_(?:gte?|lte?|min|max)$/.exec(bare) ?? []
  if (compared !== undefined && siblings.includes(`${compared}[gte]`))
    return `Use ${compared}[gte] and ${compared}[lt].`
  if (compared !== undefined && siblings.includes(compared))
    return `Use ${compared}, which finds an equal value only.`
  const inLists = siblings.includes('created[gte]') ? INSTEAD_IN_LISTS_OF.get(plain(bare)) : undefined
  const instead = inLists ?? INSTEAD_OF.get(plain(bare))
  if (instead !== undefined) return instead
  const meant = nearest(bare, siblings)
  if (meant !== null) return `Did you mean ${spelled([meant])}?`
  const elsewhere = firstBelow(
    schema,
    [bare, ...others].filter((one) => !COMMON.includes(one)),
  )
  if (elsewhere?.length === 1 && parent.length > 0)
    return `It belongs in ${elsewhere[0]}, next to ${parent[0]}.`
  if (elsewhere) return `It belongs in ${elsewhere.join('.')}.`
  if (siblings.length === 0) return 'This request has no parameters. Leave it out.'
  const accepted = siblings.filter((one) => !keys[one]?.metas?.some(({ fixed }) => fixed === true))
  return accepted.length > MOST_SHOWN ? LEAVE_OUT : `${LEAVE_OUT} Parameters here: ${accepted.join(', ')}.`
}

/** Returns the path of the first of these names below a field, or undefined. */
function firstBelow(field: Described | undefined, names: readonly string[]) {
  const paths = field && pathsByName(field)
  return names.map((name) => paths?.get(plain(name))).find((path) => path !== undefined)
}

const LEAVE_OUT = 'Check its spelling, or leave it out.'
const OTHERS = byPlainName(OTHER_NAMES)
const INSTEAD_OF = byPlainName(INSTEAD)
const INSTEAD_BESIDE_OF = byPlainName(INSTEAD_BESIDE)
const INSTEAD_IN_LISTS_OF = byPlainName(INSTEAD_IN_LISTS)

/** Returns a map by normalized name, so that `lineItems` is found like `line_items`. */
function byPlainName<Value>(table: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(table).map(([name, value]) => [plain(name), value]))
}
