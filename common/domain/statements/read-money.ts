import { type Amount, decimals, LARGEST_AMOUNT } from '../../kit/money.ts'
import { marksOf } from '../../kit/read-amount.ts'
import { type Cell, plainNumber } from './cell.ts'

/** The decimal separators of statements. The other one separates thousands. */
export const DECIMAL_SEPARATORS = ['.', ','] as const

export type DecimalSeparator = (typeof DECIMAL_SEPARATORS)[number]

/** An amount in a statement. */
export interface ReadMoney {
  /** Negative for money that went out. Rounded towards zero if it is not whole. */
  units: Amount
  /** False if it has more decimals than the currency, such as half a tögrög. */
  isWhole: boolean
}

/** The longest amount in characters. Longer cells are not parsed, which could take long. */
const LONGEST = 40

/** Reads an amount in units of a currency. Returns null if the cell is not an amount, or is in another currency. */
export function readMoney(cell: Cell, decimal: DecimalSeparator, currency: string): ReadMoney | null {
  const places = decimals(currency)
  const isNumber = typeof cell === 'number'
  const text = (isNumber ? plainNumber(cell) : cell).normalize('NFKC').replace(/[\u2010-\u2015\u2212]/g, '-')
  if (text.length > LONGEST) return null
  const { digits, isNegative } = unsigned(text.trim(), currency)
  const separator = isNumber ? '.' : decimal
  const [, grouped, ungrouped = '', fraction = ''] = (separator === '.' ? POINT : COMMA).exec(digits) ?? []
  const whole = grouped?.replace(/\D/g, '') ?? ungrouped
  if (whole === '' && fraction === '') return null
  const units = BigInt(whole + fraction.slice(0, places).padEnd(places, '0') || '0')
  if (units > BigInt(LARGEST_AMOUNT)) return null
  return {
    units: Number(isNegative && units > 0n ? -units : units),
    isWhole: /^0*$/.test(fraction.slice(places)),
  }
}

/** Thousands by separators, or digits only; then the decimals. */
const POINT = /^(?:(\d{1,3}(?:[, '’]\d{3})+)|(\d*))(?:\.(\d*))?$/
const COMMA = /^(?:(\d{1,3}(?:[. '’]\d{3})+)|(\d*))(?:,(\d*))?$/

/** Removes the sign and the currency: `-5`, `5-`, `(5)` and `₮5`. */
function unsigned(text: string, currency: string): { digits: string; isNegative: boolean } {
  const [, inner] = /^\((.*)\)$/.exec(text) ?? []
  const plain = withoutCurrency(inner ?? text, currency)
  const [, before = '', digits = '', after = ''] = /^([+-]?)\s*(.*?)\s*([+-]?)$/.exec(plain) ?? []
  if (before !== '' && after !== '') return { digits: 'two signs', isNegative: false }
  return {
    digits: withoutCurrency(digits, currency),
    isNegative: inner !== undefined || before + after === '-',
  }
}

/** Removes marks of this currency only, so that an amount in another one is not read. */
function withoutCurrency(text: string, currency: string): string {
  const upper = text.toUpperCase()
  for (const mark of marksOf(currency).map((one) => one.toUpperCase())) {
    if (upper.startsWith(mark)) return text.slice(mark.length).trim()
    if (upper.endsWith(mark)) return text.slice(0, -mark.length).trim()
  }
  return text
}

/**
 * Returns whether a cell names another currency: by a code such as `EUR`, or by a sign such as `€` or `US$`, also of an amount.
 * Words, such as `төгрөг`, are not compared.
 */
export function namesOtherCurrency(text: string, currency: string): boolean {
  const own = marksOf(currency).map((mark) => mark.toUpperCase())
  const names = text.toUpperCase().split(/[\s\d.,'’()+-]+/)
  return names.some((name) => (/^[A-Z]{3}$/.test(name) || /\p{Sc}/u.test(name)) && !own.includes(name))
}

/**
 * Guesses the decimal separator of a column. `1,234` alone says little: `1,234.50` and `1234,5` decide, wherever they
 * are.
 */
export function guessDecimal(cells: readonly Cell[], currency: string): DecimalSeparator {
  const isThousandth = decimals(currency) === 3
  const certain = { '.': 0, ',': 0 }
  const likely = { '.': 0, ',': 0 }
  for (const cell of cells) {
    if (typeof cell === 'number') continue
    const separators = cell.replace(/[^.,\d]/g, '').replace(/^[.,]+|[.,]+$/g, '')
    const last = Math.max(separators.lastIndexOf('.'), separators.lastIndexOf(','))
    if (last < 0) continue
    const sign = separators[last] as DecimalSeparator
    const other = sign === '.' ? ',' : '.'
    const count = separators.split(sign).length - 1
    const decimals = separators.length - last - 1
    if (count > 1) certain[other] += 1
    else if (separators.includes(other) || decimals !== 3 || separators.startsWith('0')) certain[sign] += 1
    else likely[isThousandth ? sign : other] += 1
  }
  if (certain[','] !== certain['.']) return certain[','] > certain['.'] ? ',' : '.'
  return likely[','] > likely['.'] ? ',' : '.'
}
