import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Refusal } from '../common/kit/refusal.ts'
import type { Given } from './command.ts'

/**
 * Reads the secret options from lines of standard input, in the order of the options. Refuses a secret given
 * as an argument: it is already in the shell's history and the process list, and must be replaced.
 */
export async function readSecrets(
  options: Given['options'],
  secret: readonly string[],
): Promise<Given['options']> {
  const named = Object.keys(options).filter((name) => secret.includes(name))
  for (const name of named) {
    if (options[name] === '-') continue
    const sentence = `--${name} only takes -, and reads the value from standard input. The value that you typed is in the shell's history and the process list: replace it at the provider if it is in use.`
    throw new Refusal({ code: 'validation_failed', path: `--${name}`, params: { sentence } })
  }
  if (named.length === 0) return options
  const lines = process.stdin.isTTY ? await askAtTerminal(named) : linesOf(await text(process.stdin))
  return { ...options, ...secretsOf(named, lines) }
}

/** Returns each secret option with its line. */
export function secretsOf(named: readonly string[], lines: readonly string[]): Record<string, string> {
  if (lines.length === named.length)
    return Object.fromEntries(named.map((name, at) => [name, lines[at] ?? '']))
  const all = named.map((name) => `--${name}`).join(', ')
  const sentence = `Standard input must have one line for each of ${all}, in this order. It has ${lines.length}.`
  throw new Refusal({ code: 'validation_failed', path: `--${named[0]}`, params: { sentence } })
}

/** Splits input into lines; the line break at the end is optional. */
function linesOf(input: string): string[] {
  return input.replace(/\r?\n$/, '').split(/\r?\n/)
}

/** Asks for the secrets at the terminal, without showing the typed text. */
async function askAtTerminal(named: readonly string[]): Promise<string[]> {
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const answers: string[] = []
  for (const name of named) {
    process.stderr.write(`${name}: `)
    answers.push(await terminal.question(''))
    process.stderr.write('\n')
  }
  terminal.close()
  return answers
}
