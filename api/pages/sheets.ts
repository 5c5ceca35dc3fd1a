import { readdirSync, readFileSync } from 'node:fs'
import { sha256 } from '../../common/kit/secrets.ts'
import { viewsFolder } from '../../common/services/text/views.ts'

const FOLDER = `${viewsFolder}assets/page/`

/**
 * The components of each sheet, in cascade order. The payment page, the most frequent one, has only the first sheet. Other
 * pages have further ones.
 */
const SHEETS = {
  'page.css': 'tokens base sign pill sum items sums code field choices button notice foot columns',
  'rest.css': 'unit begun details scan steps done print',
  'portal.css': 'plans portal',
  'dashboard.css': 'dashboard',
}
export type SheetName = keyof typeof SHEETS
export const SHEET_NAMES = Object.keys(SHEETS) as SheetName[]

const sheets = new Map<string, string>(SHEET_NAMES.map((name) => [name, readSheet(name)]))

/** Returns the text of a style sheet. It is part of the page, so that the first paint needs no other request. */
export function sheet(name: string): string {
  const text = sheets.get(name)
  if (text === undefined) throw new Error(`there is no style sheet ${name}; add it to SHEETS`)
  return text
}

/** The hash of each sheet as a source in the content security policy (CSP level 3, section 2.3.1). */
export const sheetSources: readonly string[] = SHEET_NAMES.map(
  (name) => `'sha256-${sha256(sheet(name)).toString('base64')}'`,
)

/** Returns the components of a sheet without comments and spaces. Relies on the layout that Prettier produces. */
function readSheet(name: SheetName): string {
  const listed = Object.values(SHEETS).join(' ').split(' ')
  const unlisted = readdirSync(FOLDER).filter((file) => !listed.includes(file.replace('.css', '')))
  if (unlisted.length > 0)
    throw new Error(`these files belong to no style sheet: ${unlisted.join(', ')}; add them to SHEETS`)
  return SHEETS[name]
    .split(' ')
    .map((part) => readFileSync(`${FOLDER}${part}.css`, 'utf8'))
    .join('')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s*([{};,>])\s*/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
}
