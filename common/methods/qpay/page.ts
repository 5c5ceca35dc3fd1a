import { parseUrl } from '../../kit/web-address.ts'
import type { BankApp, MethodPage, StartedPage } from '../page.ts'

/** The schemes of the known bank apps. QPay lists the apps with every invoice. */
const SCHEMES = new Set(
  (
    'ard arig bogdbank capitronbank ckbank golomtbank happypay hipay khanbank mbank monpay most nibank pass payon ' +
    'qpaywallet socialpay-payment sono statebank statebankmongolia tdbbank tdbwallet tino toki transbank xacbank'
  ).split(' '),
)

export const page: MethodPage = {
  label: 'method.qpay',
  hint: 'method.qpay_hint',
  next: 'method.qpay_next',
  button: { text: 'method.qpay_button', onPhone: 'method.qpay_button_phone' },
  icon: 'icons/scan',
  preselected: false,
  choice: null,
  started: (details) => codeOf(details ?? {}) ?? { page: 'processing' },
}

/**
 * Returns the page of an opened invoice. Its links come from QPay, so only known apps and web addresses are
 * shown.
 */
function codeOf({ code, short_url: short, apps }: Readonly<Record<string, unknown>>): StartedPage | null {
  if (typeof code !== 'string') return null
  const known = Array.isArray(apps) ? apps.filter(isApp).map(withLogo) : []
  return { page: 'code', text: code, shortUrl: isWebAddress(short) ? short : null, apps: known }
}

/** Adds the logo that an app lacks which was stored by an earlier release. */
function withLogo(app: Omit<BankApp, 'logo'> & Partial<BankApp>): BankApp {
  return { ...app, logo: app.logo ?? null }
}

function isApp(app: unknown): app is Omit<BankApp, 'logo'> {
  const { name, nativeName, url } = (app ?? {}) as Record<string, unknown>
  const named = typeof name === 'string' && name !== '' && typeof nativeName === 'string'
  return named && typeof url === 'string' && (isWebAddress(url) || SCHEMES.has(schemeOf(url)))
}

function isWebAddress(url: unknown): url is string {
  return typeof url === 'string' && parseUrl(url) !== null && /^https?:\/\//.test(url)
}

/** Returns the scheme before `://`; an empty text without one, as in `javascript:`. */
function schemeOf(url: string): string {
  return /^([a-z][a-z0-9+.-]*):\/\/[\x21-\x7e]*$/.exec(url)?.[1] ?? ''
}
