import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Router } from 'express'
import { sha256 } from '../../common/kit/secrets.ts'
import { viewsFolder } from '../../common/services/text/views.ts'
import { pack, type Packed, sendPacked } from '../packed.ts'
import { sheet } from './sheets.ts'

interface Asset {
  url: string
  type: string
  text: string
  /** Compressed at the first request, so that a process is ready sooner. */
  packed?: Promise<Packed>
}

const TYPES: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

/** Pages contain their style sheets; `/docs` links to the first one. */
const sources = new Map<string, string>([['page.css', sheet('page.css')]])
for (const file of readdirSync(`${viewsFolder}assets`, { withFileTypes: true }))
  if (file.isFile())
    sources.set(file.name, minifyScript(readFileSync(`${viewsFolder}assets/${file.name}`, 'utf8')))

/**
 * The library that updates pages of the dashboard in place (docs/decisions/0085-pages-that-stay-current.md). It is one file with our
 * script for presses: alone, it would send a form and show nothing if the connection is lost.
 */
const require = createRequire(import.meta.url)
const library = readFileSync(require.resolve('htmx.org/dist/htmx.min.js'), 'utf8')
sources.set('press.js', `${library};\n${sources.get('press.js')!}`)

const byName = new Map(Array.from(sources, ([name, content]) => [name, load(name, content)]))
const byUrl = new Map([...byName.values()].map((asset) => [asset.url, asset]))

/** Removes the indentation of a script, and comments on lines of their own. */
function minifyScript(source: string): string {
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

/** Returns the address of a file such as `page.js`. It contains a hash of the content, so browsers can cache it permanently. */
export function assetUrl(name: string): string {
  const asset = byName.get(name)
  if (!asset) throw new Error(`there is no asset ${name} in views/assets`)
  return asset.url
}

/** Serves the scripts of pages, and the style sheets and script of `/docs`. Each is compressed once. */
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
