import { Refusal } from '../common/kit/refusal.ts'

/** Reads the mode option as values of `isTest`: both if it is not given. */
export function readModes(text: string | undefined): boolean[] {
  return text === undefined ? [false, true] : [readMode(text) === 'test']
}

/** Reads the mode option; throws unless it is test or live. */
export function readMode(text: string | undefined): 'test' | 'live' {
  if (text === 'test' || text === 'live') return text
  const sentence = '--mode must be test or live.'
  throw new Refusal({ code: 'validation_failed', path: '--mode', params: { sentence } })
}
