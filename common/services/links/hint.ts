import { proof, sameSecret } from '../../kit/secrets.ts'
import { config } from '../../runtime/config.ts'

const PURPOSE = 'payment-hint'

/**
 * Returns the address at which a provider can report that a payment has changed. A report only makes us query the
 * provider.
 */
export function hintUrl(method: string, of: HintedAccount, paymentId: number): string {
  return `${accountHintUrl(method, of)}/${paymentId}/${proof(config().secretKey, PURPOSE, String(paymentId))}`
}

interface HintedAccount {
  projectId: number
  isTest: boolean
}

/** Returns the address for all reports about one account. The provider signs them. */
export function accountHintUrl(method: string, { projectId, isTest }: HintedAccount): string {
  const mode = isTest ? 'test' : 'live'
  return `${config().baseUrl}/hints/${method}/${projectId}/${mode}`
}

/** Returns whether the token of a payment's hint address is valid. */
export function knowsHint(paymentId: number, token: string): boolean {
  return config().secretKeys.some((key) => sameSecret(token, proof(key, PURPOSE, String(paymentId))))
}
