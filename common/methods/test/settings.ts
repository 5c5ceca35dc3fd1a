import type { MethodSettings } from '../settings.ts'

/** The method has no settings, and is offered in test mode only. */
export const settings: MethodSettings = {
  form: null,
  offered: ({ isTest }) => isTest,
}
