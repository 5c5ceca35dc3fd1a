import { config } from './config.ts'

/** Returns the address to listen on (`HOST`): by default loopback if the public address is this machine, else undefined. */
export function listenHost(): string | undefined {
  const { host } = config()
  if (host !== null) return host
  const { hostname } = new URL(config().baseUrl)
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) ? '127.0.0.1' : undefined
}
