import { config } from './config.ts'

/** A service whose own address is this machine is for nobody else: it is not opened to the network. */
export function listenHost(): string | undefined {
  const { hostname } = new URL(config().baseUrl)
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) ? '127.0.0.1' : undefined
}
