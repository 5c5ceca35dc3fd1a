import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { connectRedis } from '../../common/runtime/redis.ts'
import { actions } from '../../dev/engines/actions.ts'
import { engineNamed, engines as catalog } from '../../dev/engines/catalog.ts'
import { runs } from '../../dev/processes.ts'
import { OwnCopy } from '../support/own-copy.ts'
import { until } from '../support/service.ts'

describe('bin/engines', () => {
  const copy = new OwnCopy()
  after(() => copy.end())

  /** Runs bin/engines in the copy. Returns its result and output. */
  const engines = (args: string) => copy.bash(`bin/engines ${args}`)

  /** Does the same as `engines` in this process, in a hundredth of the time. */
  async function enginesHere(name: string, action: string): Promise<{ how: string; said: string }> {
    const lines: string[] = []
    const print = (line: string) => lines.push(line)
    const before = process.cwd()
    process.chdir(copy.folder)
    try {
      const code = await actions[action]!(engineNamed(name), { log: print, error: print })
      return { how: `exit code ${code}`, said: lines.join('\n') }
    } finally {
      process.chdir(before)
    }
  }

  const FAILED = 'exit code 1'
  /** The engine cannot be had on this machine: `UNAVAILABLE` in dev/engines/catalog.ts. */
  const UNAVAILABLE = 'exit code 69'
  const stateOf = (name: string) =>
    JSON.parse(readFileSync(join(copy.folder, '.data/engines', name, 'state.json'), 'utf8')) as {
      members: { pid: number }[]
    }

  const withoutPorts = (url: string) => url.replaceAll(/:\d+/g, ':PORT')

  /** Writes the files of a running engine with one server. Returns its keeper, which is no more than a process. */
  async function pretendToRun(name: string, url: string): Promise<ChildProcess> {
    const folder = join(copy.folder, '.data/engines', name)
    mkdirSync(folder, { recursive: true })
    const keeper = spawn('sleep', ['100'], { argv0: 'dev/engines/keeper.ts', cwd: copy.folder })
    // `spawn` returns while the kernel still loads the program: its command line can be empty for a moment.
    await until(async () => runs(keeper.pid!, 'dev/engines/keeper.ts', copy.folder))
    const state = { url, members: [{ name, port: 6380, pid: keeper.pid }] }
    writeFileSync(join(folder, 'state.json'), JSON.stringify(state))
    writeFileSync(join(folder, 'keeper'), String(keeper.pid))
    return keeper
  }

  it('lists the engines when it gets no name or a wrong one', async () => {
    expect((await engines('')).said).to.match(/mysql-group .*galera|galera .*[^]*mysql-group/)
    const { how, said } = await engines('postgres up')
    expect(how).to.equal(FAILED)
    expect(said).to.include('There is no engine "postgres". Use one of: mariadb')
  })

  it('has nothing to stop if the engine does not run', async () => {
    expect((await engines('redis down')).said.trim()).to.equal('redis is not running.')
  })

  it('explains a wrong action', async () => {
    const { how, said } = await engines('redis restart')
    expect(how).to.equal(FAILED)
    expect(said).to.include('Choose what redis should do')
  })

  for (const action of ['up', 'status', 'down'])
    it(`rejects an unknown name: ${action}`, async () => {
      const { how, said } = await engines(`redis9 ${action}`)
      expect(how).to.equal(FAILED)
      expect(said.trim()).to.equal(
        `There is no engine "redis9". Use one of: ${catalog.map(({ name }) => name).join(', ')}.`,
      )
    })

  /** An address of each engine. An engine prints one of this form, with other ports. */
  const ADDRESSES: Record<string, string> = {
    mariadb: 'mysql://root@127.0.0.1:3307/tolbor',
    'mariadb-replica': 'mysql://root@127.0.0.1:3307/tolbor',
    galera: 'mysql://root@127.0.0.1:3307/tolbor',
    mysql: 'mysql://root@127.0.0.1:3307/tolbor',
    'mysql-group': 'mysql://root@127.0.0.1:3307/tolbor',
    redis: 'redis://127.0.0.1:6380/0',
    redis8: 'redis://127.0.0.1:6380/0',
    valkey: 'redis://127.0.0.1:6380/0',
    sentinel: 'redis+sentinel://127.0.0.1:6380,127.0.0.1:6381,127.0.0.1:6382/tolbor',
    'redis-cluster': `redis+cluster://${[6380, 6381, 6382, 6383, 6384, 6385].map((port) => `127.0.0.1:${port}`).join(',')}`,
  }

  it('has a row in this table for each engine', () => {
    expect(Object.keys(ADDRESSES)).to.deep.equal(catalog.map(({ name }) => name))
  })

  for (const { name, variable } of catalog)
    describe(name, () => {
      const url = ADDRESSES[name] ?? ''
      // The command itself is run for a database here, and for a Redis below.
      const act = (action: string) =>
        name === 'mariadb' ? engines(`${name} ${action}`) : enginesHere(name, action)

      it('is reported as not running while it is stopped', async () => {
        const { how, said } = await act('status')
        expect(how).to.equal(FAILED)
        expect(said.trim()).to.equal(`${name} is not running. Start it with: bin/engines ${name} up`)
      })

      it(`prints its address as ${variable} and its processes, and stops`, async () => {
        const keeper = await pretendToRun(name, url)
        try {
          const { how, said } = await act('status')
          expect(how, said).to.equal('exit code 0')
          const server = `${name.padEnd(12)} 127.0.0.1:6380  process ${keeper.pid}`
          expect(said.split('\n')).to.have.members([`export ${variable}='${url}'`, server])
          expect((await act('down')).said).to.equal(`${name} is stopped.`)
          await until(async () => keeper.signalCode === 'SIGTERM')
        } finally {
          keeper.kill()
        }
      })
    })

  for (const name of ['redis8', 'sentinel', 'redis-cluster'])
    it(`starts ${name} with an address of that form, which works`, async () => {
      const packages = join(copy.folder, '.data/engines/packages')
      const unpacked = resolve('.data/engines/packages')
      mkdirSync(unpacked, { recursive: true })
      mkdirSync(join(copy.folder, '.data/engines'), { recursive: true })
      symlinkSync(unpacked, packages)
      try {
        const { how, said } = await engines(`${name} up`)
        if (name === 'redis8' && how === UNAVAILABLE) {
          // Its package comes from the network. Without one, the command prints that, and leaves nothing half-started.
          expect(said).to.include('redis8 cannot be had on this machine')
          expect((await engines('redis8 status')).how).to.equal(FAILED)
          return
        }
        expect(how, said).to.equal('exit code 0')
        const [, url = ''] = /^export REDIS_URL='(.+)'$/m.exec(said)!
        expect(withoutPorts(url)).to.equal(withoutPorts(ADDRESSES[name]!))
        const redis = connectRedis('worker', url)
        expect(await redis.set(`engine-${name}`, '1')).to.equal('OK')
        redis.disconnect()
      } finally {
        await engines(`${name} down`)
        rmSync(packages)
        rmSync(join(copy.folder, '.data/engines', name), { recursive: true, force: true })
      }
    }).timeout(500_000)

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
    expect(how).to.equal(UNAVAILABLE)
    expect(said).to.include('valkey cannot be had on this machine')
    expect(said).to.match(/E: no network|no package source of Debian/) // the second one on Ubuntu
    expect(said).to.include('set DATABASE_URL or REDIS_URL')
  })
})
