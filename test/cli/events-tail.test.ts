import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { expect } from 'chai'
import mysql from 'mysql2/promise'
import { Webhook } from 'standardwebhooks'
import { Forwarder } from '../../cli/forwarder.ts'
import { run } from '../../cli/run.ts'
import type { Screen } from '../../cli/screen.ts'
import type { EventObject } from '../../common/domain/events/object.ts'
import { run as runProcess } from '../../dev/processes.ts'
import { singleDatabase, startEngine } from '../support/engines.ts'
import { givenMerchant, givenTransferShop, type Merchant, tea } from '../support/given/merchant.ts'
import { closeReceivers, givenReceiver, says, somethingHappens } from '../support/given/receiver.ts'
import { until } from '../support/service.ts'
import { failing } from './tolbor.ts'

type Line = Partial<EventObject> & {
  secret?: string
  forwarded?: { event_id: number; status: number | null }
}

/** Starts `events tail` and waits until it follows the events. */
async function startTail({ projectId }: Merchant, ...more: string[]) {
  const ending = new AbortController()
  const printed: string[] = []
  const remarks: string[] = []
  const ended = run(['events', 'tail', '--project', `${projectId}`, '--mode', 'test', ...more], {
    stdout: (text) => printed.push(text),
    stderr: (text) => remarks.push(text),
    stop: () => ending.signal,
  })
  await Promise.race([until(() => Promise.resolve(remarks.some((text) => text.includes('Waiting')))), ended])
  const lines = () => printed.map((text) => JSON.parse(text) as Line)
  return {
    printed,
    remarks,
    lines,
    until: (count: number) => until(() => Promise.resolve(printed.length >= count)),
    end: () => {
      ending.abort()
      return ended
    },
  }
}

describe('events tail', () => {
  afterEach(closeReceivers)

  it('prints each new event once and in order, like GET, until it is stopped', async () => {
    const shop = await givenTransferShop()
    await somethingHappens(shop)
    const tail = await startTail(shop, '--json')
    const checkouts = [await somethingHappens(shop), await somethingHappens(shop)]
    await somethingHappens(shop.live)
    const paid = (await shop.post('/checkouts', tea()).expect(201)).body.data.id
    await shop.post(`/checkouts/${paid}/pay`, { email: 'bat@example.com' }).expect(200)
    await tail.until(3)
    expect(await tail.end()).to.deep.equal({ code: 0, stdout: '', stderr: '' })
    const { body } = await shop.get('/events?limit=3').expect(200)
    expect(tail.lines()).to.deep.equal(body.data.reverse())
    expect(tail.lines().map(({ data }) => data?.object?.id)).to.deep.equal([...checkouts, paid])
  })

  it('prints only the given types, one line each without --json', async () => {
    const shop = await givenMerchant()
    const tail = await startTail(shop, '--type', 'checkout.completed,invoice.void')
    await somethingHappens(shop)
    const id = (await shop.post('/invoices', { amount: 500 }).expect(201)).body.data.id
    await shop.post(`/invoices/${id}/void`).expect(200)
    await tail.until(1)
    await tail.end()
    expect(tail.printed).to.have.length(1)
    expect(tail.printed[0]).to.match(new RegExp(`^\\S+Z  invoice\\.void  invoice ${id}  evt_\\d+\n$`))
  })

  it('forwards each event like a webhook, signed with a secret that it prints and keeps', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver(says(500))
    const tail = await startTail(shop, '--json', '--forward-to', receiver.url)
    await somethingHappens(shop)
    await tail.until(3)
    const [{ secret } = {}, event, forwarded] = tail.lines()
    expect(forwarded).to.deep.equal({ forwarded: { event_id: event!.id, status: 500 } })
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    expect(body).to.equal(JSON.stringify(event))
    expect(headers).to.include({ 'webhook-id': event!.webhook_id, 'content-type': 'application/json' })
    expect(new Webhook(secret!).verify(body, headers as Record<string, string>)).to.deep.equal(event)
    expect(headers).to.have.property('tolbor-signature')
    await tail.end()
    const again = await startTail(shop, '--json', '--forward-to', receiver.url)
    await again.end()
    expect(again.lines()).to.deep.equal([{ forward_to: receiver.url, secret }])
    const other = await startTail(await givenMerchant(), '--json', '--forward-to', receiver.url)
    await other.end()
    expect(other.lines()[0]!.secret).not.to.equal(secret)
  })

  it('reports that a receiver is down, retries, skips the event, and continues', async () => {
    const receiver = await givenReceiver()
    const output: string[] = []
    const screen: Screen = {
      show: (_, text) => output.push(text),
      remark: (text) => output.push(text),
      stop: () => new AbortController().signal,
    }
    const stop = new AbortController()
    const down = 'http://127.0.0.1:1/hooks' // no server listens there
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    const forwarder = new Forwarder(down, secret, screen, stop.signal, [1, 2])
    const event = { id: 7, type: 'test' as const, body: '{}' }
    await forwarder.forward(event)
    await forwarder.forward({ ...event, id: 8 })
    const refused = '  → the connection was refused; '
    expect(output.slice(1)).to.deep.equal([
      `${refused}retrying in 0.001 s`,
      `${refused}retrying in 0.002 s`,
      `${refused}evt_7 skipped: read it with GET /events/:id`,
      `${refused}evt_8 skipped: read it with GET /events/:id`,
    ])
    await new Forwarder(receiver.url, secret, screen, stop.signal).forward(event)
    expect(output.at(-1)).to.equal('  → 200')
  })

  it('does not wait for a hanging receiver when it is stopped', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver(() => undefined)
    const tail = await startTail(shop, '--json', '--forward-to', receiver.url)
    await somethingHappens(shop)
    await until(() => Promise.resolve(receiver.received.length === 1))
    expect((await tail.end()).code).to.equal(0)
  })

  it('rejects an unknown type, address or project', async () => {
    const { projectId } = await givenMerchant()
    const command = ['events', 'tail', '--project', `${projectId}`, '--mode', 'test']
    const cases: [args: string[], message: string][] = [
      [
        ['--type', 'checkout.paid'],
        "There is no event type 'checkout.paid'. Event types: checkout.completed,",
      ],
      [['--forward-to', 'localhost:8080'], '--forward-to must be an absolute address'],
    ]
    for (const [args, message] of cases) {
      const { code, error } = await failing(...command, ...args)
      expect(code).to.equal(1)
      expect(error.message).to.contain(message)
    }
    const unknown = await failing('events', 'tail', '--project', '999999', '--mode', 'test')
    expect(unknown.error.message).to.contain('There is no such project.')
  })

  it('continues at the same event after the database was down, and ends on SIGINT', async () => {
    const folder = mkdtempSync('/tmp/tolbor-tail-')
    // A group of servers starts without its data.
    let server = await startEngine(singleDatabase, folder)
    const env = { ...process.env, DATABASE_URL: server.url }
    const node = (...args: string[]) => runProcess('node', args, { env })
    let child: ReturnType<typeof spawn> | undefined
    try {
      await node('dist/db/migrate.js')
      const { id } = JSON.parse(
        await node('dist/cli/main.js', 'project', 'create', '--name', 'Shop', '--json'),
      )
      const args = ['dist/cli/main.js', 'events', 'tail', '--project', String(id), '--mode', 'test', '--json']
      child = spawn('node', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
      let [stdout, stderr] = ['', '']
      child.stdout!.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
      child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
      const untilPrinted = (text: string) => until(() => Promise.resolve(stderr.includes(text)))
      await untilPrinted('Waiting')
      await server.stop()
      await untilPrinted('cannot be reached')
      server = await startEngine(singleDatabase, folder)
      const database = await mysql.createConnection({ uri: server.url, timezone: 'Z' })
      await database.query(
        `INSERT INTO events (project_id, is_test, type, object, object_id, sequence, data, created_at)
         VALUES (?, TRUE, 'test', 'test', 7, 1, '{"id":7}', NOW(6))`,
        [id],
      )
      await database.end()
      await untilPrinted('is back')
      await until(() => Promise.resolve(stdout.includes('\n')))
      expect(JSON.parse(stdout)).to.include({ type: 'test', project_id: id })
      const ended = new Promise((resolve) => child!.once('close', resolve))
      child.kill('SIGINT')
      expect(await ended).to.equal(0)
    } finally {
      child?.kill('SIGKILL')
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
