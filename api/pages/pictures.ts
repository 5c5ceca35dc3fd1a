import { Router } from 'express'
import { findImage } from '../../common/services/images/find.ts'
import { idOf } from '../context.ts'

/**
 * Serves our own copies of merchants' pictures. The address contains a hash of the content, so browsers and mail programs can
 * cache them permanently. The policy blocks scripts in case a browser reads one as a document.
 */
export const pictures: Router = Router()

pictures.get('/assets/pictures/:project_id/:name', async (request, response, next) => {
  const id = idOf(request.params.project_id)
  const image = id === null ? null : await findImage(id, request.params.name)
  if (!image) {
    next()
    return
  }
  response.set({
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Type': `image/${image.type}`,
    'Content-Length': String(image.bytes.length),
    'Content-Security-Policy': "default-src 'none'",
    'Cross-Origin-Resource-Policy': 'cross-origin', // emails show them too
  })
  response.end(image.bytes)
})
