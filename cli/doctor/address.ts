import { config } from '../../common/runtime/config.ts'
import { type Check, check } from './check.ts'

const LOCAL = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Checks BASE_URL: customers and merchants open it, and links in emails stay valid for weeks. */
export function checkAddress(production = process.env.NODE_ENV === 'production'): Check {
  const { baseUrl } = config()
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(baseUrl)
  const local = LOCAL.test(hostname)
  const wrong = [
    ...(protocol === 'https:' || (local && !production)
      ? []
      : ['use https://, since it shows payment pages']),
    ...(local && production ? ['use the public host, since customers cannot reach this one'] : []),
    ...(pathname !== '/' || search || hash ? ['remove everything after the host'] : []),
    ...(username || password ? ['remove the user name and password'] : []),
  ]
  const problem = `${username || password ? hostname : baseUrl}: ${wrong.join('; ')}.`
  return check('base url', wrong.length === 0, `${baseUrl}.`, problem)
}
