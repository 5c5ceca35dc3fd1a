// Preloaded into the processes that tests start (NODE_OPTIONS in test/runner/environment.ts). Appends the statements that
// are not confined to one project to a file, which the test run then reads.
import { appendFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { watchStatements } from './one-project.ts'

const program = relative(resolve(import.meta.dirname, '..'), process.argv[1] ?? process.cwd())
const file = process.env.UNLISTED_STATEMENTS

// Other programs send no statements. Loading mysql2 would only slow them.
if (file && /^$|^(?:dist\/)?(?:api|worker|cli)\//.test(program)) {
  const { Connection } = await import('mysql2')
  const found = new Set<string>()
  watchStatements(Connection, (statement) => {
    if (found.has(statement)) return
    found.add(statement)
    appendFileSync(file, `${statement.slice(0, 300)} … sent by ${program}\n`)
  })
}
