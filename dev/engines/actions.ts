import { existsSync } from 'node:fs'
import { freePort } from '../ports.ts'
import { UserError } from '../processes.ts'
import { prepare } from './catalog.ts'
import type { Engine } from './engine.ts'
import { down, keeperOf, stateOf, up } from './keeping.ts'

/** The terminal of `bin/engines`: addresses go to standard output, everything else to standard error. */
type Terminal = Pick<Console, 'log' | 'error'>

/** The actions of `bin/engines`. Each returns the exit code. */
export const actions: Record<string, (engine: Engine, terminal: Terminal, port?: number) => Promise<number>> =
  {
    async up(engine, terminal, port) {
      if (keeperOf(engine.name) > 0)
        throw new UserError(
          `${engine.name} is already running. "bin/engines ${engine.name} status" prints its address, "bin/engines ${engine.name} down" stops it.`,
        )
      if (port !== undefined && (await freePort(port)) !== port)
        throw new UserError(
          `Port ${port} of 127.0.0.1 is taken by another program. Choose another port, or leave --port out: then a free one is used.`,
        )
      await prepare(engine)
      terminal.error(`Starting ${engine.name} …`)
      printAddress(terminal, engine, (await up(engine.name, port)).url)
      return 0
    },

    async down(engine, terminal) {
      const wasRunning = await down(engine.name)
      terminal.error(wasRunning ? `${engine.name} is stopped.` : `${engine.name} is not running.`)
      return 0
    },

    status(engine, terminal) {
      const state = stateOf(engine.name)
      if (!state && keeperOf(engine.name) > 0) {
        terminal.error(`${engine.name} is still starting.`)
        return Promise.resolve(1)
      }
      if (!state) {
        terminal.error(`${engine.name} is not running. Start it with: bin/engines ${engine.name} up`)
        return Promise.resolve(1)
      }
      printAddress(terminal, engine, state.url)
      for (const { name, port, pid } of state.members) {
        const ends = existsSync(`/proc/${pid}`) ? `process ${pid}` : `process ${pid} has ended`
        terminal.error(`${name.padEnd(12)} 127.0.0.1:${port}  ${ends}`)
      }
      return Promise.resolve(0)
    },
  }

function printAddress(terminal: Terminal, { variable }: Engine, url: string): void {
  terminal.log(`export ${variable}='${url}'`)
}
