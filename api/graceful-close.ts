import type { Server, ServerResponse } from 'node:http'
import net, { type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds that idle connections stay open, so that a client that has just reused one gets its answer. */
const IDLE_GRACE = 1_000
const CHECK_EVERY = 100

/** Closes a server so that no client loses an answer. */
export class GracefulClose {
  readonly #server: Server
  /**
   * The response of the last request on each open connection, null once it is sent. A set of responses would change its size
   * all the time: its former tables keep finished requests in memory (docs/performance.md, "Garbage").
   */
  readonly #open = new Map<Socket, ServerResponse | null>()
  #closing = false

  constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket) => {
      this.#open.set(socket, null)
      socket.once('close', () => this.#open.delete(socket))
    })
    server.prependListener('request', ({ socket }, response) => {
      if (this.#closing) response.shouldKeepAlive = false
      else {
        this.#open.set(socket, response)
        response.once('close', () => {
          if (this.#open.get(socket) === response) this.#open.set(socket, null)
        })
      }
    })
  }

  /**
   * Accepts no more connections, and answers requests on open ones with `Connection: close`. Closes idle connections after
   * a grace period, and the remaining ones after `within` milliseconds. Returns when all connections are closed.
   */
  async close(within: number): Promise<void> {
    this.#closing = true
    for (const response of this.#open.values()) if (response) response.shouldKeepAlive = false // no effect once the headers are sent
    // http.Server.close() would also destroy idle connections at once, and lose requests already on their way.
    const closed = new Promise<true>((resolve) => {
      net.Server.prototype.close.call(this.#server, () => resolve(true))
    })
    setTimeout(() => {
      this.#server.closeAllConnections()
    }, within).unref()
    let isClosed = await Promise.race([closed, pause(IDLE_GRACE, false)])
    while (!isClosed) {
      this.#server.closeIdleConnections()
      isClosed = await Promise.race([closed, pause(CHECK_EVERY, false)])
    }
  }
}
