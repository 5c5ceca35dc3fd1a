import { expect } from 'chai'
import { emailProblem } from '../../common/kit/email.ts'

describe('emailProblem', () => {
  for (const [typed, problem] of [
    ['saraa@example.mn', null],
    ['saraa', 'email_invalid'],
    ['saraa@example', 'email_invalid'],
    ['a@b.mn; c@d.mn', 'email_several'],
    ['a@b.mn c@d.mn', 'email_several'],
    [`${'a'.repeat(250)}@b.mn`, 'email_too_long'],
  ] as const)
    it(`is ${problem ?? 'null'} for ${typed.slice(0, 20)}`, () => {
      expect(emailProblem(typed)).to.equal(problem)
    })

  it('takes no longer than its text for the longest form', () => {
    expect(emailProblem('@'.repeat(32_000) + ','.repeat(32_000))).to.equal('email_too_long')
  })
})
