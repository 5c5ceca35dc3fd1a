import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { OwnCopy } from './own-copy.ts'

const GUIDE = 'docs/payment-methods.md'

interface Block {
  path: string
  content: string
}

/** Returns the blocks of a section of the guide that name a file: new files (`ts`), or changes (`diff`). */
function blocks(heading: string, language: string): Block[] {
  const [, after = ''] = readFileSync(GUIDE, 'utf8').split(`\n## ${heading}\n`)
  const [section = ''] = after.split('\n## ')
  const found = section.matchAll(new RegExp(`^\`\`\`${language} (\\S+\\.\\w+)\\n(.*?)^\`\`\`$`, 'gms'))
  return Array.from(found, ([, path = '', content = '']) => ({ path, content }))
}

/** Returns the lines of a change before (`-`) or after (`+`) it, without their first character. */
const linesOf = (change: string, side: '-' | '+') =>
  change
    .split('\n')
    .filter((line) => line !== '' && (line.startsWith(' ') || line.startsWith(side)))
    .map((line) => line.slice(1))
    .join('\n')

/** Adds the files and changes of sections of the guide to a copy of the sources. */
export function copyWithExamples(headings: readonly string[], more: readonly Block[] = []): OwnCopy {
  const copy = new OwnCopy({ built: false })
  for (const heading of headings) {
    const files = blocks(heading, 'ts')
    expect(files).to.not.be.empty
    for (const { path, content } of files) {
      mkdirSync(dirname(join(copy.folder, path)), { recursive: true })
      writeFileSync(join(copy.folder, path), content)
    }
  }
  for (const { path, content } of [...headings.flatMap((heading) => blocks(heading, 'diff')), ...more]) {
    const file = join(copy.folder, path)
    const parts = readFileSync(file, 'utf8').split(linesOf(content, '-'))
    expect(parts, `${path} has the text that the guide changes, once`).to.have.length(2)
    writeFileSync(file, parts.join(linesOf(content, '+')))
  }
  const own = { extends: './tsconfig.json', include: ['common', 'api', 'cli'] }
  writeFileSync(join(copy.folder, 'tsconfig.try.json'), JSON.stringify(own))
  return copy
}

/**
 * Checks the types of the copy's service. The second time, the compiler reads only what has changed. With one thread it
 * takes two thirds of the time of the processors.
 */
export function compile({ folder }: OwnCopy, stdio: 'inherit' | 'pipe' = 'inherit'): void {
  const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', '.tsbuildinfo', '--singleThreaded']
  execFileSync('node_modules/.bin/tsc', [...options, '-p', 'tsconfig.try.json'], {
    ...{ cwd: folder, stdio, encoding: 'utf8' },
  })
}

/** The product is bundled in the same way, but without whitespace. Code finds views/ and package.json from dist/test/, too. */
const BUNDLE = [
  ...['--bundle', '--splitting', '--packages=external', '--platform=node', '--format=esm'],
  ...['--outbase=test', '--outdir=dist/test', '--log-level=warning'],
]

/**
 * Bundles files of the copy below test/, and returns the paths of their bundles. Tsx would take seconds: it has not compiled
 * the modules of a new folder before.
 */
export function bundled({ folder }: OwnCopy, files: readonly string[]): string[] {
  execFileSync('node_modules/.bin/esbuild', [...files, ...BUNDLE], { cwd: folder, stdio: 'inherit' })
  return files.map((file) => file.replace(/^test\/(.*)\.ts$/, 'dist/test/$1.js'))
}

/** Returns the sentences that the example adds to the English catalogue, as a change to another language's. */
export function sameSentences(heading: string, path: string, before: string): Block {
  const english = blocks(heading, 'diff').find((block) => block.path === 'views/locales/en.json')!
  const added = english.content.split('\n').filter((line) => line.startsWith('+'))
  return { path, content: [...added, ` ${before}`].join('\n') }
}
