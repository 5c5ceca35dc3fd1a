import { connected } from './mysql.ts'

export interface Read {
  id: number
  token: string
  status: string
  currency: string
  amount_subtotal: number
  amount_total: number
  items: Record<string, unknown>[]
}

const ITEM_COLUMNS =
  'id price_id product_id name quantity unit_amount amount_subtotal amount_total lookup_key'
const PRICE_COLUMNS =
  'id product_id type unit_amount recurring_interval lookup_key active created_at updated_at'
const PRODUCT_COLUMNS = 'id name description image_url active created_at updated_at'

/** The table and column of each selected name. */
const SOURCES = new Map<string, readonly [table: string, column: string]>()

/** Returns the columns of a table as SQL, each with an alias that contains the table. */
function named(table: string, columns: string): string {
  const names = columns.split(' ')
  for (const name of names) SOURCES.set(`${table}_${name}`, [table, name])
  return names.map((name) => `${table}.${name} AS ${table}_${name}`).join(', ')
}

const COLUMNS = `checkout.*, ${named('item', ITEM_COLUMNS)}, ${named('price', PRICE_COLUMNS)}, ${named('product', PRODUCT_COLUMNS)}`
const ITEMS = `JOIN checkout_items item ON item.checkout_id = checkout.id
  JOIN prices price ON price.id = item.price_id JOIN products product ON product.id = price.product_id`

/** Reads a checkout with its items in one statement. */
export function retrieve(projectId: number, id: number): Promise<Read> {
  return find('checkout.id = ? AND checkout.project_id = ? AND checkout.is_test = ?', [id, projectId, true])
}

/** Reads a checkout by the token of its page. */
export function open(id: number, token: string): Promise<Read> {
  return find('checkout.id = ? AND checkout.token = ?', [id, token])
}

async function find(where: string, values: unknown[]): Promise<Read> {
  const rows = await connected((query) =>
    query<Record<string, unknown>[]>(
      `SELECT ${COLUMNS} FROM checkouts checkout ${ITEMS} WHERE ${where}`,
      values,
    ),
  )
  return toCheckouts(rows)[0]!
}

/** Reads the first page, newest first, in one statement and without a count. */
export async function list(projectId: number): Promise<Read[]> {
  const page = 'SELECT id FROM checkouts WHERE project_id = ? AND is_test = ? ORDER BY id DESC LIMIT 25'
  const rows = await connected((query) =>
    query<Record<string, unknown>[]>(
      `SELECT ${COLUMNS} FROM (${page}) page JOIN checkouts checkout ON checkout.id = page.id ${ITEMS}`,
      [projectId, true],
    ),
  )
  return toCheckouts(rows).sort((one, other) => other.id - one.id)
}

type Cells = Record<string, unknown>

/** Converts rows with one item each to checkouts: an item contains its price, which contains its product. */
function toCheckouts(rows: readonly Cells[]): Read[] {
  const found = new Map<unknown, Read>()
  for (const row of rows) {
    const parts: Record<string, Cells> = { item: {}, price: {}, product: {} }
    const checkout: Cells = {}
    for (const [name, value] of Object.entries(row)) {
      const source = SOURCES.get(name)
      if (source) parts[source[0]]![source[1]] = value
      else checkout[name] = value
    }
    const item = { ...parts.item, price: { ...parts.price, product: parts.product } }
    const known = found.get(row.id)
    if (known) known.items.push(item)
    else found.set(row.id, { ...checkout, items: [item] } as unknown as Read)
  }
  return [...found.values()]
}
