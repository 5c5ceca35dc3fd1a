import { expect } from 'chai'
import { DAY, later } from '../../common/kit/time.ts'
import { atomically, atomicallyTogether } from '../../common/runtime/atomically.ts'
import { now } from '../../common/runtime/clock.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { confirmLines } from '../../common/services/statements/confirm-lines.ts'
import { type MatchedLine, previewStatement } from '../../common/services/statements/preview.ts'
import { onConnection } from '../../db/sql.ts'
import { givenTransferShop, type Merchant } from '../support/given/merchant.ts'
import { givenTransfer } from '../support/given/transfer.ts'
import { camt, csv, xlsx } from './files.ts'

/** More of them, and other ones: `HISTORIES=500 SEED=7 bin/test test/statements/exports.test.ts`. */
const HISTORIES = Number(process.env.HISTORIES ?? 10)
const SEED = Number(process.env.SEED ?? 1)

/** Money that arrived in the bank account. */
interface Transfer {
  amount: number
  day: string
  text: string
  sender: string
}

const HEADER = ['Огноо', 'Утга', 'Орлого', 'Харьцсан данс']
const rowsOf = (transfers: readonly Transfer[]) =>
  transfers.map(({ day, text, amount, sender }) => [day, text, String(amount), sender])
const replaced = (text: string) => text.replaceAll('ө', 'є')
const nextDay = (day: string) => later(new Date(day), DAY).toISOString().slice(0, 10)

/** The ways in which the bank, or a spreadsheet after it, writes transfers. */
const EXPORTS: readonly ((transfers: readonly Transfer[]) => Buffer)[] = [
  (transfers) => csv([HEADER, ...rowsOf(transfers)]),
  (transfers) => csv([HEADER, ...rowsOf(transfers).map((row) => row.map(replaced))]),
  (transfers) => csv([HEADER, ...rowsOf(transfers).map((row) => [...row.slice(0, 3), '5.00E+09'])]),
  (transfers) => csv([HEADER.slice(0, 3), ...rowsOf(transfers).map((row) => row.slice(0, 3))]),
  (transfers) => xlsx([HEADER, ...rowsOf(transfers).map((row) => row.map((text) => text.toUpperCase()))]),
  (transfers) =>
    Buffer.from(
      camt(
        transfers.map(({ amount, day, text, sender }) => ({
          ...{ amount: String(amount), day: nextDay(day), texts: ['TRF', text], sender: `Name ${sender}` },
        })),
      ),
    ),
]

/** Returns random numbers below a bound, the same ones for each seed. */
function randomFrom(seed: number) {
  let state = seed * 7919
  return (bound: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}

class History {
  readonly log: string[] = []
  readonly #arrived: Transfer[] = []
  readonly #shop: Merchant
  readonly #payment: Awaited<ReturnType<typeof givenTransfer>>
  readonly #reference: string
  readonly #random: (bound: number) => number
  /** The days on which transfers arrive. A line that an older release recorded has no day, so it may be any of them. */
  readonly #daysAgo: readonly number[]

  constructor(
    shop: Merchant,
    payment: Awaited<ReturnType<typeof givenTransfer>>,
    reference: string,
    seed: number,
  ) {
    this.#shop = shop
    this.#payment = payment
    this.#reference = reference
    this.#random = randomFrom(seed)
    this.#daysAgo = this.#pick([
      [0, 1],
      [0, 1, 12],
    ])
    this.log.push(`seed ${seed}`)
  }

  async run(): Promise<void> {
    for (let step = 0; step < 10; step += 1) {
      const kind = this.#random(10)
      if (kind < 3) this.#arrive()
      else if (kind < 5) await this.#enter()
      else await this.#import()
    }
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#random(items.length)]!
  }

  #arrive(): void {
    const last = this.#arrived.at(-1)
    const transfer: Transfer = {
      amount: last && this.#random(2) ? last.amount : this.#pick([12_500, 12_500, 25_000, 6_250]),
      day: later(now(), -this.#pick(this.#daysAgo) * DAY)
        .toISOString()
        .slice(0, 10),
      text: last && this.#random(2) ? last.text : `${this.#reference} ${this.#pick(['төлбөр', 'бат'])}`,
      sender: last && this.#random(2) ? last.sender : this.#pick(['5001112233', '5009998877']),
    }
    this.#arrived.push(transfer)
    this.log.push(`arrived ${Object.values(transfer).join(' ')}`)
  }

  /** A person enters a transfer that was not entered before. */
  async #enter(): Promise<void> {
    const entered = await this.#deposits()
    for (const { amount } of this.#arrived) {
      if (count(entered, amount) >= count(this.#amounts(), amount)) continue
      const { status } = await this.#payment.confirm({ amount_received: amount })
      this.log.push(`entered ${amount}: ${status}`)
      return
    }
  }

  async #import(): Promise<void> {
    const scope = { project: (await cachedProject(this.#shop.projectId))!, isTest: true }
    const views = Array.from({ length: 1 + this.#random(2) }, () => this.#random(EXPORTS.length))
    if (this.#arrived.length === 0) return
    const previews: MatchedLine[][] = []
    for (const view of views) {
      // Exports overlap, and list the newest transfer first or last.
      const from = this.#random(2) ? 0 : this.#random(this.#arrived.length)
      const listed = this.#arrived.slice(from)
      const transfers = this.#random(2) ? listed : listed.toReversed()
      previews.push((await previewStatement(scope, EXPORTS[view]!(transfers), {})).lines)
    }
    if (this.#random(4) === 0) await this.#enter()
    if (this.#random(6) === 0 && !this.#daysAgo.includes(12)) await this.#forgetTexts()
    let left = this.#random(5) === 0 ? this.#random(2) : Infinity
    const dying: typeof atomically = async (work) => {
      if (left <= 0) throw new Error('killed')
      left -= 1
      return atomically(work)
    }
    const confirming = { verifiedBy: 'cli', atomically: dying, atomicallyTogether }
    const ends = await Promise.allSettled(previews.map((lines) => confirmLines(scope, lines, confirming)))
    const isKilled = ends.some(({ status }) => status === 'rejected')
    for (const [index, lines] of previews.entries())
      this.log.push(`import ${views[index]}: ${lines.map(shown).join(', ')}${isKilled ? ' (killed)' : ''}`)
    await this.#check(isKilled ? [] : previews)
  }

  /** Makes the last recorded line as an older release stores it. */
  async #forgetTexts(): Promise<void> {
    this.log.push('an older release recorded the last line')
    await onConnection((sql) =>
      sql.run(
        `UPDATE statement_lines SET day = NULL, text_hash = NULL, sender_hash = NULL, layout_hash = NULL
         WHERE payment_id = ? ORDER BY id DESC LIMIT 1`,
        [this.#payment.paymentId],
      ),
    )
  }

  async #check(files: readonly MatchedLine[][]): Promise<void> {
    const deposits = await this.#deposits()
    for (const amount of new Set(this.#amounts())) {
      const [arrived, recorded] = [count(this.#amounts(), amount), count(deposits, amount)]
      expect(recorded, `recorded ${amount}`).to.be.at.most(arrived)
      for (const file of files) {
        const lines = file.filter((line) => line.amount === amount)
        const twice = lines.filter(({ result }) => result === 'paid_twice')
        expect(twice.length, `paid twice ${amount}`).to.be.at.most(arrived - recorded)
        const silent = lines.filter((line) => isRecorded(line))
        expect(silent.length, `called recorded ${amount}`).to.be.at.most(recorded)
      }
    }
  }

  #amounts(): number[] {
    return this.#arrived.map(({ amount }) => amount)
  }

  async #deposits(): Promise<number[]> {
    const rows = await onConnection((sql) =>
      sql.rows<{ amount: number }>('SELECT amount FROM deposits WHERE payment_id = ?', [
        this.#payment.paymentId,
      ]),
    )
    return rows.map(({ amount }) => amount)
  }
}

/** Makes a payment old enough for all transfers of a history. */
async function begunEarlier(paymentId: number): Promise<void> {
  await onConnection((sql) =>
    sql.run('UPDATE payments SET created_at = created_at - INTERVAL 20 DAY WHERE id = ?', [paymentId]),
  )
}

const count = (amounts: readonly number[], amount: number) => amounts.filter((one) => one === amount).length

/** Returns true if no person is asked about the line. */
function isRecorded({ confirmed, result, evidence }: MatchedLine): boolean {
  return confirmed || (result === 'already_confirmed' && evidence !== 'probable')
}

const shown = ({ amount, result, evidence, confirmed }: MatchedLine) =>
  `${amount} ${result} ${evidence ?? ''}${confirmed ? '!' : ''}`

describe('many exports of one account, in random histories', () => {
  it('never record more than arrived, call nothing paid twice that arrived once, and forget nothing', async () => {
    const shop = await givenTransferShop()
    for (let seed = SEED; seed < SEED + HISTORIES; seed += 1) {
      const payment = await givenTransfer(shop)
      await begunEarlier(payment.paymentId)
      const history = new History(shop, payment, (await payment.payment()).reference!, seed)
      try {
        await history.run()
      } catch (error) {
        throw new Error(`${history.log.join('\n')}\n${String(error)}`, { cause: error })
      }
    }
  })
})
