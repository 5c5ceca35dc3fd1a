import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A block comment, lines of comments that follow each other, or one after code. The `//` of an address follows no space. */
const COMMENT = /\/\*\*?\s[\s\S]*?\*\/|^ *\/\/ .*(?:\n *\/\/ .*)*|(?<=\s)\/\/ .*/gm
/** Comments for programs, such as a lint rule to skip. */
const DIRECTIVE = /oxlint-|eslint-|@ts-|prettier-ignore/
const TITLE = /^( *)(it|describe)(?:\.\w+)?\(\s*(['"`])((?:\\.|(?!\3)[\s\S])+)\3/gm

interface Excerpt {
  place: string
  text: string
}

/**
 * Prints random comments of all TypeScript files and random titles of tests, for a review of their English. The same seed
 * prints the same ones again, except for those that were changed.
 */
export function printSample(count: number, seed: string): void {
  const files = execFileSync('git', ['ls-files', '*.ts', ':!clients/node/src/generated'], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const tests = files.filter(({ file }) => file.endsWith('.test.ts'))
  const found = {
    comments: files.flatMap(({ file, text }) => commentsIn(text, file)),
    'titles of tests': tests.flatMap(({ file, text }) => titlesIn(text, file)),
  }
  for (const [kind, excerpts] of Object.entries(found)) {
    console.log(`${count} of ${excerpts.length} ${kind}, seed ${seed}:`)
    for (const { place, text } of choose(excerpts, count, seed)) console.log(`  ${place}\n    ${text}`)
  }
}

export function commentsIn(text: string, file: string): Excerpt[] {
  return Array.from(text.matchAll(COMMENT), ({ 0: comment, index }) => ({
    place: placeOf(text, file, index),
    text: onOneLine(comment.replaceAll(/^\s*(\/\*\*?|\*\/|\*(?= |$)|\/\/)|\*\/$/gm, '')),
  })).filter((excerpt) => !DIRECTIVE.test(excerpt.text))
}

/** Returns the titles of tests after the titles of the `describe` blocks around them. */
export function titlesIn(text: string, file: string): Excerpt[] {
  let open: { indent: number; title: string }[] = []
  return Array.from(text.matchAll(TITLE)).flatMap(({ 1: spaces = '', 2: block, 4: quoted = '', index }) => {
    const title = onOneLine(quoted)
    open = open.filter(({ indent }) => indent < spaces.length)
    if (block === 'describe') {
      open.push({ indent: spaces.length, title })
      return []
    }
    const titles = [...open.map((outer) => outer.title), title]
    return { place: placeOf(text, file, index), text: titles.join(' › ') }
  })
}

/** Chooses by hash: a change of one excerpt does not exchange the others. A text that occurs twice is chosen once. */
export function choose(excerpts: readonly Excerpt[], count: number, seed: string): Excerpt[] {
  const hash = ({ text }: Excerpt) => createHash('sha256').update(`${seed} ${text}`).digest('hex')
  const different = new Map(excerpts.map((excerpt) => [excerpt.text, excerpt]))
  return Array.from(different.values())
    .map((excerpt) => ({ excerpt, order: hash(excerpt) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, count)
    .map(({ excerpt }) => excerpt)
}

const placeOf = (text: string, file: string, index: number) =>
  `${file}:${text.slice(0, index).split('\n').length}`

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
