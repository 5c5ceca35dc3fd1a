import type { Created } from '../../kit/field.ts'
import type { clockProperties } from './object.ts'

/** A valid body of `POST /test-clocks/:id/advance`. */
export interface AdvanceInput {
  frozen_time: Date
}

/** A valid body of `POST /test-clocks`. */
export interface ClockInput extends Created<typeof clockProperties> {}
