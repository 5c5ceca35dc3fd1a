import { expect } from 'chai'
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise'
import { endpoints } from '../../api/v1/router.ts'
import { Refusal } from '../../common/kit/refusal.ts'
import { listAuditLog } from '../../common/services/audit-log/list.ts'
import { listCheckouts } from '../../common/services/checkouts/list.ts'
import { listCustomers } from '../../common/services/customers/list.ts'
import { listEvents } from '../../common/services/events/list.ts'
import { listInvoices } from '../../common/services/invoices/list.ts'
import { listPaymentLinks } from '../../common/services/payment-links/list.ts'
import { listPayments } from '../../common/services/payments/list.ts'
import { listPrices } from '../../common/services/prices/list.ts'
import { listProducts } from '../../common/services/products/list.ts'
import { getProject } from '../../common/services/projects/find.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { listPromotionCodes } from '../../common/services/promotion-codes/list.ts'
import { listRefunds } from '../../common/services/refunds/list.ts'
import { listSubscriptions } from '../../common/services/subscriptions/list.ts'
import { listDeliveries } from '../../common/services/webhooks/deliveries/list.ts'
import { ALWAYS_COUNTED } from '../../db/count.ts'
import type { ListQuery, Page } from '../../db/page.ts'
import { onConnection, type Sql, type Values } from '../../db/sql.ts'
import { explain } from '../support/explain.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { FILLED, filterRows, FIRST, LAST_DAYS, rowsIn } from './filter-rows.ts'

type List = (sql: Sql, scope: Scope, query: ListQuery, now: Date) => Promise<Page<{ id: number }>>

/** A list with a value of each filter that many rows have, and one that few rows or none have. */
interface ListCase {
  list: List
  filters: Readonly<Record<string, readonly [many: string, few: string]>>
  /** Filters that can be combined although each matches many rows; other combinations are rejected. */
  together?: readonly string[]
}

const hot = String(FIRST)
const own = String(FIRST + 76)

const LISTS: Readonly<Record<string, ListCase>> = {
  'audit-log': {
    list: listAuditLog,
    filters: {
      object: ['payment', 'price'],
      object_id: [hot, own],
      actor: ['member', 'cli'],
      actor_id: [hot, own],
    },
    together: ['object object_id', 'actor actor_id'],
  },
  checkouts: {
    list: listCheckouts,
    filters: {
      status: ['open,pending', 'expired,open'],
      customer_id: [hot, own],
      client_reference_id: ['hot', '77'],
      payment_link_id: [hot, own],
      subscription_id: [hot, own],
    },
    together: ['customer_id status', 'payment_link_id status', 'status subscription_id'],
  },
  customers: { list: listCustomers, filters: { email: ['hot@example.com', '76@example.com'] } },
  events: {
    list: listEvents,
    filters: {
      type: ['checkout.completed', 'invoice.void'],
      object: ['subscription', 'invoice'],
      object_id: [hot, own],
    },
    together: ['object type', 'object object_id'],
  },
  invoices: {
    list: listInvoices,
    filters: {
      ...{ status: ['open', 'void'], overdue: ['true', 'true'] },
      ...{ customer_id: [hot, own], client_reference_id: ['hot', '77'] },
    },
    together: ['customer_id status', 'overdue status'],
  },
  'payment-links': { list: listPaymentLinks, filters: { active: ['false', 'true'] } },
  payments: {
    list: listPayments,
    filters: {
      status: ['failed,canceled', 'refunded'],
      method: ['bank_transfer', 'qpay'],
      checkout_id: [hot, own],
      invoice_id: [hot, own],
      reference: ['AAAAAA', '77'],
      amount: ['7', '1077'],
      client_reference_id: ['hot', '77'],
      customer_id: [hot, own],
      customer_email: ['hot@example.com', '77@example.com'],
    },
    together: ['method status', 'customer_id status'],
  },
  prices: {
    list: listPrices,
    filters: { product_id: [hot, own], lookup_key: ['key-77', 'key-78'], active: ['false', 'true'] },
    together: ['lookup_key product_id', 'active lookup_key'],
  },
  products: { list: listProducts, filters: { active: ['false', 'true'] } },
  'promotion-codes': {
    list: listPromotionCodes,
    filters: { code: ['CODE-77', 'CODE-78'], active: ['false', 'true'] },
    together: ['active code'],
  },
  refunds: { list: listRefunds, filters: { payment_id: [hot, own] } },
  subscriptions: {
    list: listSubscriptions,
    filters: {
      status: ['active,trialing', 'past_due'],
      customer_id: [hot, own],
      price_id: [hot, own],
      price: ['key-1', 'key-77'],
      'current_period_end[gte]': [LAST_DAYS, '2099-01-01T00:00:00Z'],
    },
    together: [...['price_id status', 'price status', 'price price_id'], 'current_period_end[gte] status'],
  },
  'webhook-deliveries': {
    list: listDeliveries,
    filters: { status: ['failed', 'pending'], endpoint_id: ['1', '3'], event_id: [hot, own] },
    together: ['endpoint_id status', 'endpoint_id event_id', 'event_id status'],
  },
}

/** The most entries of tables and indexes that a list may read, in addition to those that it counts. */
const MOST = 2_000

/** The whole range, its first days, and one day in it. */
const TIMES: readonly Record<string, string>[] = [
  { 'created[gte]': '2024-01-01T00:00:00Z' },
  { 'created[lt]': '2024-01-03T00:00:00Z' },
  { 'created[gte]': '2025-01-05T00:00:00Z', 'created[lt]': '2025-01-06T00:00:00Z' },
]

/** Returns the first page of a list, a later one, and from the middle in either direction. */
function partsOf(name: string): Record<string, string>[] {
  const middle = String(FIRST + rowsIn(name.replaceAll('-', '_')) / 2)
  return [{}, { page: '3' }, { before: middle }, { after: middle }]
}

function subsets<Item>(items: readonly Item[]): Item[][] {
  return items.reduce<Item[][]>((some, item) => [...some, ...some.map((one) => [...one, item])], [[]])
}

/** A list's reads without its counts, and the counts, which must be read only from an index. */
interface Reading {
  page: Page<{ id: number }> | Refusal
  read: number
  counts: { text: string; values: Values; read: number }[]
}

async function readBy(sql: Sql, list: (sql: Sql) => Promise<Page<{ id: number }>>): Promise<Reading> {
  const counts: Reading['counts'] = []
  const countReads = async () => {
    const rows = await send<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'")
    return rows.reduce((sum, { Value }) => sum + Number(Value), 0)
  }
  const send: Sql['rows'] = sql.rows.bind(sql)
  const row: Sql['row'] = sql.row.bind(sql)
  let own = 0
  // One statement selects and counts the first page of checkouts.
  sql.rows = async <Row>(text: string, values?: Values) => {
    if (text.includes(' AS listed')) own += 2 * ALWAYS_COUNTED
    return send<Row>(text, values)
  }
  sql.row = async <Row>(text: string, values?: Values) => {
    if (!/^SELECT (\(SELECT )?COUNT\(\*\).*AS total/s.test(text)) return row<Row>(text, values)
    const before = await countReads()
    const found = await row<Row>(text, values)
    const read = (await countReads()) - before
    own += read
    counts.push({ text, values: values ?? [], read })
    return found
  }
  try {
    await sql.run('FLUSH STATUS')
    const page = await list(sql).catch((error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    })
    return { page, read: (await countReads()) - own, counts }
  } finally {
    Reflect.deleteProperty(sql, 'row')
    Reflect.deleteProperty(sql, 'rows')
  }
}

/** Returns whether a statement reads rows of a table, and not only its index. */
async function readsRows(text: string, values: Values): Promise<boolean> {
  const steps = await explain(text, values)
  return steps.some(
    ({ table, type, Extra }) =>
      !(table ?? '<').startsWith('<') &&
      !/^(const|system)$/.test(type ?? 'const') &&
      !Extra?.includes('Using index'),
  )
}

describe('lists with filters, for a shop with over 10,000 rows for each frequent value', () => {
  let shop: Merchant
  let scope: Scope
  let filling: Connection
  const next = new Map<string, number>()

  const empty = async (table: string, id: number) => {
    await filling.query(`TRUNCATE ${table}`) // faster than DELETE, and an empty table is filled faster
    await filling.query(`ALTER TABLE ${table} AUTO_INCREMENT = ${id}`)
  }

  before(async function () {
    this.timeout(600_000)
    shop = await givenMerchant()
    const other = await givenMerchant()
    scope = await onConnection(async (sql) => {
      return { project: await getProject(sql, shop.projectId), isTest: true }
    })
    // A separate connection: on the service's connections these statements would time out.
    filling = await mysql.createConnection({ uri: process.env.DATABASE_URL ?? '' })
    await filling.query('SET GLOBAL innodb_buffer_pool_size = 2147483648')
    await filling.query('SET SESSION unique_checks = 0, foreign_key_checks = 0')
    for (const [place, statement] of filterRows(shop.projectId, other.projectId).entries()) {
      const table = FILLED[place]!
      const [rows] = await filling.query<RowDataPacket[]>(
        'SELECT auto_increment AS next FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?',
        [table],
      )
      next.set(table, rows[0]!.next as number)
      await empty(table, FIRST)
      await filling.query(statement)
    }
    await filling.query(`ANALYZE TABLE ${FILLED.join(', ')}`)
  })

  after(async () => {
    for (const [table, id] of next) await empty(table, id)
    await filling.end()
  })

  const queryOf = (name: string, query: Record<string, string>): ListQuery => {
    const { query: schema } = endpoints.find(({ method, path }) => method === 'get' && path === `/${name}`)!
    const { error, value } = schema!.validate(query)
    if (error) throw error
    return value as ListQuery
  }

  for (const [name, { list, filters, together = [] }] of Object.entries(LISTS))
    it(`read few rows for every combination of filters: ${name}`, async function () {
      this.timeout(600_000)
      const excessive: string[] = []
      const refused = new Set<string>()
      const counted = new Map<string, Reading['counts'][number]>()
      for (const names of subsets(Object.keys(filters)))
        for (const [choice, values] of choicesOf(names.map((one) => filters[one]!)).entries())
          for (const part of names.length > 2 ? [{}] : partsOf(name))
            for (const time of names.length > 1 ? [{}] : [{}, ...TIMES]) {
              const chosen = Object.fromEntries(names.map((one, place) => [one, values[place]!]))
              const query = { ...chosen, ...part, ...time }
              const parsed = queryOf(name, query)
              const { page, read, counts } = await onConnection((sql) =>
                readBy(sql, (own) => list(own, scope, parsed, new Date())),
              )
              if (read > MOST) excessive.push(`${new URLSearchParams(query).toString()}: ${read}`)
              for (const count of counts) counted.set(count.text, count)
              if (page instanceof Refusal && choice === 0) {
                expect(page.code).to.equal('unsupported_filter_combination')
                refused.add(names.toSorted().join(' '))
              }
            }
      for (const { text, values, read } of counted.values())
        if (read > MOST && (await readsRows(text, values))) excessive.push(`count ${read}: ${text}`)
      expect(excessive).to.deep.equal([])
      const missing = subsets(Object.keys(filters))
        .map((names) => names.toSorted())
        .filter((names) => names.length === 2)
        .map((names) => names.join(' '))
        .filter((names) => !refused.has(names))
        .filter((names) => !/checkout_id.*invoice_id/.test(names))
      expect(missing).to.have.members(together.map((names) => names.split(' ').toSorted().join(' ')))
    })

  it('are rejected with a message that says what to do', async () => {
    const { body } = await shop.get('/payments?customer_email=hot@example.com&amount=7').expect(422)
    expect(body.code).to.equal('unsupported_filter_combination')
    expect(body.errors.customer_email[0])
      .to.include('amount and customer_email')
      .and.to.include('method with status')
  })

  it('cover every filter', () => {
    const missing = endpoints
      .filter(({ method, answers }) => method === 'get' && answers[200]?.holds === 'page')
      .flatMap(({ path, query }) =>
        Object.keys((query?.describe() as { keys?: object } | undefined)?.keys ?? {})
          .filter((name) => !/^(page|limit|after|before|created.*|.*\[(gt|lt|lte)\])$/.test(name))
          .filter((name) => !(name in (LISTS[path.slice(1)]?.filters ?? {})))
          .map((name) => `${path}?${name}`),
      )
    expect(missing).to.deep.equal([])
  })
})

/** Returns values for filters: all of many rows, all of few rows, and each time one of few rows among the others. */
function choicesOf(filters: readonly (readonly [string, string])[]): string[][] {
  const many = filters.map(([one]) => one)
  const few = filters.map(([, one]) => one)
  if (filters.length === 0) return [[]]
  if (filters.length > 3) return [many]
  return [many, few, ...filters.map((_, place) => many.with(place, few[place]!))]
}
