import type { Router } from 'express'
import { pricePages } from './prices.ts'
import { productPages } from './products.ts'

/** The catalogue of a project. The paths of prices come before the path of a product. */
export const cataloguePages: readonly Router[] = [...pricePages, ...productPages]
