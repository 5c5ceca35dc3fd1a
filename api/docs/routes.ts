import { Router } from 'express'
import { openApi } from '../openapi/document.ts'
import { pack, type Packed, sendPacked } from '../packed.ts'
import { pageHeaders } from '../pages/headers.ts'
import { render } from '../pages/render.ts'
import { docsView } from './view.ts'

let packed: Promise<Packed> | undefined

/** Serves `GET /docs`, the reference for people. The page has no inline scripts or styles, so it needs no nonce. */
export function docs(): Router {
  const router = Router()
  router.get('/docs', pageHeaders(), async (request, response) => {
    packed ??= pack('text/html; charset=utf-8', render('docs/page', docsView(openApi())))
    const page = await packed
    response.setHeader('Cache-Control', 'public, max-age=300')
    sendPacked(request, response, page)
  })
  return router
}
