import { lengthOf, unfit } from './text.ts'

const EMAIL =
  /^[^\s@<>()[\]\\,;:"]{1,64}@(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u

/** Whether `value` can be an e-mail address: one @, a name before it, a domain with a dot behind it. */
export function isEmail(value: string): boolean {
  const local = value.slice(0, value.indexOf('@'))
  return lengthOf(value) <= 254 && EMAIL.test(value) && !/^\.|\.\.|\.$/.test(local) && !unfit(value)
}
