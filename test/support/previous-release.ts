import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { run, UserError } from '../../dev/processes.ts'

interface Manifest {
  version: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** The built sources of the release before this one. */
export interface Previous {
  folder: string
  commit: string
}

/**
 * Builds the previous release in `.data/previous`, if that was not done before. It is the newest tag of another
 * version; without tags, the last commit before package.json had the present version. `PREVIOUS_RELEASE` names
 * another commit. Throws if this clone has no such commit.
 */
export async function previousRelease(): Promise<Previous> {
  const commit = previousCommit()
  if (commit === null)
    throw new UserError('There is no previous release: git fetch --unshallow --tags may bring it.')
  const folder = resolve('.data/previous', commit.slice(0, 12))
  const built = join(folder, '.built')
  if (!existsSync(built)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    await run('bash', ['-c', 'git archive "$1" | tar -x -C "$2"', 'bash', commit, folder])
    if (needsOnlyOurPackages(folder)) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    else await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
    await run('npm', ['run', '--silent', 'build'], { cwd: folder })
    writeFileSync(built, '')
  }
  return { folder, commit }
}

function previousCommit(): string | null {
  const { version } = manifestIn('.')
  const named = process.env.PREVIOUS_RELEASE
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname')?.split('\n') ?? []
  const tag = tags.find((one) => one !== '' && one !== `v${version}`)
  const since = git('log', '--format=%H', `-S"version": "${version}"`, '--', 'package.json')
  const first = since?.split('\n').at(-1)
  const before = first ? `${first}^` : ''
  return git('rev-parse', '--verify', '--quiet', `${named ?? tag ?? before}^{commit}`)
}

/** Returns whether these sources have their whole git history. An archive and a shallow clone have not. */
export function hasHistory(): boolean {
  return git('rev-parse', '--is-shallow-repository') === 'false'
}

/** Returns the output of a git command, or null if it fails. */
function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

function needsOnlyOurPackages(folder: string): boolean {
  const [ours, theirs] = [manifestIn('.'), manifestIn(folder)].map(
    ({ dependencies, devDependencies }): Record<string, string> => ({ ...devDependencies, ...dependencies }),
  )
  return Object.entries(theirs!).every(([name, version]) => ours![name] === version)
}
