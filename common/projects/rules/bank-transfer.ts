import type { Problems } from '../../kit/refusal.ts'

const ACCOUNT = ['bank_name', 'account_number', 'account_holder'] as const

export interface BankTransfer {
  enabled: boolean
  bank_name: string
  account_number: string
  account_holder: string
}

/** What may be said of it in a change; null clears. */
export interface BankTransferChanges {
  enabled?: boolean
  bank_name?: string | null
  account_number?: string | null
  account_holder?: string | null
}

/** The settings after `changes`; a customer must be told where to pay, so an enabled one names the account whole. */
export function mergeBankTransfer(
  known: BankTransfer | undefined,
  changes: BankTransferChanges,
  problems: Problems,
  path: string,
): BankTransfer {
  const merged = {
    enabled: changes.enabled ?? known?.enabled ?? false,
    ...Object.fromEntries(
      ACCOUNT.map((field) => [
        field,
        changes[field] === undefined ? (known?.[field] ?? '') : (changes[field] ?? ''),
      ]),
    ),
  } as BankTransfer
  for (const field of merged.enabled ? ACCOUNT : []) {
    if (merged[field] !== '' || problems.touch(`${path}.${field}`)) continue
    const say = `${path}.${field} is required while bank_transfer is enabled.`
    problems.add('validation_failed', `${path}.${field}`, { say })
  }
  return merged
}
