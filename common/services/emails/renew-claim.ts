import { onConnection } from '../../../db/sql.ts'
import { later, MINUTE, SECOND } from '../../kit/time.ts'
import { now } from '../../runtime/clock.ts'
import { lease } from '../../runtime/lease.ts'
import { log, messageOf } from '../../runtime/log.ts'

/** Milliseconds for which a claim of an email lasts unless it is renewed: the longest wait after its worker was killed. */
export const CLAIM = Math.min(20 * SECOND, lease)
const RENEW_EVERY = CLAIM / 4
/** A worker stops to send this long after it asked for its claim, before another worker can have one. */
const SEND_WITHIN = 0.75 * CLAIM
/** The longest try, in milliseconds. A mail server that takes longer does not work. */
const LONGEST_TRY = 1.5 * MINUTE

/** A claimed email: its row, and its count of tries, which the next claim changes. */
interface Claim {
  id: number
  tries: number
}

export interface RenewedClaim {
  /** Aborts when the email must no longer be sent. */
  lost: AbortSignal
  stop: () => Promise<void>
}

/**
 * Renews a claim while the mail server works. `begun` is a time of `performance.now()` before the claim. `lost` aborts
 * before another worker can claim the email: if renewing fails, also because this process was suspended.
 */
export function renewClaim({ id, tries }: Claim, begun: number): RenewedClaim {
  const controller = new AbortController()
  const lose = () => {
    controller.abort(new Error('The mail server did not accept the email in time'))
  }
  const abortAt = (time: number) => setTimeout(lose, Math.max(0, time - performance.now()))
  const longest = begun + LONGEST_TRY
  let end = abortAt(begun + SEND_WITHIN)
  if (performance.now() >= begun + SEND_WITHIN) lose()

  async function renew(): Promise<void> {
    const asked = performance.now()
    const { affectedRows } = await onConnection((sql) =>
      sql.run("UPDATE emails SET due_at = ? WHERE id = ? AND status = 'pending' AND tries = ?", [
        later(now(), CLAIM),
        id,
        tries,
      ]),
    )
    if (isOver) return
    clearTimeout(end)
    if (affectedRows === 0) lose()
    else end = abortAt(Math.min(asked + SEND_WITHIN, longest))
  }

  let renewing = Promise.resolve()
  let isOver = false
  const renewal = setInterval(() => {
    renewing = renew().catch((error: unknown) => {
      log().warn({ email_id: id, error: messageOf(error) }, 'the claim of an email was not renewed')
    })
  }, RENEW_EVERY)
  return {
    lost: controller.signal,
    async stop() {
      isOver = true
      clearTimeout(end)
      clearInterval(renewal)
      await renewing // it must not move the due time that the result writes
    },
  }
}
