import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stopEverything, UserError, withCleanUp } from '../processes.ts'
import { engineNamed } from './catalog.ts'
import { folderOf, type Report, stateFile } from './keeping.ts'

// Starts the engine of `bin/engines NAME up`, and stops it on SIGTERM. It stays when a server ends, since a server that
// is killed is what such an engine is for.

const [name = '', port = ''] = process.argv.slice(2)
const folder = folderOf(name)
const report = (message: Report) => process.send?.(message)

async function main(): Promise<number> {
  writeFileSync(join(folder, 'keeper'), String(process.pid))
  const commandGone = new Promise<string>((resolve) => process.once('disconnect', () => resolve('gone')))
  const settings = { folder, relaxedDurability: true, ...(port && { port: Number(port) }) }
  try {
    const started = await Promise.race([engineNamed(name).start(settings, 'tolbor'), commandGone])
    if (typeof started === 'string') return 1 // bin/engines was killed
    const { url, members } = started
    const state = { url, members: members.map(({ name, port, pid }) => ({ name, port, pid })) }
    writeFileSync(stateFile(name), JSON.stringify(state))
    report({ state })
  } catch (error) {
    report({ error: error instanceof UserError ? error.message : String(error) })
    throw error
  }
  setInterval(() => undefined, 60_000) // keeps the process
  return new Promise(() => undefined)
}

await withCleanUp(main, async () => {
  await stopEverything()
  rmSync(stateFile(name), { force: true })
  rmSync(join(folder, 'keeper'), { force: true })
})
