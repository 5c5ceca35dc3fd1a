interface Price {
  active: boolean
  /** Missing in what an older release wrote down, such as an email that still waits. */
  portal?: boolean
  product: { active: boolean }
}

/** Whether customers can have the price anew by themselves. What they hold they renew all the same. */
export function isOffered({ active, portal = true, product }: Price): boolean {
  return active && portal && product.active
}
