interface Price {
  active: boolean
  /** Missing in data that an older release stored, such as a queued email. */
  portal?: boolean
  product: { active: boolean }
}

/** Returns whether customers can buy the price on their own. Existing subscribers can always renew. */
export function isOffered({ active, portal = true, product }: Price): boolean {
  return active && portal && product.active
}
