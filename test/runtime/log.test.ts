import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { build } from 'esbuild'
import { inSources } from '../../common/runtime/in-sources.ts'
import { loggable } from '../../common/runtime/log.ts'
import { Payment } from '../../common/services/payments/payments-table.ts'
import { database } from '../../db/connection.ts'
import { onConnection } from '../../db/sql.ts'

describe('an error in the log', () => {
  const failures: [how: string, fail: () => Promise<unknown>][] = [
    [
      'written by hand',
      () => onConnection((sql) => sql.run('INSERT INTO customers (no_such_column) VALUES (?)', ['bat@x.mn'])),
    ],
    [
      'built by a model',
      async () => {
        database()
        await Payment.findAll({ where: { noSuchColumn: 'bat@x.mn' } as never })
      },
    ],
  ]
  for (const [how, fail] of failures) {
    it(`contains the cause, but no values of a statement ${how}`, async () => {
      const error = await fail().catch((thrown: unknown) => thrown)
      expect(JSON.stringify(error)).to.contain('bat@x.mn')
      const logged = JSON.stringify(loggable(error as Error))
      expect(logged).to.contain('Unknown column')
      expect(logged).not.to.contain('bat@x.mn')
    })
  }

  it('names the lines of the source files instead of the bundle', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tolbor-stack-'))
    try {
      const source = join(folder, 'pay.ts')
      writeFileSync(
        source,
        `interface Paid { id: number }\n\nexport function pay(): Paid {\n  throw new Error('x')\n}\n`,
      )
      const built = join(folder, 'web.js')
      await build({
        entryPoints: [source],
        bundle: true,
        minifyWhitespace: true,
        format: 'esm',
        sourcemap: true,
        outfile: built,
      })
      const lines = readFileSync(built, 'utf8').split('\n')
      const line = lines.findIndex((text) => text.includes('throw'))
      const place = `${pathToFileURL(built).href}:${line + 1}:${lines[line]!.indexOf('new') + 1}`
      const internal = 'at run (node:internal/process/task_queues:105:5)'
      expect(inSources(`Error: x\n    at pay (${place})\n    ${internal}`)).to.equal(
        `Error: x\n    at pay (${pathToFileURL(source).href}:4:9)\n    ${internal}`,
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
