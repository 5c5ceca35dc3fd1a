import type { Amount } from '../../kit/money.ts'

/** A transfer in euros. */
export interface EuroTransfer {
  holder: string
  account: string
  /** In cents. */
  amount: Amount
  reference: string
}

/** The largest amount of the standard, in cents. */
const MAX_AMOUNT = 999_999_999_99
/** The longest text in bytes of UTF-8: version 13 of QR codes, with error correction level M. */
const MAX_BYTES = 331

/**
 * Returns the text of a QR code that fills in a SEPA credit transfer in a bank's app: EPC069-12, version 2.
 * Returns null if the standard cannot express it: the account is not an IBAN, or the name or the amount is
 * too long.
 */
export function epcCode({ holder, account, amount, reference }: EuroTransfer): string | null {
  const iban = account.replace(/[\s-]/g, '').toUpperCase()
  const name = holder.replace(/\s+/g, ' ').trim()
  if (!isIban(iban) || amount < 1 || amount > MAX_AMOUNT || name === '' || Array.from(name).length > 70)
    return null
  const sum = `EUR${String(Math.floor(amount / 100))}.${String(amount % 100).padStart(2, '0')}`
  // Service tag, version, UTF-8, a credit transfer, no BIC; name, account, sum; no purpose, no structured reference.
  const text = ['BCD', '002', '1', 'SCT', '', name, iban, sum, '', '', reference].join('\n')
  return new TextEncoder().encode(text).length > MAX_BYTES ? null : text
}

/** Checks an account by ISO 13616: two letters, two check digits, the account number. */
function isIban(account: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)) return false
  const digits = (account.slice(4) + account.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(parseInt(letter, 36)),
  )
  return BigInt(digits) % 97n === 1n
}
