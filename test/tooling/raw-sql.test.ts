import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'

/** The section that lists every file with raw SQL, each under the reason why it does not use models. */
const SECTION = /^## Raw SQL$(?<text>.*?)^## /msu

/** The folders of the program without `db/`, which has the SQL of all verbs, and `dev/engines/`, which has no models. */
const FOLDERS = ['api', 'cli', 'common', 'dev/history', 'worker']
/** A call of `Sql`, or an import of the verbs for a table. */
const RAW = /\bsql\.(?:rows|row|run|write)[<(]|from '[./]+\/db\/rows\.ts'/u

function filesWithRawSql(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => path.endsWith('.ts') && RAW.test(readFileSync(path, 'utf8')))
      .map((path) => path.replace('common/services/', '')),
  )
}

function listedFiles(): string[] {
  const { text = '' } = SECTION.exec(readFileSync('docs/performance.md', 'utf8'))?.groups ?? {}
  return Array.from(text.matchAll(/`([\w-]+(?:\/[\w-]+)+\.ts)`/gu), ([, path]) => path!)
}

describe('raw SQL', () => {
  it('is only in the files that docs/performance.md lists, each once with a reason', () => {
    expect(listedFiles().sort()).to.deep.equal(filesWithRawSql().sort())
  })
})
