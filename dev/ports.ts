import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { isClosedPort } from '../common/kit/closed-ports.ts'
import { UserError } from './processes.ts'

/**
 * Below the kernel's range for outgoing connections. A port of that range could be taken by an outgoing connection
 * after we found it free and before we listen on it.
 */
const [LOWEST, HIGHEST] = [10_000, 32_000]
const TRIES = 50

/** Returns the port if it is free; for 0 any free port. */
function ifFree(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => {
      resolve(undefined)
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        resolve(typeof address === 'object' ? address?.port : undefined)
      })
    })
  })
}

/** Returns the first free port of 127.0.0.1 among the preferred ones, or else any free port. */
export async function freePort(...preferred: number[]): Promise<number> {
  const others = Array.from({ length: TRIES }, () => randomInt(LOWEST, HIGHEST))
  for (const port of [...[...preferred, ...others].filter(isOpen), 0]) {
    const free = await ifFree(port)
    if (free) return free
  }
  throw new Error('No port is free on 127.0.0.1.')
}

/** Returns the `last` port of a server if it is free, else its usual one, else any. Prints a line if it is not the usual one. */
export async function usualPort(what: string, last: number | undefined, usual: number): Promise<number> {
  const port = await freePort(last ?? usual, usual)
  if (port !== usual)
    console.log(`${what} uses port ${port}, since ${usual} is taken now or was taken last time.`)
  return port
}

const HIGHEST_PORT = 65_535

/** Returns the port that `PORT` asks for; 3000 without it. Throws if it cannot be a port. */
export function wantedPort(given: string | undefined): number {
  if (given === undefined || given === '') return 3000
  const port = /^\d{1,5}$/.test(given) ? Number(given) : 0
  if (port < 1 || port > HIGHEST_PORT)
    throw new UserError(`PORT must be a whole number from 1 to ${HIGHEST_PORT}, not "${given}".`)
  return port
}

/** Returns a port and those after it, to try in this order. */
export function portsFrom(first: number): number[] {
  return Array.from({ length: 20 }, (_, index) => first + index).filter((port) => port <= HIGHEST_PORT)
}

/** Returns whether browsers, `fetch` and webhooks may use a port: they refuse some, such as 10080. */
function isOpen(port: number): boolean {
  return !isClosedPort(new URL(`http://127.0.0.1:${port}`))
}
