import type { Changed, Created } from '../../kit/field.ts'
import type { customerProperties } from './object.ts'

/** A valid body of `POST /customers`. */
export interface CustomerInput extends Created<typeof customerProperties> {}

/** A valid body of `PATCH /customers/:id`; null clears. */
export interface CustomerChanges extends Changed<typeof customerProperties> {}
