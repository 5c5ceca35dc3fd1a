import { expect } from 'chai'
import { readTemplate } from '../../common/services/text/views.ts'

describe('a template', () => {
  it('is indented where it is written, and not where it is sent', () => {
    expect(readTemplate('errors/error')).to.match(/^<h1>/m)
    expect(readTemplate('emails/html/facts')).not.to.match(/^ /m)
  })

  it('keeps every space of plain text', () => {
    expect(readTemplate('emails/text/code')).to.match(/^ {4}\{\{line\}\}$/m)
  })
})
