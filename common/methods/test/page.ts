import type { MethodPage } from '../page.ts'
import { OUTCOMES } from './attempt.ts'

export const page: MethodPage = {
  label: 'method.test',
  hint: 'method.test_hint',
  next: 'method.test_next',
  button: null,
  icon: 'icons/test',
  preselected: true,
  choice: {
    field: 'test_outcome',
    options: OUTCOMES.map((value) => ({ value, label: `outcome.${value}` as const })),
  },
  started: () => ({ page: 'processing' }),
}
