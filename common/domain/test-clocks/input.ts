/** A valid body of `POST /test-clocks/:id/advance`. */
export interface AdvanceInput {
  frozen_time: Date
}

/** A valid body of `POST /test-clocks`. */
export interface ClockInput {
  frozen_time: Date
  name?: string
}
