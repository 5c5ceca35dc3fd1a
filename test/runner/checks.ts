import { start } from '../../dev/processes.ts'

/** npm scripts by what they check, in two lines that take about as long as each other. */
const SIDE_BY_SIDE = [
  { lint: 'lint' },
  { format: 'format:check', types: 'types', layers: 'layers', unused: 'unused' },
]

/** Answers the names of those that found something, and shows what. */
export async function failedChecks(print: (text: string) => void): Promise<string[]> {
  return (await Promise.all(SIDE_BY_SIDE.map((checks) => failedOf(checks, print)))).flat()
}

/** Runs them one after the other. */
async function failedOf(
  checks: Readonly<Record<string, string>>,
  print: (text: string) => void,
): Promise<string[]> {
  const failed: string[] = []
  for (const [name, script] of Object.entries(checks)) {
    const lines: string[] = []
    const begun = Date.now()
    const onLine = (line: string) => lines.push(line)
    const how = await start(name, 'npm', ['run', '--silent', script], { onLine, wholeGroup: true }).ended
    const seconds = ((Date.now() - begun) / 1000).toFixed(1)
    if (how === 'exit code 0') print(`Checked: ${name} (${seconds} s)`)
    else {
      failed.push(name)
      print([`Failed: ${name} (${how})`, ...lines].join('\n  '))
    }
  }
  return failed
}
