import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import { sendHtml } from '../../../api/pages/send-page.ts'

describe('sendHtml', () => {
  const long = `<p>${'Улаанбаатар '.repeat(500)}</p>`
  const frame = (own: string) =>
    `<style>${'body { margin: 0 } '.repeat(500)}</style><title>${own}</title>${own}`
  const app = express()
    .get('/framed/:own', (req, res) => sendHtml(req, res, 200, frame(req.params.own), 'framed'))
    .get('/long', (req, res) => sendHtml(req, res, 410, long, 'long'))
    .get('/short', (req, res) => sendHtml(req, res, 200, '<p>Сайн уу</p>', 'short'))

  it('compresses a long page', async () => {
    const { status, headers, text } = await request(app).get('/long').set('Accept-Encoding', 'br, gzip')
    expect(text).to.equal(long)
    expect(status).to.equal(410)
    expect(headers).to.include({ 'content-encoding': 'gzip', 'content-type': 'text/html; charset=utf-8' })
    expect(Number(headers['content-length'])).to.be.below(300)
    expect(headers.vary).to.include('Accept-Encoding')
  })

  it('compresses different pages with the same style sheets correctly', async () => {
    const lengths = []
    for (const own of ['a', 'Улаанбаатар', 'a', 'b'.repeat(2_000)]) {
      const { headers, text } = await request(app).get(`/framed/${encodeURIComponent(own)}`)
      expect(text).to.equal(frame(own))
      expect(headers['content-encoding']).to.equal('gzip')
      lengths.push(Number(headers['content-length']))
    }
    expect(lengths[0]).to.equal(lengths[2])
    expect(lengths[0]).to.be.below(200)
  })

  for (const [path, accepted, when] of [
    ['/long', 'identity', 'the browser accepts no compression'],
    ['/long', 'gzip;q=0', 'the browser refuses gzip'],
    ['/short', 'gzip', 'the page is short'],
  ] as const) {
    it(`does not compress if ${when} (${path}, Accept-Encoding: ${accepted})`, async () => {
      const { headers } = await request(app).get(path).set('Accept-Encoding', accepted)
      expect(headers).not.to.have.property('content-encoding')
    })
  }
})
