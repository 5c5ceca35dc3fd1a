import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Running, start } from '../../dev/processes.ts'

/** Settings of the process that runs the tests. A new user has none of them. */
const TEST_SETTINGS = [
  'DATABASE_URL',
  'REDIS_URL',
  'BASE_URL',
  'PORT',
  'SECRET_KEY',
  'SMTP_URL',
  'EMAIL_FROM',
  'LOG_LEVEL',
  'NODE_ENV',
  ...['QPAY_TEST_URL', 'STRIPE_API_URL'], // bin/dev sets fakes; live QPay stays blocked
]

/** A copy of the sources in its own folder, where a new user tries the product for the first time. */
export class OwnCopy {
  readonly folder = mkdtempSync('/tmp/tolbor-copy-')
  readonly env: NodeJS.ProcessEnv = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !TEST_SETTINGS.includes(name)),
  )
  /** The output of `bin/dev`. */
  readonly said: string[] = []
  #dev: Running | undefined

  /** With `built: false`, the copy has no compiled files. */
  constructor({ built = true } = {}) {
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      encoding: 'utf8',
    })
    const paths = [
      ...files.split('\0').filter((path) => path && existsSync(path)),
      ...(built ? ['dist', 'clients/node/dist'] : []),
    ]
    // Copies compiled files with their times: they show bin/dev that there is nothing to build.
    execFileSync('cp', ['--archive', '--parents', ...paths, this.folder])
    symlinkSync(resolve('node_modules'), join(this.folder, 'node_modules'))
  }

  /** Starts `bin/dev` and adopts the variables that it prints for a second terminal. */
  async dev(): Promise<void> {
    const printed = new Promise<string>((done) => {
      const onLine = (line: string) => {
        this.said.push(line)
        if (line.startsWith('  export ')) done(line)
      }
      this.#dev = start('bin/dev', 'bin/dev', [], { cwd: this.folder, env: this.env, onLine })
      void this.#dev.ended.then((how) => done(how))
    })
    const line = await printed
    const variables = Array.from(
      line.matchAll(/(\w+)=(\S+)/g),
      ([, name = '', value = '']) => [name, value] as const,
    )
    if (variables.length === 0)
      throw new Error([`bin/dev did not become ready: ${line}`, ...this.said].join('\n'))
    Object.assign(this.env, Object.fromEntries(variables))
  }

  /** Runs a bash script in this folder. Returns its result and output. */
  async bash(script: string): Promise<{ how: string; said: string }> {
    const lines: string[] = []
    const running = start('bash', 'bash', ['-c', script], {
      cwd: this.folder,
      env: this.env,
      onLine: (line) => lines.push(line),
      wholeGroup: true,
    })
    return { how: await running.ended, said: lines.join('\n') }
  }

  async end(): Promise<void> {
    await this.#dev?.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
