import { release } from '../common/runtime/release.ts'
import { recordKinds } from '../common/services/releases/record-kinds.ts'
import { closeDatabase } from './connection.ts'
import { engineProblem, engineVersion } from './engine.ts'
import { sentenceFor } from './errors.ts'
import { migrate, newerMigrations } from './run-migrations.ts'
import { onConnection } from './sql.ts'

/** The release process: brings the tables up to date before web and worker start. */
async function main(): Promise<void> {
  const problem = engineProblem(await onConnection(engineVersion))
  if (problem !== null) throw new Error(problem)
  const done = await migrate((line) => {
    console.log(line)
  })
  const newer = await onConnection(newerMigrations)
  if (newer.length > 0)
    console.error(`The database is from a newer release (${newer.join(', ')}): this release is ${release}.`)
  console.log(done.length === 0 ? 'The database is up to date.' : `Ran ${done.length} migrations.`)
  await onConnection(recordKinds)
}

try {
  await main()
} catch (error) {
  console.error(sentenceFor(error))
  process.exitCode = 1
} finally {
  await closeDatabase() // open connections would keep a failed release running for a minute
}
