import { resolve } from 'node:path'

/**
 * The client as its users import it: built, and by nothing but what its package says it is. Its types are tried in
 * test/client/package.test.ts.
 */
export const { Tolbor, TolborError, webhooks, WebhookVerificationError } = await import(
  resolve('clients/node/dist/index.js')
)
