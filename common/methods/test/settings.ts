import type { MethodSettings } from '../settings.ts'

/** Nothing to enter: every project can try its pages in test mode, and only there. */
export const settings: MethodSettings = {
  form: null,
  offered: ({ isTest }) => isTest,
}
