import { proof, sameSecret } from '../kit/secrets.ts'
import { config } from '../runtime/config.ts'

const PURPOSE = 'payment-hint'

/** Where a provider may say that a payment has changed. What it says there is a reason to ask, and no more. */
export function hintUrl(method: string, of: HintedAccount, paymentId: number): string {
  return `${accountHintUrl(method, of)}/${paymentId}/${proof(config().secretKey, PURPOSE, String(paymentId))}`
}

interface HintedAccount {
  projectId: number
  isTest: boolean
}

/** As `hintUrl`, for whatever a provider tells of one account: it is signed by the provider. */
export function accountHintUrl(method: string, { projectId, isTest }: HintedAccount): string {
  const mode = isTest ? 'test' : 'live'
  return `${config().baseUrl}/hints/${method}/${projectId}/${mode}`
}

/** Whether the address of a payment's hints was known, and not guessed. */
export function knowsHint(paymentId: number, token: string): boolean {
  return config().secretKeys.some((key) => sameSecret(token, proof(key, PURPOSE, String(paymentId))))
}
