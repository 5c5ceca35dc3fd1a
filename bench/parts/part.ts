import type { Shop } from '../fill/shop.ts'
import type { Options } from '../options.ts'
import type { PartResult } from '../result.ts'
import type { Area } from '../run/area.ts'

/** A shop with so many checkouts in a database of its own. */
export interface Filled extends Area {
  rows: number
  shop: Shop
}

/** A part of the bench. It runs in a process of its own, whose environment names a database with our tables alone. */
export interface Part {
  about: string
  /** Shops with so many checkouts that it wants to find. */
  filled?: readonly number[]
  run: (options: Options, filled: readonly Filled[]) => Promise<PartResult>
}
