import type { Router } from 'express'
import { codePages } from './codes.ts'
import { pricePages } from './prices.ts'
import { productPages } from './products.ts'

/** The catalogue of a project. The paths of prices and codes come before the path of a product. */
export const cataloguePages: readonly Router[] = [...pricePages, ...codePages, ...productPages]
