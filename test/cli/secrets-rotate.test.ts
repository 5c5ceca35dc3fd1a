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

/** From here on this process encrypts under the new key, and still opens what is under the one before. */
function changeKey(keys: Buffer[] = [next, before.secretKey]): void {
  config().secretKey = keys[0]!
  config().secretKeys = keys
}

function keepKey(): void {
  config().secretKey = before.secretKey
  config().secretKeys = before.secretKeys
}

interface Counted {
  present: number
  others: number
}

/** How many values are under the new key, and how many are not. */
async function counted(): Promise<Counted> {
  const count: Counted = { present: 0, others: 0 }
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

/** Whether one answer is under the new key. */
async function isPresent(key: string): Promise<boolean> {
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

/** Something in every encrypted column, under the key that is present now. */
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

/** So many answers to idempotent requests of a project, under the key that is present now. */
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

describe('what is encrypted at rest', () => {
  it('is on the list, every column of it', async () => {
    const columns = await onConnection((sql) =>
      sql.rows<{ name: string }>(
        `SELECT CONCAT(TABLE_NAME, '.', COLUMN_NAME) AS name FROM information_schema.COLUMNS
         WHERE TABLE_SCHEMA = DATABASE() AND DATA_TYPE LIKE '%blob'`,
      ),
    )
    const listed = encryptedColumns.flatMap(({ table, columns: each }) =>
      each.map((column) => `${table}.${column}`),
    )
    expect(columns.map(({ name }) => name)).to.have.members([...listed, 'images.bytes'])
  })

  it('is written by these files alone', () => {
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
      'common/methods/qpay/gateway/token.ts', // a token in Redis, which ends by itself
    ])
  })
})

describe('bin/tolbor secrets rotate', () => {
  beforeEach(async () => {
    for (const { table } of encryptedColumns)
      if (table !== 'projects') await onConnection((sql) => sql.run(`DELETE FROM ${table}`))
    await onConnection((sql) => sql.run('UPDATE projects SET payment_settings = NULL'))
  })
  afterEach(keepKey)

  it('encrypts all anew under the present key, and then the one before it is not needed any more', async () => {
    const { shop, endpointId, answer } = await givenSecrets()
    changeKey()
    expect(await counted()).to.deep.equal({ present: 0, others: 5 })
    const { ok, tables } = await tolbor('secrets', 'rotate')
    expect(ok).to.equal(true)
    expect(
      tables.map(({ table, written }: { table: string; written: number }) => [table, written]),
    ).to.deep.equal([
      ['projects', 1],
      ['webhook_endpoints', 1],
      ['idempotency_keys', 1],
    ])
    expect(await counted()).to.deep.equal({ present: 5, others: 0 })

    changeKey([next])
    dropCachedProject(shop.projectId)
    expect(await accountOf(shop)).to.deep.equal(BANK_ACCOUNT)
    await shop.post(`/webhook-endpoints/${endpointId}/rotate-secret`).expect(200)
    const again = await shop.post('/checkouts', tea()).set('Idempotency-Key', 'once').expect(201)
    expect(again.headers['idempotent-replayed']).to.equal('true')
    expect(again.body).to.deep.equal(answer)
  })

  it('leaves alone what is under the present key', async () => {
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

  it('names what no key opens, with what to do, and does the rest', async () => {
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
    expect(await counted()).to.deep.equal({ present: 5, others: 1 })
    await onConnection((sql) =>
      sql.run('UPDATE projects SET payment_settings = NULL WHERE id = ?', [lost.projectId]),
    )
    expect(await tolbor('secrets', 'rotate')).to.include({ ok: true })
    expect(await accountOf(shop)).to.deep.equal(BANK_ACCOUNT)
  })

  it('loses nothing that is written meanwhile, nor by another of its kind', async () => {
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
    expect((await counted()).others).to.equal(0)
    changeKey([next])
    for (const shop of shops) expect(await accountOf(shop)).to.include({ account_number: '8' })
  })

  it('is killed in the middle, and the next one does the rest', async () => {
    const { shop } = await givenSecrets()
    await givenAnswers(shop, 3_000)
    const child = spawn(process.execPath, ['--import', 'tsx', 'cli/main.ts', 'secrets', 'rotate'], {
      env: { ...process.env, ...env() },
    })
    const ended = once(child, 'exit')
    while (!(await isPresent('key-1'))) await sleep(5)
    child.kill('SIGKILL')
    await ended
    const { present, others } = await counted()
    expect(present).to.be.at.least(1)
    expect(others).to.be.at.least(1)

    changeKey()
    expect(await tolbor('secrets', 'rotate')).to.include({ ok: true })
    expect(await counted()).to.deep.equal({ present: present + others, others: 0 })
    changeKey([next])
    dropCachedProject(shop.projectId)
    expect(await accountOf(shop)).to.deep.equal(BANK_ACCOUNT)
  })

  it('says that a process still writes under the previous key', async () => {
    const shop = await givenMerchant()
    await shop.patch('', { payment_methods: { bank_transfer: BANK_ACCOUNT } }).expect(200)
    await givenAnswers(shop, 1_000)
    const rotating = process_(['secrets', 'rotate'], env())
    const ended = rotating.then(() => true)
    // As one that was given the keys the wrong way round.
    config().secretKeys = [before.secretKey, next]
    do await shop.patch('', { payment_methods: { bank_transfer: BANK_ACCOUNT } }).expect(200)
    while (!(await Promise.race([ended, sleep(5, false)])))
    const { code, stdout } = await rotating
    expect(code).to.equal(1)
    expect(stdout).to.contain('1 row was encrypted with the previous key meanwhile')
  })
})
