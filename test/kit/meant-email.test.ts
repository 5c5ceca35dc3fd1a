import { expect } from 'chai'
import { meantEmail, typedEmailProblem } from '../../common/kit/meant-email.ts'

describe('meantEmail', () => {
  for (const [typed, meant] of [
    ['bat@gmail.con', 'bat@gmail.com'],
    ['bat@gmial.com', 'bat@gmail.com'],
    ['bat@Gmai.com', 'bat@gmail.com'],
    ['bat@gmail.co', 'bat@gmail.com'],
    ['bat@yahooo.com', 'bat@yahoo.com'],
    ['bat@hotmial.com', 'bat@hotmail.com'],
    ['bat@outlok.com', 'bat@outlook.com'],
    ['bat@iclud.com', 'bat@icloud.com'],
    ['bat@gmail.com', null],
    ['bat@mail.com', null],
    ['bat@ymail.com', null],
    ['bat@yahoo.co.uk', null],
    ['bat@mail.mn', null],
    ['bat@example.com', null],
  ] as const)
    it(`is ${meant ?? 'null'} for ${typed}`, () => {
      expect(meantEmail(typed)).to.equal(meant)
    })

  it('is asked about once', () => {
    const asked = { problem: 'email_misspelt', about: { meant: 'bat@gmail.com' } }
    expect(typedEmailProblem({ email: 'bat@gmail.con' })).to.deep.equal(asked)
    expect(typedEmailProblem({ email: 'bat@gmail.con', email_kept: 'bat@gmial.com' })).to.deep.equal(asked)
    expect(typedEmailProblem({ email: 'bat@gmail.con', email_kept: 'bat@gmail.con' })).to.equal(null)
    expect(typedEmailProblem({ email: 'bat', email_kept: 'bat' })).to.equal('email_invalid')
  })
})
