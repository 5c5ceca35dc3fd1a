import type { AddressInfo } from 'node:net'
import express from 'express'
import sharp from 'sharp'
import { assets } from '../../../api/pages/assets.ts'
import { sendCode } from '../../../api/pages/hand-over/send-code.ts'
import { requestedLocale } from '../../../api/pages/locale.ts'
import { sendPage } from '../../../api/pages/send-page.ts'
import { states } from './states.ts'

/** The policy that the service sends: what a page may not do here it may not do there. */
const CSP =
  "default-src 'none'; style-src 'self' 'nonce-n0nce'; script-src 'self'; img-src 'self' data:; " +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; connect-src 'self'"

/** A page that would go on by itself at once stays, to be looked at. */
const LEAVING = /<meta http-equiv="refresh" content="\d;[^>]*>/

/** Serves every state of the pages from fixtures on loopback, to be looked at. */
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
    const [, width = '1', height = '1'] = /-(\d+)x(\d+)\.png$/.exec(req.params.name) ?? []
    res.type('png').send(await disc(Number(width), Number(height)))
  })
  app.get('/:page/:id/:token/code.svg', (req, res) => {
    sendCode(res, `https://pay.example.org${req.path.replace('/code.svg', '')}`)
  })
  app.get('/:state', (req, res) => {
    const state = states[req.params.state]
    if (!state) res.sendStatus(404)
    else {
      res.set('Content-Security-Policy', CSP)
      sendPage(req, res, 200, state(requestedLocale(req) ?? 'en').replace(LEAVING, ''))
    }
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

/** A green disc on nothing, as PNG. No SVG: what the service may read of pictures, it may read here. */
function disc(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [(at % width) - width / 2, Math.floor(at / width) - height / 2]
    if (Math.hypot(x / width, y / height) < 0.48) pixels.set([10, 125, 90, 255], at * 4)
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}
