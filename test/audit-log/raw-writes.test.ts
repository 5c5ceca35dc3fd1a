import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { AUDITED_TABLES } from '../../common/domain/audit-log/audited.ts'

/**
 * `insert`, `update` and `save` note the rows that they change. A statement written by hand must do so itself, or have a
 * reason here.
 */
const UNNOTED: Readonly<Record<string, string>> = {
  'checkouts/start-again.ts': 'copies typed text to a checkout that this transaction has just created',
  'checkouts/use-present-email.ts': 'the email address changes with the customer, whose entry shows it',
  'erasures/erase-objects.ts': "the entry of the customer or the erasure stands for the person's data",
  'erasures/of-customer.ts': "the customer's entry stands for the person's data",
  'operations/delete-clock.ts': "the clock's entry stands for its customers",
  'payment-links/sales.ts': 'counts of sales are ours',
  'payments/references.ts': 'the free references are ours',
  'promotion-codes/redeem.ts': 'counts of redemptions are ours',
  'webhooks/deliveries/due.ts': 'leases are ours',
  'webhooks/deliveries/lease.ts': 'leases are ours',
  'webhooks/endpoints/delete-old.ts': 'the endpoint was deleted a day ago, with an entry',
}

const FOLDER = 'common/services/'

const EDGES_AND_BELOW = ['common', 'db', 'api', 'worker', 'cli']

function sources(): { path: string; text: string }[] {
  return EDGES_AND_BELOW.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((path) => path.endsWith('.ts') && !path.startsWith('db/migrations/'))
      .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  )
}

describe('statements that are written by hand', () => {
  it('note the objects that they change for the audit log, or are listed with a reason', () => {
    const tables = Object.keys(AUDITED_TABLES).join('|')
    const write = new RegExp(`(?:UPDATE(?: IGNORE)?|INSERT(?: IGNORE)? INTO|DELETE FROM) (?:${tables})\\b`)
    const unnoted = sources()
      .filter(({ text }) => write.test(text) && !/noteChange|auditDeletion/.test(text))
      .map(({ path }) => path.replace(FOLDER, ''))
    expect(unnoted).to.have.members(Object.keys(UNNOTED))
  })

  it('never change an entry of the audit log', () => {
    const verbs = sources().flatMap(({ path, text }) =>
      Array.from(text.matchAll(/(\w+)(?: INTO| FROM)? audit_log\b/g), ([, verb]) => `${path}: ${verb}`),
    )
    const writes = verbs.filter((found) => /(?:INSERT|UPDATE|DELETE|REPLACE)$/.test(found))
    expect(writes).to.have.members([
      'common/runtime/audit.ts: INSERT',
      'common/runtime/audit.ts: INSERT',
      'common/services/audit-log/delete-old.ts: DELETE',
    ])
  })
})
