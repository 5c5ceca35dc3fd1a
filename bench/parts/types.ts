import type { Shop } from '../fill/shop.ts'
import type { Options } from '../options.ts'
import type { PartResult } from '../result.ts'
import type { Databases } from '../run/databases.ts'

/** A shop with this many checkouts, in its own database. Their ids are consecutive. */
export interface FilledShop extends Databases {
  rows: number
  shop: Shop
  firstId: number
}

/** A part of the bench. It runs in its own process, with an empty database of its own. */
export interface Part {
  about: string
  /** The numbers of checkouts of the shops that it needs. */
  filled?: readonly number[]
  run: (options: Options, filled: readonly FilledShop[]) => Promise<PartResult>
}
