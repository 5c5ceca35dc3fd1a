import { start } from '../../dev/processes.ts'

/** Two queues of checks that take about equally long: name → npm script. */
const QUEUES = [
  { lint: 'lint' },
  { format: 'format:check', types: 'types', layers: 'layers', unused: 'unused' },
]

/** Runs all checks, prints their findings, and returns the names of the failed ones. */
export async function runChecks(print: (text: string) => void): Promise<string[]> {
  return (await Promise.all(QUEUES.map((checks) => runQueue(checks, print)))).flat()
}

/** Runs checks one after the other. */
async function runQueue(
  checks: Readonly<Record<string, string>>,
  print: (text: string) => void,
): Promise<string[]> {
  const failed: string[] = []
  for (const [name, script] of Object.entries(checks)) {
    const lines: string[] = []
    const startedAt = Date.now()
    const onLine = (line: string) => lines.push(line)
    const how = await start(name, 'npm', ['run', '--silent', script], { onLine, wholeGroup: true }).ended
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    if (how === 'exit code 0') print(`Checked: ${name} (${seconds} s)`)
    else {
      failed.push(name)
      print([`Failed: ${name} (${how})`, ...lines].join('\n  '))
    }
  }
  return failed
}
