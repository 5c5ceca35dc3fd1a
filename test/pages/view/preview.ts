import type { AddressInfo } from 'node:net'
import express from 'express'
import sharp from 'sharp'
import { assets } from '../../../api/pages/assets.ts'
import { sendCode } from '../../../api/pages/hand-over/send-code.ts'
import { requestedLocale } from '../../../api/pages/locale.ts'
import { sendHtml } from '../../../api/pages/send-page.ts'
import { type SharedPart, sharedPart } from '../../../api/pages/shared-parts.ts'
import { sheetSources } from '../../../api/pages/sheets.ts'
import { sha256 } from '../../../common/kit/secrets.ts'
import { states } from './states.ts'

/** Returns the content security policy that the service sends with a page: the style with the merchant's colours is its last one. */
function policyFor(html: string): string {
  const colors = Array.from(html.matchAll(/<style>(.*?)<\/style>/gs), ([, text = '']) => text).at(-1)!
  const sources = [...sheetSources, `'sha256-${sha256(colors).toString('base64')}'`]
  return (
    `default-src 'none'; style-src 'self' ${sources.join(' ')}; script-src 'self'; img-src 'self' data:; ` +
    "form-action 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; connect-src 'self'"
  )
}

/** The redirect of a page, which is removed so that the page stays open. */
const REDIRECT = /<meta http-equiv="refresh" content="\d;[^>]*>/

/** Serves every state of the pages from fixtures on loopback. */
export async function preview(port = 0): Promise<{ url: string; close: () => void }> {
  const app = express().use(assets)
  app.get('/', (_req, res) => {
    res.type('html').send(
      Object.keys(states)
        .map((name) => `<p><a href="/${name}">${name}</a> <a href="/${name}?lang=mn">mn</a>`)
        .join(''),
    )
  })
  app.get('/assets/pictures/:name', async (req, res) => {
    const [, name = '', width = '1', height = '1'] = /^(\w+)-(\d+)x(\d+)\.png$/.exec(req.params.name) ?? []
    res.type('png').send(await picture(Number(width), Number(height), SHAPES[name] ?? disc))
  })
  app.get(['/:page/:id/:token/code.svg', '/l/:code/code.svg'], (req, res) => {
    sendCode(res, `https://pay.example.org${req.path.replace('/code.svg', '')}`)
  })
  // The page of a brand has another page in a frame, which is tested by itself.
  app.get('/dashboard/:project/:mode/settings/brand/preview', (_req, res) => {
    res.type('html').send('<!doctype html><title>Preview</title>')
  })
  const pages = new Map<string, string>()
  const parts = new Map<string, SharedPart>()
  app.get('/:state', (req, res) => {
    const state = states[req.params.state]
    if (!state) {
      res.sendStatus(404)
      return
    }
    const locale = requestedLocale(req) ?? 'en'
    const html = kept(pages, `${req.params.state} ${locale}`, () => state(locale).replace(REDIRECT, ''))
    // The parts of `sendPage`, each compressed by itself.
    const [head, title, foot] = ['<link rel="icon"', '<title>', '<footer class="foot"'].map((mark) =>
      html.lastIndexOf(mark),
    )
    const shared = (from: number, to?: number) => {
      const text = html.slice(from, to)
      return kept(parts, text, () => sharedPart(text))
    }
    res.set('Content-Security-Policy', policyFor(html.slice(0, title)))
    sendHtml(req, res, 200, [shared(0, head), shared(head!, title), html.slice(title, foot), shared(foot!)])
  })
  const server = app.listen(port, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Returns the value of a key, which is made only once. */
function kept<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key) ?? make()
  values.set(key, value)
  return value
}

type Rgb = [red: number, green: number, blue: number]
/** Returns the colour at a point of a picture, with coordinates from 0 to 1; null if the point is transparent. */
type Shape = (x: number, y: number) => Rgb | null

const disc: Shape = (x, y) => (Math.hypot(x - 0.5, y - 0.5) < 0.48 ? [10, 125, 90] : null)
const SHAPES: Record<string, Shape> = {
  /** Two hills under a sun. */
  hills: (x, y) => {
    if (Math.hypot(x - 0.7, y - 0.3) < 0.15) return [224, 160, 60]
    return y > 0.35 + Math.abs(x - 0.38) || y > 0.5 + Math.abs(x - 0.75) * 0.9 ? [31, 75, 63] : null
  },
  boots: (x, y) =>
    (x > 0.3 && x < 0.58 && y > 0.12 && y < 0.85) || (y > 0.62 && y < 0.85 && x > 0.3 && x < 0.85)
      ? [122, 90, 64]
      : [238, 232, 222],
  scarf: (x, y) => (Math.floor((x + y) * 8) % 2 === 0 ? [94, 124, 150] : [226, 214, 190]),
  /** Books of several heights in a row: a wide logo. */
  shelf: (x, y) => {
    const book = Math.floor(x * 14)
    const colors: Rgb[] = [
      [168, 50, 74],
      [60, 60, 72],
      [201, 147, 62],
    ]
    return x * 14 - book < 0.82 && y > [0.1, 0.3, 0.2, 0.38, 0.05][book % 5]! ? colors[book % 3]! : null
  },
}

/** Draws a shape on a transparent background, as PNG, since the service does not accept SVG. */
function picture(width: number, height: number, shape: Shape): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    const color = shape((at % width) / width, Math.floor(at / width) / height)
    if (color) pixels.set([...color, 255], at * 4)
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}
