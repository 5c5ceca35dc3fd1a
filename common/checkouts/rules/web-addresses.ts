/** The merchant's own address, with the checkout's id where `{CHECKOUT_ID}` asks for it. */
export function withCheckoutId(address: string | null, id: number): string | null {
  return address?.replaceAll('{CHECKOUT_ID}', String(id)) ?? null
}
