import { existsSync, readFileSync } from 'node:fs'
import { Router } from 'express'
import { viewsFolder } from '../../common/services/text/views.ts'
import { pack, type Packed, sendPacked } from '../packed.ts'
import { isForPeople } from '../context.ts'
import { pageHeaders } from '../pages/headers.ts'
import { type Reference, referencePages } from './pages.ts'

/** Rendered at the first request, so that a process starts faster. */
let reference: Reference | undefined
const packed = new Map<string, Promise<Packed>>()

/** Returns a compressed response. Each is compressed once. */
function packedOnce(path: string, make: () => { type: string; text: string }): Promise<Packed> {
  const known = packed.get(path)
  if (known) return known
  const { type, text } = make()
  const made = pack(type, text)
  packed.set(path, made)
  return made
}

/** The client package that `npm run build` creates. */
const CLIENT = `${viewsFolder}../dist/client.tgz`

/**
 * Serves `GET /docs`, the reference with a page for each chapter; `/docs/index.json`, its search index; and `/client.tgz`,
 * the client for `npm install`. The pages have no inline scripts or styles.
 */
export function docs(): Router {
  const router = Router()
  // The first address that a new user types.
  router.get('/', (request, response, next) => {
    if (isForPeople(request)) response.redirect('/docs')
    else next()
  })
  router.get(
    ['/docs', '/docs/:page', '/docs/guides/:page'],
    pageHeaders(),
    async (request, response, next) => {
      reference ??= referencePages()
      const { pages, index } = reference
      const path = request.path.replace(/\/$/, '')
      const html = pages.get(path)
      if (html === undefined && path !== '/docs/index.json') {
        next()
        return
      }
      const file = await packedOnce(path, () =>
        html === undefined
          ? { type: 'application/json; charset=utf-8', text: JSON.stringify(index) }
          : { type: 'text/html; charset=utf-8', text: html },
      )
      response.setHeader('Cache-Control', 'public, max-age=300')
      sendPacked(request, response, file)
    },
  )
  router.get('/client.tgz', (_request, response, next) => {
    if (!existsSync(CLIENT)) {
      next()
      return
    }
    response.setHeader('Content-Type', 'application/gzip')
    response.setHeader('Cache-Control', 'public, max-age=300')
    response.end(readFileSync(CLIENT))
  })
  return router
}
