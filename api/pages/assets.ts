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

const byName = new Map(readdirSync(`${viewsFolder}assets`).map((name) => [name, load(name)]))
const byUrl = new Map([...byName.values()].map((asset) => [asset.url, asset]))

function load(name: string): Asset {
  const content = readFileSync(`${viewsFolder}assets/${name}`)
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
