import type { Schema } from '../shape.ts'
import { text } from '../values.ts'

const line = { maxLength: 255 }

export const deliveryAddress: Schema = {
  type: 'object',
  properties: {
    line1: text('Street and house.', line),
    line2: text('Flat, floor, entrance.', line),
    city: text('The city.', line),
    district: text('The district or province.', line),
    postal_code: text('The postal code.', line),
    country: text('The country in two letters (ISO 3166).', { pattern: '^[A-Z]{2}$' }),
    note: text('A word for whoever delivers.', line),
  },
  required: ['line1', 'city', 'country'],
  additionalProperties: false,
  description: 'Where to deliver, as given on the page.',
}
