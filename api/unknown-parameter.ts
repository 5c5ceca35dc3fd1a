import { nearest, plain } from '../common/kit/spelling.ts'
import { type Described, fieldAt, pathsByName } from './described.ts'
import { INSTEAD, OTHER_NAMES } from './other-names.ts'

/** No known parameter has a longer name. */
const LONGEST = 40

/** Names so common that a field of this name elsewhere is probably not the one that the client meant. */
const COMMON = ['description', 'enabled', 'key', 'label', 'max', 'min', 'name', 'optional', 'type', 'value']

/** Returns a sentence that says what to do about an unknown parameter, based on what the client probably meant. */
export function adviceOn(path: readonly (string | number)[], schema: Described, currency: string): string {
  const parent = path.slice(0, -1)
  const name = String(path.at(-1))
  const [bare = ''] = name.split('[', 1)
  const siblings = Object.keys(fieldAt(schema, parent)?.keys ?? {})
  const spelled = (names: readonly string[]) => names.map((one) => [...parent, one].join('.')).join(' and ')
  if (name.length > LONGEST) return LEAVE_OUT
  if (siblings.includes(bare)) return `Pass ${spelled([bare])} without brackets.`
  if (plain(bare) === 'currency') return `Every amount of this project is in ${currency}. Leave it out.`

  const others = OTHERS.get(plain(bare)) ?? []
  const here = others.filter((one) => siblings.includes(one))
  if (here.length > 0) return `Use ${spelled(plain(bare) === 'recurring' ? here : here.slice(0, 1))}.`
  const instead = INSTEAD_OF.get(plain(bare))
  if (instead !== undefined) return instead
  const meant = nearest(bare, siblings)
  if (meant !== null) return `Did you mean ${spelled([meant])}?`
  const names = [bare, ...others].filter((one) => !COMMON.includes(one)).map(plain)
  const paths = pathsByName(schema)
  const elsewhere = names.map((one) => paths.get(one)).find((path) => path !== undefined)
  return elsewhere ? `It belongs in ${elsewhere.join('.')}.` : LEAVE_OUT
}

const LEAVE_OUT = 'Check its spelling, or leave it out.'
const OTHERS = byPlainName(OTHER_NAMES)
const INSTEAD_OF = byPlainName(INSTEAD)

/** Returns a map by normalized name, so that `lineItems` is found like `line_items`. */
function byPlainName<Value>(table: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(table).map(([name, value]) => [plain(name), value]))
}
