import type { MethodPage } from '../page.ts'

export const page: MethodPage = {
  label: 'method.bank_transfer',
  hint: 'method.bank_transfer_hint',
  next: 'method.bank_transfer_next',
  button: { text: 'method.bank_transfer_button' },
  icon: 'icons/bank',
  preselected: false,
  choice: null,
  started: () => ({ page: 'transfer' }),
}
