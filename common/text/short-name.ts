import { cut, lengthOf } from '../kit/text.ts'

const LONGEST = 40

/** A name as it stands inside sentences, subjects and buttons, where a very long one would bury the rest. */
export function shortName({ name }: { name: string }): string {
  return lengthOf(name) <= LONGEST ? name : `${cut(name, LONGEST - 1).trimEnd()}…`
}
