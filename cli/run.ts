import { Refusal, sentenceOf } from '../common/kit/refusal.ts'
import { withCause } from '../common/runtime/audit.ts'
import { config, ConfigError } from '../common/runtime/config.ts'
import { CAUSE_SENTENCES, databaseCause, isLockTimeout } from '../db/errors.ts'
import { isLostRace } from '../db/transaction.ts'
import { UsageError } from './command.ts'
import { helpFor } from './help.ts'
import { asOptions } from './method-options.ts'
import { parse } from './parse.ts'
import { ownTerminal, screenOn } from './screen.ts'

export interface Ended {
  code: 0 | 1 | 2
  stdout: string
  stderr: string
}

/** Runs one command line and returns its output. Only long-running commands print while they run, on `terminal`. */
export async function run(args: string[], terminal = ownTerminal): Promise<Ended> {
  const asJson = args.includes('--json')
  try {
    const { command, given, help } = parse(args[0] === '--version' ? ['version', ...args.slice(1)] : args)
    if (help || !command) return { code: 0, stdout: formatted(helpFor(command), asJson, 'help'), stderr: '' }
    if (!command.needsNothing) config() // fail on a bad environment before anything is done
    const cause = { actor: 'cli', operation: command.name } as const
    const printed = await withCause(cause, () => command.run(given, screenOn(terminal, asJson)))
    if (!printed) return { code: 0, stdout: '', stderr: '' }
    const { json, text, failed } = printed
    return { code: failed ? 1 : 0, stdout: asJson ? document(json) : `${text}\n`, stderr: '' }
  } catch (error) {
    const { code, message, errors } = explained(error)
    const stderr = asJson ? document({ error: { message, code, ...(errors && { errors }) } }) : `${message}\n`
    return { code: error instanceof UsageError ? 2 : 1, stdout: '', stderr }
  }
}

function formatted(text: string, asJson: boolean, name: string): string {
  return asJson ? document({ [name]: text }) : `${text}\n`
}

function document(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

interface Explained {
  code: string
  message: string
  errors?: Record<string, string[]>
}

function explained(error: unknown): Explained {
  if (error instanceof UsageError) return { code: 'usage', message: error.problems.join('\n') }
  if (error instanceof ConfigError) return { code: 'configuration', message: error.message }
  if (error instanceof Refusal) return refused(error)
  const message = error instanceof Error ? error.message : String(error)
  const cause = databaseCause(error)
  if (cause !== null)
    return { code: 'unavailable', message: `The database ${CAUSE_SENTENCES[cause]}. (${message})` }
  if (isLockTimeout(error) || isLostRace(error))
    return {
      code: 'unavailable',
      message: 'Other transactions held the same rows each time. Please try again.',
    }
  return { code: 'internal_error', message: `Something went wrong: ${message}` }
}

function refused(error: Refusal): Explained {
  const errors: Record<string, string[]> = {}
  const sentences = error.problems.map((problem) => {
    const sentence = asOptions(sentenceOf(problem))
    if (problem.path !== undefined) (errors[asOptions(problem.path)] ??= []).push(sentence)
    return sentence
  })
  const known = Object.keys(errors).length > 0
  return { code: error.code, message: sentences.join('\n'), ...(known && { errors }) }
}
