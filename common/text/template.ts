import { readFileSync } from 'node:fs'
import { viewsFolder } from './views-folder.ts'

/** Plain text templates: every space counts, so they are not indented. */
const PLAIN = 'emails/text/'

/** Reads a template without its indentation, which is only for readers of the source. */
export function readTemplate(path: string): string {
  const source = readFileSync(`${viewsFolder}${path}.hbs`, 'utf8')
  return path.startsWith(PLAIN) ? source : source.replace(/^ +/gm, '')
}
