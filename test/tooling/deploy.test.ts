import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import mysql from 'mysql2/promise'
import ts from 'typescript'
import { parse } from 'yaml'
import { readConfig } from '../../common/runtime/config.ts'
import { findCommand } from '../../dev/system.ts'

const units = readdirSync('deploy/systemd').map((name) => `deploy/systemd/${name}`)
const text = (file: string) => readFileSync(file, 'utf8')

/** The commands by process. */
const procfile = new Map(
  Array.from(text('Procfile').matchAll(/^(\w+): (.+)$/gm), ([, name = '', command = '']) => [name, command]),
)

interface ComposeFile {
  services: Record<
    string,
    {
      command: string
      image: string
      build?: { context: string; dockerfile: string }
      environment?: Record<string, string>
      ports?: string[]
      depends_on?: Record<string, { condition: string }>
      volumes?: string[]
    }
  >
  volumes: Record<string, null>
}

/**
 * The settings that the units may have. Before you add one, check its spelling and its section by `systemd-analyze verify`:
 * systemd ignores a setting that it does not know, and the tests must not need systemd.
 */
const SETTINGS: Record<string, string[]> = {
  Unit: ['Description', 'Wants', 'After', 'Requires'],
  Service: [
    ...['Type', 'User', 'WorkingDirectory', 'EnvironmentFile', 'ExecStart'],
    ...['Restart', 'RestartSec', 'TimeoutStopSec'],
    ...['NoNewPrivileges', 'PrivateTmp', 'ProtectHome', 'ProtectSystem'],
  ],
  Install: ['WantedBy'],
}

/** Returns the settings of a systemd unit by section. Throws if a line is not a setting, or a setting is given twice. */
function unitOf(unit: string): Record<string, Record<string, string>> {
  const sections: Record<string, Record<string, string>> = {}
  let section: Record<string, string> | undefined
  for (const line of unit.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? []
    if (name !== undefined) section = sections[name] = {}
    else {
      const [, key, value] = /^(\w+)=(\S.*)$/.exec(line) ?? []
      if (!section || key === undefined || value === undefined || key in section) throw new Error(line)
      section[key] = value
    }
  }
  return sections
}

/** Replaces `${NAME:-default}` and `${NAME:?message}` as compose does. Throws if a required variable is missing. */
function interpolated(settings: Record<string, string>, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const replaced = (value: string) =>
    value.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
      if (env[name]) return env[name]
      if (kind === '?') throw new Error(`${name}: ${rest}`)
      return rest
    })
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, replaced(value)]))
}

describe('the deployment', () => {
  it('has an npm script for each process, with its command', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> }
    for (const [name, command] of procfile) expect(scripts[name], name).to.equal(command)
  })

  it('has a systemd unit for each process, with its command', () => {
    const commands = units.map((file) => [
      /tolbor-(\w+)\.service$/.exec(file)?.[1],
      /^ExecStart=\/usr\/bin\/env (.+)$/m.exec(text(file))?.[1],
    ])
    const expected = [...procfile].map(([name, command]) => [name, command.replace(/^env /, '')] as const)
    expect(new Map(commands as [string, string][])).to.deep.equal(new Map(expected.sort()))
  })

  it('has an image that starts web, and the other processes by the commands of the guide', () => {
    const [, command = ''] = /^CMD (.+)$/m.exec(text('deploy/Containerfile'))!
    expect((JSON.parse(command) as string[]).join(' ')).to.equal(procfile.get('web'))
    const commands = Array.from(
      text('docs/guides/deploying.md').matchAll(/^podman run .* tolbor:\S+ ((?:env|node) .+)$/gm),
      ([, run]) => run,
    )
    expect(commands).to.have.members([...procfile.values()])
  })

  describe('with the settings file of the guide', () => {
    const [, settings = ''] = /```ini env-file\n([\s\S]*?)```/.exec(text('docs/guides/deploying.md'))!
    const usable = settings.replace(/replace-by-\S+/, 'ab'.repeat(32))
    const folder = mkdtempSync('/tmp/tolbor-settings-')
    const file = join(folder, 'tolbor.env')
    /** The values as podman and Docker read them: everything after the first equals sign. */
    const plain = Object.fromEntries(
      usable
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    const names = Object.keys(plain)
    const show = `console.log(JSON.stringify(Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, process.env[name]]))))`
    const readBy = (command: string, args: string[]) =>
      JSON.parse(execFileSync(command, args, { encoding: 'utf8', env: { PATH: process.env.PATH } })) as object

    before(() => {
      writeFileSync(file, usable)
    })
    after(() => {
      rmSync(folder, { recursive: true })
    })

    it('starts', () => {
      expect(readConfig(plain)).to.deep.include({
        baseUrl: 'https://pay.example.com',
        trustProxy: 1,
        emailFrom: 'billing@example.com',
      })
    })

    it('reads the same values in bash', () => {
      const script = 'set -a; . "$1"; exec node -e "$2"'
      expect(readBy('bash', ['--norc', '-ec', script, 'bash', file, show])).to.deep.equal(plain)
    })

    it('reads the same values in Node.js', () => {
      expect(readBy('node', [`--env-file=${file}`, '-e', show])).to.deep.equal(plain)
    })

    // No manager need run: systemd reads environment.d with the parser of EnvironmentFile=.
    const generator = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator'
    if (existsSync(generator))
      it('reads the same values in systemd', () => {
        mkdirSync(join(folder, 'environment.d'))
        copyFileSync(file, join(folder, 'environment.d', 'tolbor.conf'))
        const env = { HOME: folder, XDG_CONFIG_HOME: folder }
        const lines = execFileSync(generator, { encoding: 'utf8', env }).trim().split('\n')
        expect(lines).to.include.members(usable.trim().split('\n'))
      })
    else console.log('    systemd is not installed: its reading of the settings file is not tested.')

    it('has no character that one of its readers treats in its own way', () => {
      for (const [name, value] of Object.entries(plain)) expect(value, name).to.match(/^[\w./:@?%+=,-]+$/)
    })

    it('is read by bin/tolbor if DATABASE_URL is not set', () => {
      const env = { PATH: process.env.PATH, TOLBOR_ENV: file }
      const { stderr } = spawnSync(join(process.cwd(), 'bin', 'tolbor'), ['project', 'list'], {
        ...{ env, cwd: folder, encoding: 'utf8' },
      })
      expect(stderr).to.match(/127\.0\.0\.1:3306|Access denied/)
    })
  })

  it('migrates and runs with the privileges that the guide grants', async () => {
    const admin = await mysql.createConnection({ uri: process.env.DATABASE_URL!, multipleStatements: true })
    const [, grants = ''] = /<<SQL\n([\s\S]*?)\nSQL\n/.exec(text('docs/guides/deploying.md'))!
    const name = `granted_${process.pid}`
    const sql = grants
      .replaceAll('tolbor@127.0.0.1', `${name}@'%'`)
      .replaceAll('tolbor', name)
      .replaceAll(`${name}@'%'`, `${name}@'%'`)
    try {
      await admin.query(sql)
      const url = new URL(process.env.DATABASE_URL!)
      url.username = name
      url.password = 'a-long-password'
      url.pathname = `/${name}`
      const env = { ...process.env, DATABASE_URL: url.href }
      execFileSync('node', ['dist/db/migrate.js'], { env })
      const created = execFileSync(
        'node',
        ['dist/cli/main.js', 'project', 'create', '--name', 'A', '--currency', 'MNT', '--json'],
        { env, encoding: 'utf8' },
      )
      expect(JSON.parse(created)).to.include({ id: 1 })
    } finally {
      await admin.query(`DROP DATABASE IF EXISTS ${name}; DROP USER IF EXISTS ${name}@'%'`)
      await admin.end()
    }
  })

  describe('as an image', () => {
    const steps = Array.from(
      text('deploy/Containerfile').matchAll(/^([A-Z]+) (.+)$/gm),
      ([, name, rest]) => ({
        name,
        rest: rest!,
      }),
    )
    const { dependencies, engines, scripts } = JSON.parse(text('package.json')) as {
      dependencies: Record<string, string>
      engines: { node: string }
      scripts: Record<string, string>
    }

    it('includes every file that the build and the processes read', () => {
      expect(steps).to.deep.include({ name: 'COPY', rest: '. .' })
      const ignored = text('.dockerignore').trim().split('\n')
      const isIgnored = (path: string) => ignored.some((one) => path === one || path.startsWith(`${one}/`))
      const read = [
        'package.json',
        'package-lock.json',
        'tsconfig.json',
        'tsconfig.build.json',
        'views/assets/page.js',
      ]
      const workspaces = [
        'clients/node/package.json',
        'clients/node/tsconfig.json',
        'examples/shop/package.json',
      ]
      const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
      for (const path of [...read, ...workspaces, 'docs/webhooks/snippets/verify.py']) {
        expect(tracked, path).to.include(path)
        expect(isIgnored(path), path).to.equal(false)
      }
      for (const path of ['.git', '.data', 'dist', 'node_modules'])
        expect(isIgnored(path), path).to.equal(true)
    })

    it('is built by an existing script, which builds the files of all processes', () => {
      const [, commands = ''] = /^RUN (.+)$/m.exec(text('deploy/Containerfile'))!
      expect(commands).to.equal('npm ci && npm run build && npm prune --omit=dev')
      expect(scripts).to.have.property('build')
      for (const command of procfile.values()) {
        const [, file = ''] = /^(?:env \S+ )?node (?:--\S+ )*dist\/(.+)\.js$/.exec(command)!
        expect(existsSync(`${file}.ts`), file).to.equal(true)
      }
    })

    it('keeps every package that the processes import', () => {
      const sources = ['api', 'worker', 'cli', 'common', 'db'].flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.ts'))
          .map((file) => text(`${folder}/${file}`)),
      )
      const imported = sources.flatMap((source) =>
        ts.preProcessFile(source).importedFiles.map(({ fileName }) => fileName),
      )
      const packages = imported
        .filter((name) => !/^(node:|\.)/.test(name))
        .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0])
      expect(packages).to.include('express')
      expect(Object.keys(dependencies)).to.include.members([...new Set(packages)])
    })

    it('runs on a supported Node.js as an ordinary user, and exposes the port of web', () => {
      const bases = steps
        .filter(({ name }) => name === 'FROM')
        .map(({ rest }) => /node:(\d+)/.exec(rest)?.[1])
      expect(new Set(bases).size).to.equal(1)
      expect(Number(bases[0])).to.be.at.least(Number(/\d+/.exec(engines.node)![0]))
      expect(steps).to.deep.include({ name: 'USER', rest: 'node' })
      expect(steps).to.deep.include({ name: 'EXPOSE', rest: '3000' })
      expect(text('common/runtime/config.ts')).to.match(/PORT[\s\S]{0,80}3000/)
    })
  })

  describe('with compose', () => {
    const file = parse(text('deploy/compose.yaml'), { merge: true }) as ComposeFile
    const { database, redis, ...processes } = file.services

    it('starts each process by the command of the Procfile, from the image of the Containerfile', () => {
      const commands = Object.entries(processes).map(([name, { command }]) => [name, command] as const)
      expect(new Map(commands)).to.deep.equal(procfile)
      for (const { build, image } of Object.values(processes)) {
        expect(existsSync(join('deploy', build!.context, build!.dockerfile))).to.equal(true)
        expect(image).to.equal('tolbor')
      }
      const [, exposed] = /^EXPOSE (\d+)$/m.exec(text('deploy/Containerfile'))!
      expect(processes.web!.ports).to.deep.equal([`127.0.0.1:${exposed}:${exposed}`])
    })

    it('needs only SECRET_KEY, and its settings start the processes', () => {
      const { environment = {} } = processes.web!
      expect(() => interpolated(environment, {})).to.throw('SECRET_KEY: create one with openssl rand -hex 32')
      const settings = interpolated(environment, { SECRET_KEY: 'ab'.repeat(32) })
      expect(readConfig(settings)).to.deep.include({
        baseUrl: 'http://127.0.0.1:3000',
        host: '0.0.0.0',
        smtpUrl: null,
        emailFrom: 'billing@example.com',
      })
      const given = { SECRET_KEY: 'ab'.repeat(32), BASE_URL: 'https://pay.example.com' }
      expect(readConfig(interpolated(environment, given)).baseUrl).to.equal(given.BASE_URL)
      for (const name of Object.keys(environment))
        expect(text('common/runtime/config.ts')).to.include(`  ${name}:`)
      for (const { environment: own } of Object.values(processes)) expect(own).to.deep.equal(environment)
    })

    it('has the database and the Redis that the settings name, as the guide sets them up', () => {
      const { DATABASE_URL = '', REDIS_URL = '' } = processes.web!.environment!
      const url = new URL(DATABASE_URL)
      expect(file.services).to.have.property(url.hostname)
      expect(file.services).to.have.property(new URL(REDIS_URL).hostname)
      expect(database!.environment).to.include({
        MARIADB_DATABASE: url.pathname.slice(1),
        MARIADB_USER: url.username,
        MARIADB_PASSWORD: url.password,
      })
      const [, characters, collation] = /CHARACTER SET (\w+) COLLATE (\w+);/.exec(
        text('docs/guides/deploying.md'),
      )!
      expect(database!.command)
        .to.include(`--character-set-server=${characters}`)
        .and.include(`--collation-server=${collation}`)
      expect(redis!.command).to.include('--maxmemory-policy noeviction').and.include('--appendonly yes')
    })

    it('migrates before web and worker start, and keeps the data in volumes', () => {
      expect(processes.release!.depends_on).to.deep.equal({ database: { condition: 'service_healthy' } })
      expect(database).to.have.property('healthcheck')
      for (const name of ['web', 'worker'])
        expect(processes[name]!.depends_on, name).to.deep.include({
          release: { condition: 'service_completed_successfully' },
        })
      const used = Object.values(file.services).flatMap(({ volumes = [] }) =>
        volumes.map((one) => one.split(':')[0]),
      )
      expect(used).to.have.members(Object.keys(file.volumes))
    })
  })

  describe('with systemd', () => {
    const guide = text('docs/guides/deploying.md')
    const unit = (name: string) => unitOf(text(`deploy/systemd/tolbor-${name}.service`))

    it('has units with known settings only', () => {
      for (const file of units)
        for (const [section, settings] of Object.entries(unitOf(text(file))))
          expect(SETTINGS[section], `${file} [${section}]`).to.include.members(Object.keys(settings))
    })

    it('runs each process with the user, the folder and the settings file of the guide, and little access', () => {
      const [, user] = /^useradd --system (\w+)$/m.exec(guide)!
      const [, folder] = /^ln -sfn \S+ (\S+)$/m.exec(guide)!
      const [, settings] = /Save it as `(\S+)`/.exec(guide)!
      for (const name of procfile.keys())
        expect(unit(name).Service, name).to.include({
          ...{ User: user, WorkingDirectory: folder, EnvironmentFile: settings },
          ...{ NoNewPrivileges: 'true', PrivateTmp: 'true', ProtectHome: 'true', ProtectSystem: 'strict' },
        })
    })

    it('migrates once before web and worker start, and after the database and Redis of the guide', () => {
      const [, installed = ''] = /^apt-get install -y (.+)$/m.exec(guide)!
      const servers = installed
        .split(' ')
        .map((name) => `${name.replace('mariadb-server', 'mariadb')}.service`)
      const release = unit('release')
      expect(release.Unit!.After!.split(' ')).to.have.members(['network-online.target', ...servers])
      expect(release.Service).to.include({ Type: 'oneshot' }).and.not.have.property('Restart')
      expect(release).not.to.have.property('Install')
      for (const name of ['web', 'worker']) {
        const { Unit: { After, Requires } = {} } = unit(name)
        expect(After!.split(' '), name).to.include.members(['tolbor-release.service', ...servers])
        expect(Requires, name).to.equal('tolbor-release.service')
      }
    })

    it('starts web and worker with the server and after a crash, and lets them finish their work', () => {
      for (const [name, file] of Object.entries({ web: 'api/web.ts', worker: 'worker/work.ts' })) {
        const { Service, Install } = unit(name)
        const [, within = ''] = /^const STOP_WITHIN = (\S+)$/m.exec(text(file))!
        expect(Install, name).to.deep.equal({ WantedBy: 'multi-user.target' })
        expect(Service, name).to.include({ Restart: 'always' }).and.not.have.property('Type')
        expect(Number(Service!.TimeoutStopSec), name).to.be.above(Number(within.replace('_', '')) / 1_000)
      }
    })

    const analyze = findCommand('systemd-analyze')
    if (analyze)
      it('has units that systemd accepts', () => {
        const { status, stderr } = spawnSync(analyze, ['verify', ...units], { encoding: 'utf8' })
        expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
      })
    else console.log('    systemd-analyze is not installed: only the checks above have read the units.')
  })
})
