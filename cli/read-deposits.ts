/** A line of a file of received money, written by a bookkeeper or exported by a bank. */
export interface DepositLine {
  line: number
  reference: string
  /** Received amount; null if the line has none: the whole missing amount. */
  amount: number | null
  /** Identifies the line, so that the same file can be read again. */
  key: string
}

export interface FaultyLine {
  line: number
  text: string
}

/** Three digits at the end are thousands after a comma, never the bank's number. */
const LINE = /^(\d{6})(?:[\s,;]+(\d{1,12})(?:[\s,;]+(?!\d{3}$)([^\s,;]{1,64}))?)?$/

const ALL_FIRST = 'line all 1'

/** Returns whether a line is identified by the bank's number, so that the same key is always the same deposit. */
export function isNumbered({ key }: DepositLine): boolean {
  return key.startsWith('bank ')
}

/** Returns whether this is a reference's first line without a sum: it adds nothing if the payment is already paid. */
export function hasNoSum({ key }: DepositLine): boolean {
  return key === ALL_FIRST
}

/**
 * Reads lines with a reference, then optionally the received sum and the bank's number of the deposit,
 * separated by blanks, tabs, commas or semicolons. Skips empty lines and those that begin with `#`. A line
 * without a number is identified by its reference, its sum and the count of equal lines above it.
 */
export function readDeposits(text: string): { deposits: DepositLine[]; faulty: FaultyLine[] } {
  const deposits: DepositLine[] = []
  const faulty: FaultyLine[] = []
  const seen = new Map<string, number>()
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = index + 1
    const content = raw.replace(/^\uFEFF/, '').trim()
    if (content === '' || content.startsWith('#')) continue
    const [, reference, sum, number] = LINE.exec(content) ?? []
    const amount = sum === undefined ? null : Number(sum)
    if (reference === undefined || amount === 0) {
      faulty.push({ line, text: content })
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
