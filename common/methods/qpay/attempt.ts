import type { MethodAttempt } from '../attempt.ts'
import { providerAttempt } from '../provider-attempt.ts'
import type { Account } from './settings.ts'

export const attempt: MethodAttempt<Account> = providerAttempt
