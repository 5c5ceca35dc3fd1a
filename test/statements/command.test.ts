import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { run } from '../../cli/run.ts'
import { now } from '../../common/runtime/clock.ts'
import { failing, tolbor } from '../cli/tolbor.ts'
import { givenTransfer } from '../support/given/transfer.ts'
import { csv } from './files.ts'

describe('bin/tolbor payment import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'statement-'))
  const file = join(folder, 'statement.csv')
  after(() => rmSync(folder, { recursive: true }))

  it('confirms the exact lines after a dry run, and writes a harmless report', async () => {
    const { shop, payment } = await givenTransfer()
    const { reference } = await payment()
    const day = now().toISOString().slice(0, 10)
    const rows = [
      ['Date', 'Description', 'Credit'],
      [day, `Order ${reference}`, '25000'],
      [day, '=1+1', '5'],
    ]
    writeFileSync(file, csv(rows))
    const args = ['payment', 'import', file, '--project', String(shop.projectId), '--mode', 'test']
    expect(await tolbor(...args, '--dry-run')).to.deep.include({ dry_run: true, confirmed: 0 })
    expect((await payment()).status).to.equal('started')
    const report = join(folder, 'report.csv')
    expect(await tolbor(...args, '--report', report)).to.include({ confirmed: 1, remaining: 0 })
    expect(await payment()).to.include({ status: 'paid', verified_by: 'cli' })
    expect(readFileSync(report, 'utf8')).to.contain(`exact,${reference}`).and.contain(",'=1+1,")
    expect((await tolbor(...args)).counts).to.include({ already_confirmed: 1, exact: 0 })
  })

  it('asks about a line that is probably recorded, which the counts call already confirmed', async () => {
    const { shop, payment } = await givenTransfer()
    const { reference } = await payment()
    const day = now().toISOString().slice(0, 10)
    const args = ['payment', 'import', file, '--project', String(shop.projectId), '--mode', 'test']
    for (const [header, text] of [
      ['Description', `Order ${reference}`],
      ['Details', `TRF ${reference}`],
    ]) {
      writeFileSync(
        file,
        csv([
          ['Date', header!, 'Credit'],
          [day, text!, '25000'],
        ]),
      )
      const { stdout } = await run(args)
      if (header === 'Details') expect(stdout).to.contain('Probably recorded before')
    }
  })

  it('refuses a file of 100 MB without reading it', async () => {
    const { shop } = await givenTransfer()
    const before = process.memoryUsage().rss
    writeFileSync(file, '')
    truncateSync(file, 100 * 1024 * 1024)
    const { code, error } = await failing('payment', 'import', file, '--project', String(shop.projectId))
    expect([code, error.message]).to.deep.equal([
      1,
      'The file is larger than 10 MB. Export a shorter period.',
    ])
    expect(process.memoryUsage().rss - before).to.be.lessThan(50 * 1024 * 1024)
  })

  it('names the option that is wrong', async () => {
    const args = ['payment', 'import', file, '--project', '1', '--date-column', 'A']
    expect((await failing(...args)).error.message).to.contain('--date-column must be a whole number from 1')
  })
})
