import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { runs, start } from '../../dev/processes.ts'

const runForever = 'setInterval(() => {}, 1000)'

describe('a process started by bin/dev', () => {
  it('ends with bin/dev, even if bin/dev is killed', async () => {
    // The child reports itself: setpriv binds its end to the parent before it becomes the child.
    const report = `console.log(process.pid); ${runForever}`
    const parent = `
      import { start } from './dev/processes.ts'
      start('child', 'node', ['-e', ${JSON.stringify(report)}])
      ${runForever}`
    const args = ['--import', 'tsx', '--input-type=module', '-e', parent]
    const killed = spawn('node', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(killed.stdout, 'data')) as [Buffer]
    const child = Number(line.toString())
    expect(runs(child, 'node', '.')).to.equal(true)

    killed.kill('SIGKILL')
    while (runs(child, 'node', '.')) await sleep(20)
  })

  it('is terminated, and then killed if it does not end', async () => {
    const deaf = `process.on('SIGTERM', () => {}); console.log('up'); ${runForever}`
    const { promise: up, resolve } = withResolver()
    const child = start('deaf', 'node', ['-e', deaf], { onLine: resolve, stopTimeout: 50 })
    await up
    await child.stop()
    expect(await child.ended).to.equal('SIGKILL')
    expect(child.tail()).to.deep.equal(['up'])
  })

  it('reports the exit code of a command that does not exist', async () => {
    expect(await start('none', '/no/such/command', [], { onLine: () => {} }).ended).to.match(
      /exit code 12[67]|ENOENT/,
    )
  })
})

function withResolver() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}
