import { start } from '../../dev/processes.ts'

/** The npm scripts of the checks, in two sequences that take about the same time. */
const PARALLEL_CHECKS = [
  { lint: 'lint' },
  { format: 'format:check', types: 'types', layers: 'layers', unused: 'unused' },
]

/** Runs all checks and prints their results. Returns the names of the failed ones. */
export async function runChecks(print: (text: string) => void): Promise<string[]> {
  return (await Promise.all(PARALLEL_CHECKS.map((checks) => runSequence(checks, print)))).flat()
}

/** Runs checks one after the other. Returns the names of the failed ones. */
async function runSequence(
  checks: Readonly<Record<string, string>>,
  print: (text: string) => void,
): Promise<string[]> {
  const failed: string[] = []
  for (const [name, script] of Object.entries(checks)) {
    const lines: string[] = []
    const started = Date.now()
    const onLine = (line: string) => lines.push(line)
    const end = await start(name, 'npm', ['run', '--silent', script], { onLine, wholeGroup: true }).ended
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    if (end === 'exit code 0') print(`Checked: ${name} (${seconds} s)`)
    else {
      failed.push(name)
      print([`Failed: ${name} (${end})`, ...lines].join('\n  '))
    }
  }
  return failed
}
