/** The plans that the model's shop sells: several prices of one product, with different lengths. */
export const PLANS = {
  basic: { product: 'Club', amount: 30_000, months: 1 },
  gold: { product: 'Club', amount: 90_000, months: 1 },
  year: { product: 'Club', amount: 300_000, months: 12 },
  gym: { product: 'Gym', amount: 60_000, months: 1 },
  quarter: { product: 'Gym', amount: 150_000, months: 3 },
  pool: { product: 'Pool', amount: 20_000, months: 1 },
} as const

export type Plan = keyof typeof PLANS
export type Product = (typeof PLANS)[Plan]['product']

/** Days of access after an unpaid end. */
export const GRACE: Record<Product, number> = { Club: 0, Gym: 3, Pool: 0 }

/** The price of a one-time item. */
export const TEA = 25_000

interface Code {
  type: 'order_total' | 'product'
  percent_off?: number
  amount_off?: number
  product?: Product
  combinable?: boolean
  max_redemptions?: number
  max_redemptions_per_customer?: number
}

export const CODES: Readonly<Record<string, Code>> = {
  TENTH: { type: 'order_total', percent_off: 10, combinable: true },
  SPORT: {
    type: 'product',
    product: 'Gym',
    amount_off: 15_000,
    combinable: true,
    max_redemptions_per_customer: 1,
  },
  FEW: { type: 'order_total', amount_off: 12_345, max_redemptions: 2 },
}

/** Time zones without summer time, so that a day can be counted in hours. */
export const ZONES = [
  { zone: 'UTC', offset: 0 },
  { zone: 'Asia/Ulaanbaatar', offset: 8 },
  { zone: 'America/Bogota', offset: -5 },
] as const
