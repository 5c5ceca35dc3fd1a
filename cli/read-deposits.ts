/** A line of a file of transfers that have come, as a bookkeeper writes it or a bank exports it. */
export interface DepositLine {
  line: number
  reference: string
  /** All that was missing, where the line names no sum. */
  amount: number | null
  /** What the line goes by, so that the same file can be read again. */
  key: string
}

export interface FaultyLine {
  line: number
  text: string
}

/** Three digits at the end would be thousands, set apart by a comma: never the bank's number. */
const LINE = /^(\d{6})(?:[\s,;]+(\d{1,12})(?:[\s,;]+(?!\d{3}$)([^\s,;]{1,64}))?)?$/

const ALL_FIRST = 'line all 1'

/** Whether a line goes by the bank's number: then another one with the same key is the same transfer for certain. */
export function isNumbered({ key }: DepositLine): boolean {
  return key.startsWith('bank ')
}

/** Whether a line says only that a transfer has come, and none above it did: then it says nothing new of one that is paid. */
export function saysNoSum({ key }: DepositLine): boolean {
  return key === ALL_FIRST
}

/**
 * Reads lines of a reference, then the sum that came if it was another one, then the bank's own number of the
 * transfer if there is one, with blanks, tabs, commas or semicolons between. Empty lines and those that begin with
 * `#` say nothing. Without a number a line goes by its reference, its sum, and how often they stood above it.
 */
export function readDeposits(text: string): { deposits: DepositLine[]; faulty: FaultyLine[] } {
  const deposits: DepositLine[] = []
  const faulty: FaultyLine[] = []
  const seen = new Map<string, number>()
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = index + 1
    const said = raw.replace(/^\uFEFF/, '').trim()
    if (said === '' || said.startsWith('#')) continue
    const [, reference, sum, number] = LINE.exec(said) ?? []
    const amount = sum === undefined ? null : Number(sum)
    if (reference === undefined || amount === 0) {
      faulty.push({ line, text: said })
      continue
    }
    const same = `${reference} ${amount ?? 'all'}`
    const times = (seen.get(same) ?? 0) + 1
    seen.set(same, times)
    const key = number === undefined ? `line ${amount ?? 'all'} ${times}` : `bank ${number}`
    deposits.push({ line, reference, amount, key })
  }
  return { deposits, faulty }
}
