import type { Problems } from '../../kit/refusal.ts'
import type { ItemInput } from '../checkouts/input.ts'
import type { LinkItemInput } from './input.ts'
import type { CustomAmount, PaymentLinkItem } from './object.ts'

/** Adds problems with items whose amount the customer chooses. */
export function checkCustomAmounts(items: readonly (LinkItemInput | undefined)[], problems: Problems): void {
  for (const [index, item] of items.entries()) {
    const custom = item?.price_data?.custom_unit_amount
    if (!custom) continue
    const refuse = (path: string, sentence: string) => {
      problems.add('validation_failed', `items.${index}.${path}`, { sentence })
    }
    const at = 'price_data.custom_unit_amount'
    const { minimum, maximum, suggested } = custom
    if (maximum !== undefined && maximum < minimum)
      refuse(`${at}.maximum`, `items.${index}.${at}.maximum must be at least the minimum, ${minimum}.`)
    if (suggested !== undefined && (suggested < minimum || suggested > (maximum ?? Infinity)))
      refuse(`${at}.suggested`, `items.${index}.${at}.suggested must be from minimum to maximum.`)
    if (item.quantity !== 1 || item.adjustable_quantity?.enabled === true)
      refuse(
        'quantity',
        `items.${index}.quantity must be 1, without adjustable_quantity: the customer chooses the amount.`,
      )
  }
}

/** Returns the item as a link stores it. `range` is the range of its quantity, with the defaults. */
export function storedItem(
  { price, price_id: priceId, price_data: data, quantity }: LinkItemInput,
  range: { min: number; max: number } | null,
): PaymentLinkItem {
  const custom = data?.custom_unit_amount
  return {
    price: price ?? null,
    price_id: priceId ?? null,
    price_data: data
      ? {
          unit_amount: data.unit_amount ?? null,
          custom_unit_amount: custom
            ? {
                minimum: custom.minimum,
                maximum: custom.maximum ?? null,
                suggested: custom.suggested ?? null,
              }
            : null,
          product_data: {
            name: data.product_data.name,
            description: data.product_data.description ?? null,
            image_url: data.product_data.image_url ?? null,
            client_reference_id: data.product_data.client_reference_id ?? null,
          },
        }
      : null,
    quantity,
    adjustable_quantity: range && { enabled: true, ...range },
  }
}

/** A customer's choices for an item. The customer chooses the amount only if the merchant has not fixed it. */
export interface ItemChoice {
  quantity: number
  amount: number
}

/** Returns the bounds of an item's amount; null if the merchant has fixed it. */
export function customAmountOf({ price_data: data }: PaymentLinkItem): CustomAmount | null {
  return data?.custom_unit_amount ?? null
}

/** Returns the choice that the page shows first. */
export function initialChoice(item: PaymentLinkItem): ItemChoice {
  const custom = customAmountOf(item)
  return { quantity: item.quantity, amount: custom?.suggested ?? custom?.minimum ?? 0 }
}

/** Returns the item of a checkout for what a customer chose. */
export function checkoutItem(item: PaymentLinkItem, { quantity, amount }: ItemChoice): ItemInput {
  const { price, price_id: priceId, price_data: data, adjustable_quantity: adjustable } = item
  const product = data && {
    name: data.product_data.name,
    ...(data.product_data.description !== null && { description: data.product_data.description }),
    ...(data.product_data.image_url !== null && { image_url: data.product_data.image_url }),
    ...(data.product_data.client_reference_id !== null && {
      client_reference_id: data.product_data.client_reference_id,
    }),
  }
  return {
    ...(price !== null && { price }),
    ...(priceId !== null && { price_id: priceId }),
    ...(product && { price_data: { unit_amount: data.unit_amount ?? amount, product_data: product } }),
    quantity,
    ...(adjustable && { adjustable_quantity: adjustable }),
  }
}
