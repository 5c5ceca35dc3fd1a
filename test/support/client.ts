import { resolve } from 'node:path'

/**
 * The built client, imported as its users import it. test/client/package.test.ts checks its types.
 */
export const { Tolbor, TolborError, webhooks, WebhookVerificationError } = await import(
  resolve('clients/node/dist/index.js')
)
