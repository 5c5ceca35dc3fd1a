import { providerAttempt } from '../provider-attempt.ts'

export const attempt = providerAttempt
