import { expect } from 'chai'
import { searchTextOf } from '../../common/kit/wanted.ts'

describe('a text to search for', () => {
  const cases: [typed: string, text: string, phone: string | null, because: string][] = [
    ['926 570', '926570', '+976926570', 'pages show a reference with a space'],
    ['50 000', '50000', '+97650000', 'an amount may have spaces'],
    ['9911 2233', '99112233', '+97699112233', 'a phone number may have spaces'],
    ['Saraa Bold', 'Saraa Bold', null, 'spaces between names count'],
    ['A 12', 'A 12', null, 'spaces next to letters count'],
  ]
  for (const [typed, text, phone, because] of cases)
    it(`is read as ${text} from ${typed}: ${because}`, () => {
      expect(searchTextOf(typed, 'MN')).to.include({ text, phone })
    })

  it('is also read as several words that must all match, but not if it is one phone number', () => {
    const wordsOf = (typed: string) => searchTextOf(typed, 'MN').words.map(({ text }) => text)
    expect(wordsOf('saruul 50 000')).to.deep.equal(['saruul', '50000'])
    expect(wordsOf('a b c d e f')).to.have.length(5)
    for (const one of ['saruul', '926 570', '+976 9911 2233']) expect(wordsOf(one), one).to.deep.equal([])
  })
})
