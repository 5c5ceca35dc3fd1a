import { cut, lengthOf } from '../kit/text.ts'

const LONGEST = 40

/** Shortens a name for sentences, subjects and buttons, where a long one would hide the rest. */
export function shortName({ name }: { name: string }): string {
  return lengthOf(name) <= LONGEST ? name : `${cut(name, LONGEST - 1).trimEnd()}…`
}
