import { parseArgs } from 'node:util'
import { nearest } from '../common/kit/spelling.ts'
import { type Command, type Given, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { COMMANDS_INSTEAD } from './other-commands.ts'

export interface Parsed {
  /** Null if only the help was requested, or nothing at all. */
  command: Command | null
  given: Given
  help: boolean
}

/** Parses the arguments. Throws one error that lists every problem. */
export function parse(args: string[]): Parsed {
  const { words, options, help, problems } = read(args)
  if (words[0] === 'help') return parse([...words.slice(1), '--help'])
  if (words.length === 0) return { command: null, given: { operands: [], options: {} }, help: true }
  const command = named(words)
  if (help) return { command, given: { operands: [], options: {} }, help }

  const operands = words.slice(command.name.split(' ').length)
  const wanted = command.operands ?? []
  for (const name of wanted.slice(operands.length).filter((one) => !one.startsWith('[')))
    problems.push(`${command.name} needs an argument: ${command.name} ${name}.`)
  for (const extra of operands.slice(wanted.length))
    problems.push(`${command.name} does not take '${extra}'.`)
  const known = command.options ?? {}
  const misspelled = new Set<string>()
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(known, name)) {
      const meant = meantBy(name, known)
      problems.push(`${command.name} has no option --${name}. ${offer(meant, known)}`)
      if (meant !== null) misspelled.add(meant)
    } else if (value === undefined)
      problems.push(`--${name} needs a value: --${name} ${known[name]?.value ?? ''}`)
  }
  for (const [name, { required, value }] of Object.entries(known)) {
    if (required && !(name in options) && !misspelled.has(name))
      problems.push(`${command.name} needs --${name} ${value ?? ''}.`)
  }
  if (problems.length > 0) throw new UsageError([...problems, `See: bin/tolbor ${command.name} --help`])
  return { command, given: { operands, options }, help }
}

/** Returns the option that `typed` begins or resembles, or null. */
function meantBy(typed: string, known: object): string | null {
  const names = optionNames(known)
  const begun = typed.length < 3 ? [] : names.filter((name) => name.startsWith(typed))
  return begun.length === 1 ? begun[0]! : nearest(typed, names)
}

function optionNames(known: object): string[] {
  return [...Object.keys(known), ...COMMON_FLAGS]
}

function offer(meant: string | null, known: object): string {
  return meant === null
    ? `Its options are ${optionNames(known)
        .map((name) => `--${name}`)
        .join(', ')}.`
    : `Did you mean --${meant}?`
}

function named(words: string[]): Command {
  const found = commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
  if (found) return found
  const family = commands.filter(({ name }) => name.startsWith(`${words[0]} `))
  const typed = words.slice(0, family.length > 0 ? 2 : 1).join(' ')
  const names = (family.length > 0 ? family : commands).map(({ name }) => name)
  const meant = nearest(words.slice(0, 2).join(' '), names) ?? nearest(typed, names)
  const advice =
    COMMANDS_INSTEAD.get(typed) ??
    (meant === null ? `Commands: ${names.join(', ')}.` : `Did you mean 'bin/tolbor ${meant}'?`)
  throw new UsageError([`There is no command '${typed}'. ${advice}`])
}

const COMMON_FLAGS = ['json', 'help']

/** Splits arguments into words and options. An option that is followed by another option has no value. */
function read(args: string[]) {
  const own = commands.flatMap(({ options = {} }) => Object.entries(options))
  const strings = own.flatMap(([name, { value }]) => (value === undefined ? [] : [name]))
  const flags = own.flatMap(([name, { value }]) => (value === undefined ? [name] : []))
  const { tokens } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(strings.map((name) => [name, { type: 'string' as const }])),
      ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const taken = new Set([...strings, ...flags, ...COMMON_FLAGS])
  const words: string[] = []
  // Without a prototype, so that `--constructor` is reported as an unknown option.
  const options = Object.create(null) as Record<string, string | undefined>
  const problems: string[] = []
  let help = false
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]
    // The value of a misspelled option is not reported as a second mistake.
    const isItsValue =
      words.length > 0 && before?.kind === 'option' && before.value === undefined && !taken.has(before.name)
    if (token.kind === 'positional' && !isItsValue) words.push(token.value)
    if (token.kind !== 'option') continue
    help ||= token.name === 'help'
    const isFlag = flags.includes(token.name)
    if (isFlag || COMMON_FLAGS.includes(token.name)) {
      if (token.value !== undefined) problems.push(`--${token.name} takes no value.`)
      if (isFlag) options[token.name] = 'yes'
      continue
    }
    if (token.name in options) problems.push(`--${token.name} is given twice.`)
    const swallowed = !token.inlineValue && token.value?.startsWith('--')
    options[token.name] = swallowed ? undefined : token.value
    if (swallowed) help ||= token.value === '--help'
  }
  return { words, options, help, problems }
}
