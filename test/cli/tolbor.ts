import { spawn } from 'node:child_process'
import { run } from '../../cli/run.ts'

/** Runs a command that succeeds; returns the JSON document that it prints. */
export async function tolbor(...args: string[]) {
  const { code, stdout, stderr } = await run([...args, '--json'])
  if (code !== 0) throw new Error(`tolbor ${args.join(' ')}: exit code ${code}, ${stdout}${stderr}`)
  return JSON.parse(stdout)
}

/** Runs a command that fails; returns its exit code and error. */
export async function failing(...args: string[]) {
  const { code, stdout, stderr } = await run([...args, '--json'])
  return { code, stdout, error: (JSON.parse(stderr) as { error: { code: string; message: string } }).error }
}

/** Runs the built command line as another process, with additions to the environment and an optional input. */
export function process_(args: string[], env: NodeJS.ProcessEnv = {}, input?: string) {
  const child = spawn(process.execPath, ['dist/cli/main.js', ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      resolve({ code, stdout, stderr })
    })
  })
}
