import { config } from '../../common/runtime/config.ts'
import { secretCookie } from '../pages/kit/secret-cookie.ts'

/** The secret of a session. */
export const sessionCookie = secretCookie('tolbor_dashboard')

/** The secret of a browser before it signs in. It proves that a form is from our page, and who requested a code. */
export const browserCookie = secretCookie('tolbor_sign_in')

/** Returns the settings of a cookie that only pages of the dashboard read. */
export function dashboardOnly() {
  const secure = config().baseUrl.startsWith('https:')
  return { path: '/dashboard', httpOnly: true, sameSite: 'lax', secure } as const
}
