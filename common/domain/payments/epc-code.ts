import type { Amount } from '../../kit/money.ts'

/** Where euros are to be sent, and with which words. */
export interface EuroTransfer {
  holder: string
  account: string
  /** In cents. */
  amount: Amount
  reference: string
}

/** What a code holds at most, in cents: the standard's limit. */
const LARGEST = 999_999_999_99
/** What a code holds at most, in bytes of UTF-8: version 13 of QR codes, with repair of level M. */
const MOST_BYTES = 331

/**
 * The text of a QR code from which apps of banks fill a SEPA credit transfer in: EPC069-12, version 2. Null where the
 * standard has no place for it, so that no app is led astray: an account that is no IBAN, a name or a sum too long.
 */
export function epcCode({ holder, account, amount, reference }: EuroTransfer): string | null {
  const iban = account.replace(/[\s-]/g, '').toUpperCase()
  const name = holder.replace(/\s+/g, ' ').trim()
  if (!isIban(iban) || amount < 1 || amount > LARGEST || name === '' || Array.from(name).length > 70)
    return null
  const sum = `EUR${String(Math.floor(amount / 100))}.${String(amount % 100).padStart(2, '0')}`
  // Service tag, version, UTF-8, a credit transfer, no BIC; name, account, sum; no purpose, no structured reference.
  const text = ['BCD', '002', '1', 'SCT', '', name, iban, sum, '', '', reference].join('\n')
  return new TextEncoder().encode(text).length > MOST_BYTES ? null : text
}

/** ISO 13616: two letters, two digits that check the rest, the account. */
function isIban(account: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)) return false
  const digits = (account.slice(4) + account.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(parseInt(letter, 36)),
  )
  return BigInt(digits) % 97n === 1n
}
