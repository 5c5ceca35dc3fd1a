import { Router } from 'express'
import { findImage } from '../../common/services/images/find.ts'
import { onConnection } from '../../db/sql.ts'
import { idOf } from '../context.ts'

/**
 * Our own copies of merchants' pictures. Their address tells their content, so that browsers and mail
 * programs may keep them for ever; whatever their bytes are taken for, they can do nothing.
 */
export const pictures: Router = Router()

pictures.get('/assets/pictures/:project_id/:name', async (request, response, next) => {
  const id = idOf(request.params.project_id)
  const image = id === null ? null : await onConnection((sql) => findImage(sql, id, request.params.name))
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
