import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { columns } from './print.ts'

const COMMON: [string, string][] = [
  ['--json', 'Print only one JSON document'],
  ['--help', 'Show this help'],
]

/** Returns the help: the list of commands, or the options of one command. */
export function helpFor(command: Command | null): string {
  if (!command) {
    const rows = commands.map((one) => [`  ${usage(one)}`, one.summary])
    return [
      'Usage: bin/tolbor COMMAND [OPTIONS]',
      '',
      columns(rows),
      '',
      'bin/tolbor COMMAND --help describes one command. Every command takes --json.',
    ].join('\n')
  }
  const options = Object.entries(command.options ?? {}).map(([name, { value, help, required }]) => [
    ['  --' + name, value].filter((part) => part !== undefined).join(' '),
    required ? `${help} (required)` : help,
  ])
  return [
    `Usage: bin/tolbor ${usage(command)} [OPTIONS]`,
    '',
    `${command.summary}.`,
    '',
    columns([...options, ...COMMON.map(([name, help]) => [`  ${name}`, help])]),
  ].join('\n')
}

function usage({ name, operands = [] }: Command): string {
  return [name, ...operands].join(' ')
}
