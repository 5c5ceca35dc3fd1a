import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { runs } from '../../dev/processes.ts'
import { OwnCopy } from '../support/own-copy.ts'
import { until } from '../support/service.ts'

describe('bin/engines', () => {
  const copy = new OwnCopy()
  after(() => copy.end())

  /** Runs bin/engines in the copy. Returns its result and output. */
  const engines = (args: string) => copy.bash(`bin/engines ${args}`)

  const FAILED = 'exit code 1'
  const stateOf = (name: string) =>
    JSON.parse(readFileSync(join(copy.folder, '.data/engines', name, 'state.json'), 'utf8')) as {
      members: { pid: number }[]
    }

  it('lists the engines when it gets no name or a wrong one', async () => {
    expect((await engines('')).said).to.match(/mysql-group .*galera|galera .*[^]*mysql-group/)
    const { how, said } = await engines('postgres up')
    expect(how).to.equal(FAILED)
    expect(said).to.include('There is no engine "postgres". Use one of: mariadb')
  })

  it('explains a wrong action', async () => {
    const { how, said } = await engines('redis restart')
    expect(how).to.equal(FAILED)
    expect(said).to.include('Choose what redis should do')
  })

  describe('with a running engine', () => {
    let printed: string
    before(async () => {
      const { how, said } = await engines('redis up')
      expect(how, said).to.equal('exit code 0')
      printed = said
    })
    after(() => engines('redis down'))

    it('prints an address that works', async () => {
      const [, url = ''] = /^export REDIS_URL='(.+)'$/m.exec(printed)!
      const redis = new Redis(url)
      expect(await redis.ping()).to.equal('PONG')
      redis.disconnect()
    })

    it('refuses to start it twice', async () => {
      const { how, said } = await engines('redis up')
      expect(how).to.equal(FAILED)
      expect(said).to.include('redis is already running').and.include('bin/engines redis down')
    })

    it('shows which server has ended, and stops the rest', async () => {
      const [server] = stateOf('redis').members
      expect((await engines('redis status')).said).to.include(`process ${server!.pid}`)
      process.kill(server!.pid, 'SIGKILL')
      await until(async () => (await engines('redis status')).said.includes('has ended'))
      expect((await engines('redis down')).said).to.include('redis is stopped')
      expect((await engines('redis status')).how).to.equal(FAILED)
    })
  })

  it('refuses a port that is taken', async () => {
    const server = await new Promise<Server>((resolve) => {
      const listening = createServer().listen(0, '127.0.0.1', () => {
        resolve(listening)
      })
    })
    const { port } = server.address() as { port: number }
    const { how, said } = await engines(`redis up --port ${port}`)
    server.close()
    expect(how).to.equal(FAILED)
    expect(said).to.include(`Port ${port} of 127.0.0.1 is taken`).and.include('leave --port out')
  })

  it('leaves no process when the start is interrupted', async () => {
    const folder = join(copy.folder, '.data/engines/sentinel')
    const first = join(folder, 'redis-1/pid')
    const script = `bin/engines sentinel up & until [ -e ${first} ]; do sleep 0.02; done; kill -TERM $!; wait $!`
    const { how, said } = await copy.bash(script)
    expect(how).to.equal(FAILED)
    expect(said).to.include('sentinel was stopped while it started')
    expect(runs(Number(readFileSync(first, 'utf8')), 'redis-server', join(folder, 'redis-1'))).to.equal(false)
    expect(existsSync(join(folder, 'state.json'))).to.equal(false)
  })

  it('explains that an engine cannot be downloaded, with an exit code of its own', async () => {
    const fakes = join(copy.folder, 'fakes')
    mkdirSync(fakes)
    const lists = '[ "$1" = indextargets ] && echo "Debian http://127.0.0.1:9/debian" && exit'
    writeFileSync(join(fakes, 'apt-get'), `#!/bin/sh\n${lists}\necho "E: no network" >&2\nexit 100\n`, {
      mode: 0o700,
    })
    const { how, said } = await copy.bash(`PATH=${fakes}:$PATH bin/engines valkey up`)
    expect(how).to.equal('exit code 69')
    expect(said).to.include('valkey cannot be had on this machine')
    expect(said).to.match(/E: no network|no package source of Debian/) // the second one on Ubuntu
    expect(said).to.include('set DATABASE_URL or REDIS_URL')
  })
})
