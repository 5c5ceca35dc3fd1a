/** The rule of an address in which `{CHECKOUT_ID}` is replaced. */
export const ADDRESS_WITH_ID = ['webAddress', { placeholders: ['CHECKOUT_ID'] }] as const

/** Replaces `{CHECKOUT_ID}` in the merchant's address by the checkout's id. */
export function withCheckoutId(address: string | null, id: number): string | null {
  return address?.replaceAll('{CHECKOUT_ID}', String(id)) ?? null
}
