import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import { sendPage } from '../../../api/pages/send-page.ts'

describe('sendPage', () => {
  const long = `<p>${'Улаанбаатар '.repeat(500)}</p>`
  const app = express()
    .get('/long', (req, res) => sendPage(req, res, 410, long))
    .get('/short', (req, res) => sendPage(req, res, 200, '<p>Сайн уу</p>'))

  it('compresses a long page', async () => {
    const { status, headers, text } = await request(app).get('/long').set('Accept-Encoding', 'br, gzip')
    expect(text).to.equal(long)
    expect(status).to.equal(410)
    expect(headers).to.include({ 'content-encoding': 'gzip', 'content-type': 'text/html; charset=utf-8' })
    expect(Number(headers['content-length'])).to.be.below(300)
    expect(headers.vary).to.include('Accept-Encoding')
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
