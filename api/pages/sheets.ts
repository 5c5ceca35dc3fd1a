import { readdirSync, readFileSync } from 'node:fs'
import { sha256 } from '../../common/kit/secrets.ts'
import { viewsFolder } from '../../common/services/text/views.ts'

const FOLDER = `${viewsFolder}assets/page/`

/**
 * The style sheets of pages. Each is a list of components, in the order in which later ones add to earlier ones. The
 * payment page has the first alone, since it is paid from on the slowest connections.
 */
const SHEETS = {
  'page.css': 'tokens base sign pill sum items sums code field choices button notice foot columns',
  'rest.css': 'begun details scan steps done print',
  'portal.css': 'plans portal',
}
export type SheetName = keyof typeof SHEETS
export const SHEET_NAMES = Object.keys(SHEETS) as SheetName[]

const sheets = new Map<string, string>(SHEET_NAMES.map((name) => [name, readSheet(name)]))

/** Returns the text of a style sheet. Layouts write it into the page, so that the first paint waits for no other request. */
export function sheet(name: string): string {
  const text = sheets.get(name)
  if (text === undefined) throw new Error(`no style sheet ${name}`)
  return text
}

/** The style sheets as sources of a content security policy: `'sha256-…'` each (CSP level 3, section 2.3.1). */
export const sheetSources: readonly string[] = SHEET_NAMES.map(
  (name) => `'sha256-${sha256(sheet(name)).toString('base64')}'`,
)

/** Reads the components of a sheet, without comments and the spaces of the formatter. */
function readSheet(name: SheetName): string {
  const listed = Object.values(SHEETS).join(' ').split(' ')
  const unlisted = readdirSync(FOLDER).filter((file) => !listed.includes(file.replace('.css', '')))
  if (unlisted.length > 0) throw new Error(`in no style sheet: ${unlisted.join(', ')}`)
  return SHEETS[name]
    .split(' ')
    .map((part) => readFileSync(`${FOLDER}${part}.css`, 'utf8'))
    .join('')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s*([{};,>])\s*/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
}
