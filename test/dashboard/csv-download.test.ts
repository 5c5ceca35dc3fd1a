import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import type { Response } from 'express'
import { sendParts } from '../../api/dashboard/csv-download.ts'
import { csvColumns } from '../../common/kit/csv.ts'
import { csvParts } from '../../common/services/lists/csv-parts.ts'
import type { CursorPage } from '../../db/page.ts'

interface Row {
  id: number
  note: string
}

const columns = csvColumns<Row>().plain('id', 'note')
const MIB = 1024 * 1024

/** Serves a list of `rows` rows as CSV. Counts the rows that it reads. */
async function givenExport({
  rows,
  stalled = 60_000,
  lostBefore,
}: {
  rows: number
  stalled?: number
  /** The list does not know the object with this id. */
  lostBefore?: number
}) {
  const read = { rows: 0, ended: false }
  const list = (query: { before: number; limit: number }): Promise<CursorPage<Row>> => {
    if (query.before === lostBefore) return Promise.resolve({ items: [], hasMore: false, isLost: true })
    const top = Math.min(query.before, rows + 1)
    const items = Array.from({ length: Math.min(query.limit, top - 1) }, (_, at) => ({
      id: top - 1 - at,
      note: 'x'.repeat(200),
    }))
    read.rows += items.length
    return Promise.resolve({ items, hasMore: top - 1 > items.length })
  }
  const server = createServer((_request, response) => {
    void sendParts(response as Response, csvParts(columns, 'UTC', list), stalled).then(
      () => (read.ended = true),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answer = await new Promise<IncomingMessage>((resolve) => get({ host: '127.0.0.1', port }, resolve))
  after(() => server.close())
  return { read, answer }
}

async function until(is: () => boolean): Promise<void> {
  for (let left = 200; !is(); left -= 1) {
    if (left === 0) throw new Error('it did not happen within 4 seconds')
    await pause(20)
  }
}

describe('an exported list', () => {
  it('has every row once, after the byte order mark and the headings', async () => {
    const { answer, read } = await givenExport({ rows: 1_234 })
    const text = Buffer.concat(await answer.toArray()).toString()
    const lines = text.split('\r\n')
    expect(lines[0]).to.equal('\uFEFFid,note')
    const ids = lines.slice(1, -1).map((line) => Number(line.split(',')[0]))
    expect(ids).to.deep.equal(Array.from({ length: 1_234 }, (_, at) => 1_234 - at))
    await until(() => read.ended)
  })

  it('is cut off if the list no longer has the last object of the part before', async () => {
    const { answer, read } = await givenExport({ rows: 1_234, lostBefore: 735 })
    const error = await answer.toArray().catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(Error).and.have.property('code', 'ECONNRESET')
    await until(() => read.ended)
  })

  it('reads no further while its reader stalls, and its memory stays flat', async () => {
    const { answer, read } = await givenExport({ rows: 10_000_000 })
    const before = process.memoryUsage().rss
    await pause(500)
    const stalledAt = read.rows
    await pause(500)
    expect(read.rows).to.equal(stalledAt).and.be.below(100_000)
    expect(process.memoryUsage().rss - before).to.be.below(50 * MIB)
    answer.resume()
    await until(() => read.rows > stalledAt)
    answer.destroy()
    await until(() => read.ended)
  })

  it('ends soon after its reader has left', async () => {
    const { answer, read } = await givenExport({ rows: 10_000_000 })
    answer.destroy()
    await until(() => read.ended)
    expect(read.rows).to.be.below(100_000)
  })

  it('is cut off when its reader takes nothing for too long', async () => {
    const { read } = await givenExport({ rows: 10_000_000, stalled: 200 })
    await until(() => read.ended)
  })
})
