import { expect } from 'chai'
import { readTemplate } from '../../common/services/text/views.ts'

describe('readTemplate', () => {
  it('removes the indentation of HTML', () => {
    expect(readTemplate('errors/error')).to.match(/^<h1>/m)
    expect(readTemplate('emails/html/facts')).not.to.match(/^ /m)
  })

  it('keeps the indentation of plain text', () => {
    expect(readTemplate('emails/text/code')).to.match(/^ {4}\{\{line\}\}$/m)
  })
})
