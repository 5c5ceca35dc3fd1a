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

/** Adds the files and changes of a section of the guide to a copy of the sources. */
export function copyWithExample(heading: string, more: readonly Block[] = []): OwnCopy {
  const copy = new OwnCopy()
  const files = blocks(heading, 'ts')
  expect(files).to.not.be.empty
  for (const { path, content } of files) {
    mkdirSync(dirname(join(copy.folder, path)), { recursive: true })
    writeFileSync(join(copy.folder, path), content)
  }
  for (const { path, content } of [...blocks(heading, 'diff'), ...more]) {
    const file = join(copy.folder, path)
    const parts = readFileSync(file, 'utf8').split(linesOf(content, '-'))
    expect(parts, `${path} has the text that the guide changes, once`).to.have.length(2)
    writeFileSync(file, parts.join(linesOf(content, '+')))
  }
  const own = { extends: './tsconfig.json', include: ['common', 'api', 'cli'] }
  writeFileSync(join(copy.folder, 'tsconfig.try.json'), JSON.stringify(own))
  return copy
}

/** Returns the sentences that the example adds to the English catalogue, as a change to another language's. */
export function sameSentences(heading: string, path: string, before: string): Block {
  const english = blocks(heading, 'diff').find((block) => block.path === 'views/locales/en.json')!
  const added = english.content.split('\n').filter((line) => line.startsWith('+'))
  return { path, content: [...added, ` ${before}`].join('\n') }
}
