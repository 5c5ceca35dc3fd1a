/** Replaces `{CHECKOUT_ID}` in the merchant's address by the checkout's id. */
export function withCheckoutId(address: string | null, id: number): string | null {
  return address?.replaceAll('{CHECKOUT_ID}', String(id)) ?? null
}
