import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Router } from 'express'
import { sha256 } from '../../common/kit/secrets.ts'
import { viewsFolder } from '../../common/text/views-folder.ts'
import { type Packed, sendPacked } from '../packed.ts'

interface Asset extends Packed {
  url: string
}

const TYPES: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

/** The parts of `page.css`, each a component, in the order in which they add to one another. */
const PAGE =
  'tokens base sign pill sum items sums code field choices details scan button notice steps done foot columns portal print'.split(
    ' ',
  )

const sources = new Map([['page.css', pageSheet()]])
for (const file of readdirSync(`${viewsFolder}assets`, { withFileTypes: true }))
  if (file.isFile()) sources.set(file.name, readFileSync(`${viewsFolder}assets/${file.name}`))

const byName = new Map(Array.from(sources, ([name, content]) => [name, load(name, content)]))
const byUrl = new Map([...byName.values()].map((asset) => [asset.url, asset]))

/** One sheet of all components, without what only people read. */
export function pageSheet(): Buffer {
  const folder = `${viewsFolder}assets/page/`
  const unlisted = readdirSync(folder).filter((file) => !PAGE.includes(file.replace('.css', '')))
  if (unlisted.length > 0) throw new Error(`not in the style sheet: ${unlisted.join(', ')}`)
  const text = PAGE.map((name) => readFileSync(`${folder}${name}.css`, 'utf8')).join('')
  return Buffer.from(text.replace(/\/\*.*?\*\//gs, '').replace(/\n\s*/g, '\n'))
}

function load(name: string, content: Buffer): Asset {
  const [stem = '', extension = ''] = name.split('.')
  return {
    url: `/assets/${stem}.${sha256(content).toString('hex').slice(0, 12)}.${extension}`,
    type: TYPES[extension] ?? 'application/octet-stream',
    bodies: { br: brotliCompressSync(content), gzip: gzipSync(content, { level: 9 }), identity: content },
  }
}

/** The address of `name` (`page.css`), which changes with its content, so that browsers may keep it for ever. */
export function assetUrl(name: string): string {
  const asset = byName.get(name)
  if (!asset) throw new Error(`no asset ${name}`)
  return asset.url
}

/** Our few style sheets and scripts, compressed once at start. */
export const assets: Router = Router()

assets.get('/assets/:file', (req, res, next) => {
  const asset = byUrl.get(req.path)
  if (!asset) {
    next()
    return
  }
  res.set('Cache-Control', 'public, max-age=31536000, immutable')
  sendPacked(req, res, asset)
})
