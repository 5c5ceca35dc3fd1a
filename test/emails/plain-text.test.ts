import { expect } from 'chai'
import { flowed } from '../../common/domain/emails/flowed.ts'

const lines = (text: string) => flowed(text).split('\r\n')

/** Parses `format=flowed` by RFC 3676 §4.1: removes the stuffing, then joins the lines that flow. */
function parse(text: string): string[] {
  const paragraphs: string[] = []
  let flows = false
  for (const line of text.split('\r\n')) {
    const plain = line.startsWith(' ') ? line.slice(1) : line
    paragraphs.push(flows ? `${paragraphs.pop()}${plain}` : plain)
    flows = plain.endsWith(' ') && plain !== '-- '
  }
  return paragraphs
}

describe('flowed', () => {
  const sentence =
    'The days you have paid for are kept: the new period follows them, one after the other, as usual.'

  it('breaks lines before 78 characters, with a space at the end if the paragraph continues', () => {
    const broken = lines(sentence)
    expect(broken).to.have.length(2)
    expect(broken[0]).to.match(/ $/).and.to.have.length.at.most(78)
    expect(broken[1]).to.not.match(/ $/)
    expect(broken.join('')).to.equal(sentence)
  })

  it('does not break a long address', () => {
    const address = `https://pay.example/${'a'.repeat(120)}`
    expect(lines(`Open the receipt:\n${address}`)).to.deep.equal(['Open the receipt:', address])
  })

  it('does not break dates and amounts, and sends their spaces as plain spaces', () => {
    const word = 'a'.repeat(70)
    expect(lines(`${word} ₮\u00a025,000!`)).to.deep.equal([`${word} `, '₮ 25,000!'])
    expect(lines(`${word} 12\u00a0Sept\u00a02026!`)).to.deep.equal([`${word} `, '12 Sept 2026!'])
  })

  it('keeps each line of a quotation a quotation', () => {
    const broken = lines(`> ${sentence}`)
    expect(broken).to.have.length(2)
    for (const line of broken)
      expect(line)
        .to.match(/^> \S.*\S$/)
        .and.to.have.length.at.most(78)
  })

  it('keeps the space of a signature mark, and removes other spaces at the end of a line', () => {
    expect(lines('Total: 5 \n-- \nShop')).to.deep.equal(['Total: 5', '-- ', 'Shop'])
  })

  it('escapes lines that begin like a quotation or another email, even after a break', () => {
    expect(lines('>5 apples\n>\nFrom\nFromage')).to.deep.equal([' >5 apples', ' >', ' From', 'Fromage'])
    const long = 'a'.repeat(76)
    for (const word of ['>quoted', 'From', '>'])
      expect(lines(`${long} ${word} ${long}`)[1]!.startsWith(` ${word}`), word).to.equal(true)
  })

  it('returns text that parses to the original', () => {
    const text = `>x ${sentence} > y\nFrom ${sentence}  two blanks From\n  set in\n> ${'q'.repeat(20)}\nplain`
    expect(parse(flowed(text))).to.deep.equal(text.split('\n'))
  })

  it('keeps the indentation of a line', () => {
    expect(lines('    {"active":true}\nFrom here on')).to.deep.equal([
      '     {"active":true}',
      ' From here on',
    ])
  })
})
