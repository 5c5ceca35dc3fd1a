import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { run } from '../../cli/run.ts'
import { decrypt, encrypt } from '../../common/kit/secrets.ts'
import { config } from '../../common/runtime/config.ts'
import { dropCachedProject } from '../../common/services/projects/cache.ts'
import { encryptedColumns } from '../../common/services/secrets/encrypted-columns.ts'
import { writeRows } from '../../db/rows.ts'
import { onConnection } from '../../db/sql.ts'
import { BANK_ACCOUNT, givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { process_, tolbor } from './tolbor.ts'

const before = { ...config() }
const next = randomBytes(32)

/** Makes this process encrypt with the new key; it can still decrypt with the previous one. */
function changeKey(keys: Buffer[] = [next, before.secretKey]): void {
  config().secretKey = keys[0]!
  config().secretKeys = keys
}

function restoreKey(): void {
  config().secretKey = before.secretKey
  config().secretKeys = before.secretKeys
}

interface Counts {
  present: number
  others: number
}

/** Counts the values under the new key, and the others. */
async function countByKey(): Promise<Counts> {
  const count: Counts = { present: 0, others: 0 }
  for (const { table, columns } of encryptedColumns) {
    const rows = await onConnection((sql) =>
      sql.rows<Record<string, Buffer | null>>(`SELECT ${columns.join(', ')} FROM ${table}`),
    )
    for (const sealed of rows.flatMap((row) => Object.values(row))) {
      if (sealed === null) continue
      try {
        decrypt([next], sealed)
        count.present += 1
      } catch {
        count.others += 1
      }
    }
  }
  return count
}

/** Returns whether the response of an idempotency key is encrypted with the new key. */
async function hasNewKey(key: string): Promise<boolean> {
  const row = await onConnection((sql) =>
    sql.row<{ answer: Buffer }>('SELECT answer FROM idempotency_keys WHERE idempotency_key = ?', [key]),
  )
  try {
    return decrypt([next], row!.answer).length > 0
  } catch {
    return false
  }
}

const accountOf = async (shop: Merchant) =>
  (await shop.get('').expect(200)).body.data.payment_methods.bank_transfer

/** Writes a value into every encrypted column, under the current key. */
async function givenSecrets() {
  const shop = await givenMerchant()
  await shop.patch('', { payment_methods: { bank_transfer: BANK_ACCOUNT } }).expect(200)
  const { body } = await shop.post('/webhook-endpoints', { url: 'https://shop.example/hooks' }).expect(201)
  const { id } = body.data as { id: number }
  for (let times = 0; times < 2; times += 1)
    await shop.post(`/webhook-endpoints/${id}/rotate-secret`).expect(200)
  const answer = await shop.post('/checkouts', tea()).set('Idempotency-Key', 'once').expect(201)
  return { shop, endpointId: id, answer: answer.body as { data: object } }
}

/** Writes responses to idempotent requests of a project, under the current key. */
async function givenAnswers({ projectId }: Merchant, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    ...{ project_id: projectId, is_test: true, idempotency_key: `key-${at}` },
    ...{ request_hash: randomBytes(32), status: 201, created_at: new Date() },
    answer: encrypt(config().secretKey, Buffer.from(`{"data":{"at":${at}}}`)),
  }))
  await onConnection((sql) => writeRows(sql, 'idempotency_keys', rows))
}

const env = () => ({
  SECRET_KEY: next.toString('hex'),
  SECRET_KEY_PREVIOUS: before.secretKey.toString('hex'),
})

describe('data encrypted at rest', () => {
  it('is listed with all its columns', async () => {
    const columns = await onConnection((sql) =>
      sql.rows<{ name: string }>(
        `SELECT CONCAT(TABLE_NAME, '.', COLUMN_NAME) AS name FROM information_schema.COLUMNS
         WHERE TABLE_SCHEMA = DATABASE() AND DATA_TYPE LIKE '%blob'`,
      ),
    )
    const listed = encryptedColumns.flatMap(({ table, columns: each }) =>
      each.map((column) => `${table}.${column}`),
    )
    // A statement and its report are kept for a day at most, and contain no secret. A passkey's public key is not secret.
    const others = [
      'images.bytes',
      'passkeys.public_key',
      'statement_imports.file',
      'statement_imports.report',
      'statement_imports.open_lines',
    ]
    expect(columns.map(({ name }) => name)).to.have.members([...listed, ...others])
  })

  it('is written only by these files', () => {
    const files = ['api', 'cli', 'common', 'db', 'worker'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    const encrypting = files.filter(
      (file) => file.endsWith('.ts') && /\bencrypt\(/.test(readFileSync(file, 'utf8')),
    )
    expect(encrypting).to.have.members([
      'common/kit/secrets.ts',
      'api/idempotency.ts', // idempotency_keys.answer
      'common/services/erasures/forget-answers.ts', // idempotency_keys.answer
      'common/services/projects/update.ts', // projects.payment_settings
      'common/services/webhooks/endpoints/old-secrets.ts', // webhook_endpoints.older_secrets
      'common/services/webhooks/endpoints/secret.ts', // webhook_endpoints.secret, and previous_secret after it
      'common/services/secrets/reseal.ts',
      'common/methods/qpay/gateway/token.ts', // a token in Redis, which expires
      'api/dashboard/kept-press.ts', // a cookie, which expires
      'api/dashboard/tokens/new-token.ts', // likewise
    ])
  })
})

describe('bin/tolbor secrets rotate', () => {
  beforeEach(async () => {
    for (const { table } of encryptedColumns)
      if (table !== 'projects') await onConnection((sql) => sql.run(`DELETE FROM ${table}`))
    await onConnection((sql) => sql.run('UPDATE projects SET payment_settings = NULL'))
  })
  afterEach(restoreKey)

  it('encrypts everything with the current key, so that the previous key can be removed', async () => {
    const { shop, endpointId, answer } = await givenSecrets()
    changeKey()
    expect(await countByKey()).to.deep.equal({ present: 0, others: 5 })
    const { ok, tables } = await tolbor('secrets', 'rotate')
    expect(ok).to.equal(true)
    expect(
      tables.map(({ table, written }: { table: string; written: number }) => [table, written]),
    ).to.deep.equal([
      ['projects', 1],
      ['webhook_endpoints', 1],
      ['idempotency_keys', 1],
    ])
    expect(await countByKey()).to.deep.equal({ present: 5, others: 0 })

    changeKey([next])
    dropCachedProject(shop.projectId)
    expect(await accountOf(shop)).to.deep.equal(BANK_ACCOUNT)
    await shop.post(`/webhook-endpoints/${endpointId}/rotate-secret`).expect(200)
    const again = await shop.post('/checkouts', tea()).set('Idempotency-Key', 'once').expect(201)
    expect(again.headers['idempotent-replayed']).to.equal('true')
    expect(again.body).to.deep.equal(answer)
  })

  it('does not rewrite values under the current key', async () => {
    await givenSecrets()
    changeKey()
    await tolbor('secrets', 'rotate')
    const values = () =>
      onConnection((sql) => sql.rows('SELECT secret, older_secrets FROM webhook_endpoints'))
    const kept = await values()
    const { tables } = await tolbor('secrets', 'rotate')
    expect(tables.map(({ written }: { written: number }) => written)).to.deep.equal([0, 0, 0])
    expect(await values()).to.deep.equal(kept)
  })

  it('names rows that no key decrypts, and rotates the rest', async () => {
    const { shop } = await givenSecrets()
    const lost = await givenMerchant()
    const sealed = encrypt(randomBytes(32), Buffer.from('{}'))
    await onConnection((sql) =>
      sql.run('UPDATE projects SET payment_settings = ? WHERE id = ?', [sealed, lost.projectId]),
    )
    changeKey()
    const { code, stdout } = await run(['secrets', 'rotate'])
    expect(code).to.equal(1)
    expect(stdout).to.contain(`1 row of projects is encrypted with neither key: id ${lost.projectId}.`)
    expect(stdout).to.contain('set payment_settings to NULL').and.not.contain('you can remove')
    expect(await countByKey()).to.deep.equal({ present: 5, others: 1 })
    await onConnection((sql) =>
      sql.run('UPDATE projects SET payment_settings = NULL WHERE id = ?', [lost.projectId]),
    )
    expect(await tolbor('secrets', 'rotate')).to.include({ ok: true })
    expect(await accountOf(shop)).to.deep.equal(BANK_ACCOUNT)
  })

  it('loses no concurrent write, even of another rotation', async () => {
    const shops = await Promise.all(Array.from({ length: 4 }, () => givenMerchant()))
    const write = (shop: Merchant, number: number) =>
      shop
        .patch('', { payment_methods: { bank_transfer: { ...BANK_ACCOUNT, account_number: `${number}` } } })
        .expect(200)
    for (const shop of shops) await write(shop, 0)
    await givenAnswers(shops[0]!, 300)
    changeKey()
    const writing = shops.map(async (shop) => {
      for (let number = 1; number <= 8; number += 1) await write(shop, number)
    })
    const [one, other] = await Promise.all([
      tolbor('secrets', 'rotate'),
      tolbor('secrets', 'rotate'),
      ...writing,
    ])
    expect([one!.ok, other!.ok]).to.deep.equal([true, true])
    expect((await countByKey()).others).to.equal(0)
    changeKey([next])
    for (const shop of shops) expect(await accountOf(shop)).to.include({ account_number: '8' })
  })

  it('finishes after a run that was killed', async () => {
    const { shop } = await givenSecrets()
    await givenAnswers(shop, 3_000)
    const child = spawn(process.execPath, ['dist/cli/main.js', 'secrets', 'rotate'], {
      env: { ...process.env, ...env() },
    })
    const ended = once(child, 'exit')
    while (!(await hasNewKey('key-1'))) await sleep(5)
    child.kill('SIGKILL')
    await ended
    const { present, others } = await countByKey()
    expect(present).to.be.at.least(1)
    expect(others).to.be.at.least(1)

    changeKey()
    expect(await tolbor('secrets', 'rotate')).to.include({ ok: true })
    expect(await countByKey()).to.deep.equal({ present: present + others, others: 0 })
    changeKey([next])
    dropCachedProject(shop.projectId)
    expect(await accountOf(shop)).to.deep.equal(BANK_ACCOUNT)
  })

  it('reports that a process still writes with the previous key', async () => {
    const shop = await givenMerchant()
    await shop.patch('', { payment_methods: { bank_transfer: BANK_ACCOUNT } }).expect(200)
    await givenAnswers(shop, 1_000)
    const rotating = process_(['secrets', 'rotate'], env())
    const ended = rotating.then(() => true)
    // Acts like a process whose keys were swapped.
    config().secretKeys = [before.secretKey, next]
    do await shop.patch('', { payment_methods: { bank_transfer: BANK_ACCOUNT } }).expect(200)
    while (!(await Promise.race([ended, sleep(5, false)])))
    const { code, stdout } = await rotating
    expect(code).to.equal(1)
    expect(stdout).to.contain('1 row was encrypted with the previous key meanwhile')
  })
})
