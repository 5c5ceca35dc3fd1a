import { createServer } from 'node:net'

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
  for (const port of [...preferred, 0]) {
    const free = await listens(port)
    if (free) return free
  }
  throw new Error('there is no free port on 127.0.0.1')
}
