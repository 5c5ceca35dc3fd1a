import { readdirSync, readFileSync } from 'node:fs'
import { Router } from 'express'
import { sha256 } from '../../common/kit/secrets.ts'
import { viewsFolder } from '../../common/services/text/views.ts'
import { pack, type Packed, sendPacked } from '../packed.ts'

interface Asset {
  url: string
  type: string
  text: string
  /** Since it was first asked for: a process is ready sooner, and others are answered meanwhile. */
  packed?: Promise<Packed>
}

const TYPES: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

/**
 * The parts of each sheet, components in the order in which they add to one another. The page on which most is paid, and
 * the slowest is paid from, is sent the first alone; the rest comes with the pages that have it.
 */
const SHEETS = {
  'page.css': 'tokens base sign pill sum items sums code field choices button notice foot columns',
  'rest.css': 'begun details scan steps done print',
  'portal.css': 'plans portal',
}
export type SheetName = keyof typeof SHEETS
export const SHEET_NAMES = Object.keys(SHEETS) as SheetName[]

const sources = new Map<string, string>()
for (const name of SHEET_NAMES) sources.set(name, sheetOf(name))
for (const file of readdirSync(`${viewsFolder}assets`, { withFileTypes: true }))
  if (file.isFile())
    sources.set(file.name, shorter(readFileSync(`${viewsFolder}assets/${file.name}`, 'utf8')))

const byName = new Map(Array.from(sources, ([name, content]) => [name, load(name, content)]))
const byUrl = new Map([...byName.values()].map((asset) => [asset.url, asset]))

/** One sheet of several components, without what only people read: as the formatter sets it, all of it is known. */
export function sheetOf(name: SheetName): string {
  const folder = `${viewsFolder}assets/page/`
  const listed = Object.values(SHEETS).join(' ').split(' ')
  const unlisted = readdirSync(folder).filter((file) => !listed.includes(file.replace('.css', '')))
  if (unlisted.length > 0) throw new Error(`in no style sheet: ${unlisted.join(', ')}`)
  return SHEETS[name]
    .split(' ')
    .map((part) => readFileSync(`${folder}${part}.css`, 'utf8'))
    .join('')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s*([{};,>])\s*/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
}

/** A script without its indentation and the comments that have a line of their own. */
function shorter(source: string): string {
  return source.replace(/^\s*(?:\/\/.*|\/\*\*.*\*\/)\n/gm, '').replace(/^\s+/gm, '')
}

function load(name: string, text: string): Asset {
  const [stem = '', extension = ''] = name.split('.')
  return {
    url: `/assets/${stem}.${sha256(text).toString('hex').slice(0, 12)}.${extension}`,
    type: TYPES[extension] ?? 'application/octet-stream',
    text,
  }
}

/** The address of `name` (`page.css`), which changes with its content, so that browsers may keep it for ever. */
export function assetUrl(name: string): string {
  const asset = byName.get(name)
  if (!asset) throw new Error(`no asset ${name}`)
  return asset.url
}

/** Our few style sheets and scripts, compressed once. */
export const assets: Router = Router()

assets.get('/assets/:file', async (req, res, next) => {
  const asset = byUrl.get(req.path)
  if (!asset) {
    next()
    return
  }
  res.set('Cache-Control', 'public, max-age=31536000, immutable')
  sendPacked(req, res, await (asset.packed ??= pack(asset.type, asset.text)))
})
