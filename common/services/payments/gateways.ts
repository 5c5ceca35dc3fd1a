import type { Gateway } from '../../methods/provider.ts'
import { qpayGateway } from '../../methods/qpay/gateway.ts'
import { stripeGateway } from '../../methods/stripe/gateway.ts'

/**
 * Providers by the name of their method. They do I/O, so they are not listed in `methods/all.ts`
 * (docs/decisions/0033-a-payment-method-is-a-folder.md).
 */
const gateways: Readonly<Record<string, Gateway>> = {
  qpay: qpayGateway,
  stripe: stripeGateway,
}

/** Returns the provider of a method; null if it has none. */
export function findGateway(method: string): Gateway | null {
  return Object.hasOwn(gateways, method) ? gateways[method]! : null
}

/** The names of the methods that have a provider. */
export const methodsWithGateway: readonly string[] = Object.keys(gateways)
