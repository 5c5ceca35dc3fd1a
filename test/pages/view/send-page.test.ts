import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import { sendHtml } from '../../../api/pages/send-page.ts'
import { sharedPart } from '../../../api/pages/shared-parts.ts'

describe('sendHtml', () => {
  const start = `<style>${'body { margin: 0 } '.repeat(500)}</style>`
  const shared = sharedPart(start)
  const foot = sharedPart('</html>')
  const app = express().get('/:rest', (req, res) => {
    sendHtml(req, res, 410, [shared, req.params.rest, foot])
  })

  it('compresses different pages with the same start correctly', async () => {
    const lengths = []
    for (const rest of ['a', 'Улаанбаатар', 'a', 'b'.repeat(2_000)]) {
      const { status, headers, text } = await request(app)
        .get(`/${encodeURIComponent(rest)}`)
        .set('Accept-Encoding', 'br, gzip')
      expect(text).to.equal(`${start}${rest}</html>`)
      expect(status).to.equal(410)
      expect(headers).to.include({ 'content-encoding': 'gzip', 'content-type': 'text/html; charset=utf-8' })
      expect(headers.vary).to.include('Accept-Encoding')
      lengths.push(Number(headers['content-length']))
    }
    expect(lengths[0]).to.equal(lengths[2])
    expect(lengths[0]).to.be.below(200)
  })

  for (const [accepted, when] of [
    ['identity', 'the browser accepts no compression'],
    ['gzip;q=0', 'the browser refuses gzip'],
  ] as const) {
    it(`does not compress if ${when} (Accept-Encoding: ${accepted})`, async () => {
      const { headers, text } = await request(app).get('/a').set('Accept-Encoding', accepted)
      expect(headers).not.to.have.property('content-encoding')
      expect(text).to.equal(`${start}a</html>`)
    })
  }
})
