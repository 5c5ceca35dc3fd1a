import { Refusal } from '../common/kit/refusal.ts'

/** As `readMode`, of both modes where it is not given: whether each is test. */
export function readModes(text: string | undefined): boolean[] {
  return text === undefined ? [false, true] : [readMode(text) === 'test']
}

/** The option that chooses between what a project has in test and in live mode. */
export function readMode(text: string | undefined): 'test' | 'live' {
  if (text === 'test' || text === 'live') return text
  const say = '--mode must be test or live.'
  throw new Refusal({ code: 'validation_failed', path: '--mode', params: { say } })
}
