import { hasInvalidPunycode } from './punycode.ts'
import { cut, unfit } from './text.ts'

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

const UNFIT = {
  control: 'must not contain control characters, such as line breaks',
  surrogate: 'must be well-formed Unicode text',
}

/**
 * Returns why `value` is not a valid address, in words that follow its name, or null. It must be an absolute web
 * address of at most 2,048 characters without credentials. `http:` is allowed for this machine, or if `http` is true.
 */
export function unfitAddress(value: string, { http = false } = {}): string | null {
  if (value.length > 2048) return 'must be at most 2048 characters long'
  const reason = unfit(value)
  if (reason) return UNFIT[reason]
  const url = parseUrl(value)
  if (!url || !/^https?:\/\//i.test(value) || hasInvalidPunycode(url.hostname))
    return `must be an absolute address that starts with ${http ? 'https:// or http://' : 'https://'}, such as https://shop.example.org/thanks`
  if (url.username || url.password) return 'must not contain a user name or password'
  const secure = url.protocol === 'https:' || http || isLocal(url)
  return secure ? null : 'must start with https://'
}

/**
 * Returns why an address has a name in capitals in braces that is not replaced, such as `{ORDER_ID}`, in words that follow the
 * address's name, or null. Known names in small letters or in two pairs of braces are not replaced either. Other text in
 * braces is the merchant's own.
 */
export function unknownPlaceholder(value: string, known: readonly string[]): string | null {
  if (!value.includes('{')) return null
  for (const [whole, name = ''] of value.matchAll(/\{\{?(\w+)\}\}?/g)) {
    const isLikeOurs = known.includes(name.toUpperCase()) || /^[A-Z][A-Z0-9_]*$/.test(name)
    if (!isLikeOurs || (known.includes(name) && whole !== `{{${name}}}`)) continue
    const advice = known.length > 0 ? `Use {${known.join('}, {')}}` : 'Write the value itself'
    return `contains ${cut(whole, 40)}, which is not replaced. ${advice}`
  }
  return null
}

/**
 * Parses an address; null if it is invalid. `URL.canParse` is not used: once it has been called some thousand times, Node.js
 * 20 refuses addresses with Latin-1 letters, such as https://münchen.example/.
 */
export function parseUrl(value: string): URL | null {
  try {
    return new URL(value)
  } catch {
    return null
  }
}

function isLocal({ hostname }: URL): boolean {
  return LOCAL.has(hostname) || hostname.endsWith('.localhost')
}
