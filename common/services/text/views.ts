import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Path of views/: as seen from a bundle in dist/api/, from the source, and from the source's copy in dist/. */
export const viewsFolder = ['../../views/', '../../../views/', '../../../../views/']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(`${path}layouts`))!

/** Plain text templates: every space counts, so they are not indented. */
const PLAIN = 'emails/text/'

/** Reads a template without its indentation, which is only for readers of the source. */
export function readTemplate(path: string): string {
  const source = readFileSync(`${viewsFolder}${path}.hbs`, 'utf8')
  return path.startsWith(PLAIN) ? source : source.replace(/^ +/gm, '')
}
