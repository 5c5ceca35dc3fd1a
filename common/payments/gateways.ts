import type { Gateway } from './methods/provider.ts'
import { qpayGateway } from './methods/qpay/gateway.ts'
import { stripeGateway } from './methods/stripe/gateway.ts'

/**
 * The providers outside, by the name of the method whose money each takes. They do I/O, which is why they are
 * no part of what `methods/all.ts` lists (docs/decisions/0033-a-payment-method-is-a-folder.md).
 */
const gateways: Readonly<Record<string, Gateway>> = {
  qpay: qpayGateway, // the project's settings know its values by no type
  stripe: stripeGateway,
}

/** Whom to ask about the payments of a method; null where no provider is asked. */
export function findGateway(method: string): Gateway | null {
  return Object.hasOwn(gateways, method) ? gateways[method]! : null
}
