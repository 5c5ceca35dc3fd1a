import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { Runner } from '../runner/runner.ts'
import { until } from '../support/service.ts'

describe('a test runner', () => {
  let folder: string
  let runner: Runner

  before(() => {
    folder = mkdtempSync('/tmp/tolbor-runner-')
    runner = new Runner(folder, process.env, { timeout: 500 }, () => undefined, 1_000)
  })
  after(() => rmSync(folder, { recursive: true }))

  function writeTest(name: string, tests: string): string {
    const file = join(folder, `${name}.mjs`)
    writeFileSync(
      file,
      `import { spawn } from 'node:child_process'\nimport { createServer } from 'node:net'\n${tests}`,
    )
    return file
  }
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  it('ends the processes of a test that timed out', async () => {
    const { output, failures } = await runner.run(
      writeTest(
        'late',
        "it('is late', () => new Promise(() => console.log('pid', spawn('sleep', ['600']).pid)))",
      ),
    )
    expect(failures.join()).to.include('Timeout of 500ms exceeded')
    await until(async () => !isAlive(Number(/pid (\d+)/.exec(output)![1])))
  })

  it('fails a file with a statement that is not confined to one project', async () => {
    const { passed, failures } = await runner.run(
      writeTest(
        'statement',
        `import { onConnection } from '${resolve('db/sql.ts')}'
        const send = () => onConnection((sql) => sql.rows('SELECT id FROM events WHERE sequence > 5'))
        it('passes', send).timeout(60_000) // the first statement waits for a connection`,
      ),
    )
    expect(passed).to.equal(1)
    expect(failures.join())
      .to.include('statement.mjs')
      .and.include('SELECT id FROM events WHERE sequence > ?')
  })

  it('names the file that left a process, and the file that left a server open', async () => {
    const process_ = await runner.run(
      writeTest('process', "it('starts', () => void spawn('sleep', ['601']))"),
    )
    expect(process_.failures.join()).to.include('process.mjs').and.include('left a process: sleep 601')
    await runner.run(writeTest('server', "it('listens', () => void createServer().listen(0))"))
    await runner.run(writeTest('harmless', "it('does nothing', () => undefined)"))
    await runner.end()
    expect(runner.failures.join()).to.match(/TCPServerWrap, since \S+server\.mjs/)
  })
})
