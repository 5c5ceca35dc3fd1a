import { readFileSync } from 'node:fs'
import { viewsFolder } from './views-folder.ts'

/** Of plain text every space is read: its parts are not indented. */
const PLAIN = 'emails/text/'

/** A template as it is compiled: its lines are indented for those who read them here, not for those it is sent to. */
export function readTemplate(path: string): string {
  const source = readFileSync(`${viewsFolder}${path}.hbs`, 'utf8')
  return path.startsWith(PLAIN) ? source : source.replace(/^ +/gm, '')
}
