import type { AddressInfo } from 'node:net'
import { config } from '../../common/runtime/config.ts'
import { app } from './ask.ts'

/**
 * Serves the service on loopback and makes it the base of all addresses, so that a browser can follow them.
 * Returns a function that ends both.
 */
export async function serveApp(): Promise<() => void> {
  const { baseUrl } = config()
  const server = app.listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  config().baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return () => {
    config().baseUrl = baseUrl
    server.close()
    server.closeAllConnections()
  }
}
