import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { randomToken, sha256 } from '../../common/kit/secrets.ts'

describe('a random token', () => {
  it('has the requested length, and shares no part with another token', () => {
    const tokens = Array.from({ length: 2_000 }, (_, n) => randomToken(n % 3 === 0 ? 32 : 16))
    for (const [n, token] of tokens.entries()) {
      expect(token).to.match(/^[\w-]+$/)
      expect(token).to.have.length(n % 3 === 0 ? 43 : 22)
    }
    expect(new Set(tokens.map((token) => token.slice(0, 10)))).to.have.property('size', tokens.length)
    expect(new Set(tokens.map((token) => token.slice(-12)))).to.have.property('size', tokens.length)
  })
})

describe('sha256', () => {
  it('returns the SHA-256 hash of text and of bytes', () => {
    const expected = createHash('sha256').update('цай').digest()
    expect(sha256('цай')).to.deep.equal(expected)
    expect(sha256(Buffer.from('цай'))).to.deep.equal(expected)
  })
})
