import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { runs, start } from '../../dev/processes.ts'

const forever = 'setInterval(() => {}, 1000)'

describe('a process that bin/dev starts', () => {
  it('ends with it, even when bin/dev is killed without a chance to stop it', async () => {
    // The child says itself that it is there: setpriv asks for its end before it becomes the child.
    const says = `console.log(process.pid); ${forever}`
    const parent = `
      import { start } from './dev/processes.ts'
      start('child', 'node', ['-e', ${JSON.stringify(says)}])
      ${forever}`
    const args = ['--import', 'tsx', '--input-type=module', '-e', parent]
    const killed = spawn('node', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(killed.stdout, 'data')) as [Buffer]
    const child = Number(line.toString())
    expect(runs(child, 'node', '.')).to.equal(true)

    killed.kill('SIGKILL')
    while (runs(child, 'node', '.')) await sleep(20)
  })

  it('is asked to end, and made to when it does not', async () => {
    const deaf = `process.on('SIGTERM', () => {}); console.log('up'); ${forever}`
    const { promise: up, resolve } = withResolver()
    const child = start('deaf', 'node', ['-e', deaf], { onLine: resolve, patience: 50 })
    await up
    await child.stop()
    expect(await child.ended).to.equal('SIGKILL')
    expect(child.tail()).to.deep.equal(['up'])
  })

  it('says how it went when it was never there', async () => {
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
