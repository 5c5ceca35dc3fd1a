import { Router } from 'express'
import { pack, type Packed, sendPacked } from '../packed.ts'
import { openApi } from './document.ts'

let packed: Promise<Packed> | undefined

/** `GET /openapi.json`, for everybody: it holds nothing that is secret, and tools elsewhere may read it. */
export const openApiRoutes = Router()

openApiRoutes.get('/openapi.json', async (request, response) => {
  packed ??= pack('application/json; charset=utf-8', JSON.stringify(openApi()))
  const body = await packed
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Cache-Control', 'public, max-age=300')
  sendPacked(request, response, body)
})
