import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the range from which the kernel takes ports for outgoing connections: between finding a port and
 * listening on it, a test that runs beside this one would sooner or later be given it.
 */
const [LOWEST, HIGHEST] = [10_000, 32_000]
const TRIES = 50

function listens(port: number): Promise<number | undefined> {
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

/** The first of these loopback ports that nobody has taken, or else any free one. */
export async function freePort(...preferred: number[]): Promise<number> {
  const others = Array.from({ length: TRIES }, () => randomInt(LOWEST, HIGHEST))
  for (const port of [...preferred, ...others, 0]) {
    const free = await listens(port)
    if (free) return free
  }
  throw new Error('there is no free port on 127.0.0.1')
}

/** Returns the port that `what` used `last`, or else its usual one, if it is free. Says so if it is another. */
export async function usualPort(what: string, last: number | undefined, usual: number): Promise<number> {
  const port = await freePort(last ?? usual, usual)
  if (port !== usual)
    console.log(`${what} uses port ${port}, not ${usual} as usual: that is taken, or was last time.`)
  return port
}
