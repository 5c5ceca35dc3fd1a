import { config } from '../../common/runtime/config.ts'
import { type Check, check } from './check.ts'

const LOCAL = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Customers and merchants are sent to this address, and links in emails live for weeks. */
export function checkAddress(production = process.env.NODE_ENV === 'production'): Check {
  const { baseUrl } = config()
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(baseUrl)
  const local = LOCAL.test(hostname)
  const wrong = [
    ...(protocol === 'https:' || (local && !production) ? [] : ['use https://, payments are shown there']),
    ...(local && production ? ['name the public host, customers cannot reach this one'] : []),
    ...(pathname !== '/' || search || hash ? ['leave out what follows the host'] : []),
    ...(username || password ? ['leave out the user name and password'] : []),
  ]
  const wrongly = `${username || password ? hostname : baseUrl}: ${wrong.join('; ')}.`
  return check('base url', wrong.length === 0, `${baseUrl}.`, wrongly)
}
