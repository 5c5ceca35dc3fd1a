import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type Iconv from 'iconv-lite'
import { lazily } from '../../../kit/lazily.ts'
import { NO_STATEMENT, unreadable } from './unreadable.ts'

const iconv = lazily<typeof Iconv>('iconv-lite')

/** Bytes that are decoded at once: other requests wait for at most a few milliseconds. */
const CHUNK = 64 * 1024

const MARKS: readonly [charset: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Returns the character set of a text: by its byte order mark, else UTF-16 or UTF-8 if it is valid, else Windows-1251. */
export function charsetOf(bytes: Buffer): string {
  for (const [charset, mark] of MARKS) if (mark.every((byte, index) => bytes[index] === byte)) return charset
  const head = bytes.subarray(0, 2_000)
  const zeros = [0, 0]
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]! += 1
  })
  // The digits, separators and line ends of a statement have a zero byte in UTF-16.
  const [even, odd] = zeros as [number, number]
  if (Math.max(even, odd) > head.length / 10 && Math.min(even, odd) === 0)
    return odd > even ? 'utf-16le' : 'utf-16be'
  if (even + odd > 0) throw unreadable(`The file is not text. ${NO_STATEMENT}`)
  return isUtf8(bytes) ? 'utf-8' : 'windows-1251'
}

/** Decodes a text in chunks, and lets other work run between them. Leaves the byte order mark out. */
export async function* decoded(bytes: Buffer, charset: string): AsyncGenerator<string> {
  const decoder = iconv().getDecoder(charset, { stripBOM: true })
  for (let start = 0; start < bytes.length; start += CHUNK) {
    const text = decoder.write(bytes.subarray(start, start + CHUNK))
    if (text !== '') yield text
    await nextTurn()
  }
  const rest = decoder.end()
  if (rest) yield rest
}

/** Returns the beginning of a text. */
export function beginningOf(bytes: Buffer, charset: string): string {
  return iconv().decode(bytes.subarray(0, CHUNK), charset)
}
