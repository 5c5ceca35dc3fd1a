import { expect } from 'chai'
import { flowed } from '../../common/domain/emails/flowed.ts'

const lines = (text: string) => flowed(text).split('\r\n')

/** Reads `format=flowed` as RFC 3676 §4.1 says: takes the stuffing away, then joins what flows. */
function read(text: string): string[] {
  const read: string[] = []
  let flows = false
  for (const line of text.split('\r\n')) {
    const plain = line.startsWith(' ') ? line.slice(1) : line
    read.push(flows ? `${read.pop()}${plain}` : plain)
    flows = plain.endsWith(' ') && plain !== '-- '
  }
  return read
}

describe('the text of an email on its way', () => {
  const words =
    'The days you have paid for are kept: the new period follows them, one after the other, as ever.'

  it('is broken before 78 characters, and says by a blank that the paragraph goes on', () => {
    const broken = lines(words)
    expect(broken).to.have.length(2)
    expect(broken[0]).to.match(/ $/).and.to.have.length.at.most(78)
    expect(broken[1]).to.not.match(/ $/)
    expect(broken.join('')).to.equal(words)
  })

  it('keeps an address whole, however long it is', () => {
    const address = `https://pay.example/${'a'.repeat(120)}`
    expect(lines(`Open the receipt:\n${address}`)).to.deep.equal(['Open the receipt:', address])
  })

  it('breaks no date and no sum, whose spaces leave as ordinary ones', () => {
    const words = 'a'.repeat(70)
    expect(lines(`${words} ₮\u00a025,000!`)).to.deep.equal([`${words} `, '₮ 25,000!'])
    expect(lines(`${words} 12\u00a0Sept\u00a02026!`)).to.deep.equal([`${words} `, '12 Sept 2026!'])
  })

  it('keeps a quotation a quotation, line by line', () => {
    const broken = lines(`> ${words}`)
    expect(broken).to.have.length(2)
    for (const line of broken)
      expect(line)
        .to.match(/^> \S.*\S$/)
        .and.to.have.length.at.most(78)
  })

  it('leaves the mark of a signature alone, and lets no other blank at an end join two lines', () => {
    expect(lines('Total: 5 \n-- \nShop')).to.deep.equal(['Total: 5', '-- ', 'Shop'])
  })

  it('keeps what begins like a quotation or another email from being taken for one, also after a break', () => {
    expect(lines('>5 apples\n>\nFrom\nFromage')).to.deep.equal([' >5 apples', ' >', ' From', 'Fromage'])
    const words = 'a'.repeat(76)
    for (const word of ['>quoted', 'From', '>'])
      expect(lines(`${words} ${word} ${words}`)[1]!.startsWith(` ${word}`), word).to.equal(true)
  })

  it('is read again as it was written', () => {
    const text = `>x ${words} > y\nFrom ${words}  two blanks From\n  set in\n> ${'q'.repeat(20)}\nplain`
    expect(read(flowed(text))).to.deep.equal(text.split('\n'))
  })

  it('keeps what is set in from being taken for a mark', () => {
    expect(lines('    {"active":true}\nFrom here on')).to.deep.equal([
      '     {"active":true}',
      ' From here on',
    ])
  })
})
