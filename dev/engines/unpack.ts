import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { run, UserError } from '../processes.ts'
import { findCommand } from '../system.ts'

/** Debian's suite with the newest packages. */
const SUITE = 'sid'
const folder = resolve('.data/engines/packages')
const root = join(folder, 'root')

/**
 * Unpacks a package of Debian's unstable suite, with its libraries, below `.data/engines/packages`, unless it is there.
 * It is not installed, since its libraries are newer than the ones of this system and would replace them.
 */
export async function unpack(name: string): Promise<void> {
  const done = join(folder, 'unpacked', name)
  if (existsSync(done)) return
  const source = await debianSource(name)
  console.error(`Unpacking ${name} of Debian ${SUITE} in .data/engines/packages (half a minute or so) …`)
  const archives = join(folder, 'archives')
  rmSync(archives, { recursive: true, force: true })
  for (const path of ['lists/partial', 'archives/partial', 'unpacked', 'root'])
    mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(join(folder, 'sources.list'), `${source}\n`)
  const settings = [
    `Dir::Etc::SourceList=${join(folder, 'sources.list')}`,
    'Dir::Etc::SourceParts=/dev/null',
    `Dir::State=${folder}`,
    'Dir::State::Status=/dev/null', // as if nothing was installed: it downloads all libraries
    `Dir::Cache=${folder}`,
    'Debug::NoLocking=1',
    'APT::Install-Recommends=0',
    'Acquire::Retries=1',
    'Acquire::http::Timeout=20',
  ].flatMap((setting) => ['-o', setting])
  try {
    await run('timeout', ['120', 'apt-get', ...settings, '-qq', '--error-on=any', 'update'])
    await run('timeout', ['300', 'apt-get', ...settings, '-qq', 'install', '--download-only', '-y', name])
    for (const file of readdirSync(archives).filter((file) => file.endsWith('.deb')))
      await run('dpkg-deb', ['--extract', join(archives, file), root])
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UserError(`${name} could not be downloaded from Debian ${SUITE}. ${hint(name)}\n${reason}`)
  } finally {
    rmSync(archives, { recursive: true, force: true })
  }
  writeFileSync(`${done}.new`, '')
  renameSync(`${done}.new`, done)
}

/** Returns a line of a sources.list: this machine's own mirror of Debian, with another suite. */
async function debianSource(name: string): Promise<string> {
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg'
  const targets = findCommand('apt-get')
    ? await run('apt-get', ['indextargets', '--format', '$(LABEL) $(REPO_URI)', 'Created-By: Packages'])
    : ''
  const [, mirror] = /^Debian (\S+)$/m.exec(targets) ?? []
  if (!mirror || !existsSync(keys))
    throw new UserError(
      `${name} is unpacked from the packages of Debian ${SUITE}, but this machine has no package source of Debian. ${hint(name)}`,
    )
  return `deb [signed-by=${keys}] ${mirror} ${SUITE} main`
}

function hint(name: string): string {
  return `Run this on Debian with access to its packages, or start ${name} yourself and set DATABASE_URL or REDIS_URL.`
}

/** Returns the command line of an unpacked program: its own loader with its own libraries. */
export function unpacked(program: string): string[] {
  const folders = ['usr/sbin', 'usr/bin'].map((path) => join(root, path, program))
  const file = folders.find((path) => existsSync(path))
  const [libraries] = existsSync(join(root, 'usr/lib'))
    ? readdirSync(join(root, 'usr/lib')).filter((name) => name.endsWith('-linux-gnu'))
    : []
  const loader = ['usr/lib64/ld-linux-x86-64.so.2', 'usr/lib/ld-linux-aarch64.so.1']
    .map((path) => join(root, path))
    .find((path) => existsSync(path))
  if (!file || !libraries || !loader)
    throw new UserError(
      `${program} was not unpacked completely. Delete .data/engines/packages and try again.`,
    )
  return [loader, '--library-path', join(root, 'usr/lib', libraries), file]
}

/** Returns the path of an unpacked file or folder. */
export function unpackedPath(path: string): string {
  return join(root, path)
}
