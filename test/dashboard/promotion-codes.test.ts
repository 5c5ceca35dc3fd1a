import { expect } from 'chai'
import type { Role } from '../../common/domain/members/role.ts'
import type { PromotionCodeObject } from '../../common/domain/promotion-codes/object.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { hiddenFields } from '../support/customer.ts'
import { explain } from '../support/explain.ts'
import { forgetSignIns, givenMember, MemberBrowser } from '../support/given/member.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { forgetNothing, outlineOf, statementsOf } from '../support/statements.ts'

let members = 0

async function givenShop(role: Role = 'staff') {
  const shop = await givenMerchant({ timezone: 'Asia/Ulaanbaatar' })
  const email = `codes-${(members += 1)}@example.com`
  await givenMember(shop.projectId, email, role)
  const browser = await MemberBrowser.of(email)
  const list = `/dashboard/${shop.projectId}/test/products/codes`
  const all = async () =>
    ((await shop.get('/promotion-codes').expect(200)) as { body: { data: PromotionCodeObject[] } }).body.data
  const given = async (changes: object = {}) => {
    const body = { code: 'SPRING10', type: 'order_total', percent_off: 10, ...changes }
    const { body: made } = await shop.post('/promotion-codes', body).expect(201)
    return (made as { data: PromotionCodeObject }).data
  }
  return { shop, browser, list, all, given }
}

describe('promotion codes in the dashboard', () => {
  forgetNothing()
  beforeEach(forgetSignIns)

  it('are listed by state, found by an index, and saved as a file', async () => {
    const { browser, list, given } = await givenShop()
    expect(textOf(await browser.get(list))).to.include('No promotion codes yet')
    const { id } = await given()
    const page = `href="${list}/${id}"`
    for (const query of ['', '?active=true', '?q=spr'])
      expect((await browser.get(list + query)).text, query).to.include(page)
    for (const query of ['?active=false', '?q=ring'])
      expect((await browser.get(list + query)).text, query).not.to.include(page)
    expect((await browser.get(`${list}.csv`)).text).to.include('SPRING10,order_total,10')
    const statements = await statementsOf(() => browser.get(`${list}?q=spr`))
    const search = statements.find((one) => one.includes('code >='))!
    expect((await explain(search)).map(({ key }) => key)).to.include('promotion_codes_code')
  })

  it('are created from what was typed, once for each form', async () => {
    const { browser, list, all } = await givenShop()
    const form = {
      ...hiddenFields((await browser.get(`${list}/new`)).text),
      ...{ code: 'spring10', percent_off: '10', minimum_amount: '50,000', combinable: '1' },
      ...{ first_day: '2099-05-01', last_day: '2099-05-31', max_redemptions: '100' },
      ...{ max_redemptions_per_customer: '1', action: 'save' },
    }
    const twice = await Promise.all([browser.post(`${list}/new`, form), browser.post(`${list}/new`, form)])
    const [code, ...others] = await all()
    expect(others).to.deep.equal([])
    expect(code).to.deep.include({
      ...{ code: 'SPRING10', type: 'order_total', percent_off: 10, amount_off: null, product_ids: [] },
      ...{ minimum_amount: 50_000, combinable: true, max_redemptions: 100, max_redemptions_per_customer: 1 },
      // Whole days in the time zone of the shop.
      ...{ starts_at: '2099-04-30T16:00:00.000000Z', expires_at: '2099-05-31T15:59:59.000000Z' },
    })
    expect(new Set(twice.map(({ headers }) => headers.location))).to.deep.equal(
      new Set([`${list}/${code!.id}`]),
    )
  })

  it('are limited to the products with a tick', async () => {
    const { shop, browser, list, all } = await givenShop()
    const ids: number[] = []
    for (const name of ['Atlas', 'Cup'])
      ids.push(
        ((await shop.post('/products', { name }).expect(201)) as { body: { data: { id: number } } }).body.data
          .id,
      )
    const made = await browser.press(`${list}/new`, 'save', {
      ...{ code: 'ATLAS', amount_off: '₮5,000', [`product[${ids[0]}]`]: '1' },
    })
    expect((await all())[0]).to.deep.include({ type: 'product', amount_off: 5_000, product_ids: [ids[0]] })
    const page = textOf(await browser.get(made.headers.location!))
    expect(page).to.include('Atlas').and.include('₮5,000 off').and.not.include('Cup')
  })

  it('keep what was typed wrongly, with the errors', async () => {
    const { browser, list, all, given } = await givenShop()
    await given()
    const press = (fields: Record<string, string>) =>
      browser.press(`${list}/new`, 'save', { code: 'NEW', ...fields })
    const cases: [fields: Record<string, string>, field: string][] = [
      [{ percent_off: '10', code: 'spring10' }, 'code'],
      [{ percent_off: '10', code: 'a b' }, 'code'],
      [{ percent_off: '10', code: '' }, 'code'],
      [{}, 'percent_off'],
      [{ percent_off: '10', amount_off: '5' }, 'percent_off'],
      [{ percent_off: '101' }, 'percent_off'],
      [{ amount_off: 'much' }, 'amount_off'],
      [{ percent_off: '10', minimum_amount: 'much' }, 'minimum_amount'],
      [{ percent_off: '10', max_redemptions: '0' }, 'max_redemptions'],
      [{ percent_off: '10', first_day: 'soon' }, 'first_day'],
      [{ percent_off: '10', first_day: '2099-05-02', last_day: '2099-05-01' }, 'last_day'],
    ]
    for (const [fields, field] of cases) {
      const wrong = await press(fields)
      const about = JSON.stringify(fields)
      expect(wrong.status, about).to.equal(422)
      expect(wrong.text, about).to.include(`id="${field}-error"`)
      expect(wrong.text.match(/class="error"/g), about).to.have.length(1)
      for (const value of Object.values(fields)) expect(wrong.text, about).to.include(`value="${value}"`)
    }
    const empty = await press({ code: '' })
    expect(empty.text).to.include('id="code-error"').and.include('id="percent_off-error"')
    expect(await all()).to.have.length(1)
  })

  it('change their terms, and keep the exact times of days that stay', async () => {
    const { browser, list, all, given } = await givenShop()
    const times = { starts_at: '2099-05-01T03:30:00.000000Z', expires_at: '2099-06-01T03:30:00.000000Z' }
    const { id } = await given({ ...times, max_redemptions: 5 })
    const form = await browser.get(`${list}/${id}/edit`)
    expect(form.text)
      .to.include('value="2099-05-01"')
      .and.include('value="2099-06-01"')
      .and.include('value="5"')
    const days = { first_day: '2099-05-01', last_day: '2099-06-01' }
    await browser.press(`${list}/${id}/edit`, 'save', { ...days, max_redemptions: '' }, form)
    expect((await all())[0]).to.include({ ...times, max_redemptions: null, percent_off: 10 })
    await browser.press(`${list}/${id}/edit`, 'save', { first_day: '', last_day: '2099-07-01' })
    expect((await all())[0]).to.include({ starts_at: null, expires_at: '2099-07-01T15:59:59.000000Z' })
    const late = await browser.press(`${list}/${id}/edit`, 'save', days, form)
    expect(textOf(late)).to.include('Someone else has changed this meanwhile')
  })

  it('show their status and their uses, and are switched off and on', async () => {
    const { shop, browser, list, all, given } = await givenShop('owner')
    const { id } = await given({ max_redemptions: 1, expires_at: '2099-01-01T00:00:00Z' })
    const page = `${list}/${id}`
    expect(textOf(await browser.get(page))).to.match(/SPRING10 Active .* 0 of 1/)
    await browser.press(page, 'deactivate')
    expect((await all())[0]!.active).to.equal(false)
    expect(textOf(await browser.get(page)))
      .to.match(/SPRING10 Off\b/)
      .and.match(/codes-\d+@\S+ turned the promotion code SPRING10 off/)
    await browser.press(page, 'activate')
    const { body } = await shop.post('/checkouts', { ...tea(), allow_promotion_codes: true }).expect(201)
    const paid = { promotion_codes: ['SPRING10'], email: 'bat@example.com' }
    await shop.post(`/checkouts/${body.data.id as number}/pay`, paid).expect(200)
    expect(textOf(await browser.get(page))).to.match(/SPRING10 Used up .* 1 of 1/)
    const { id: second } = await given({ code: 'SECOND', expires_at: '2026-06-01T00:00:00Z' })
    setClock(() => new Date('2026-06-01T00:00:00Z'))
    expect(textOf(await browser.get(`${list}/${second}`))).to.include('SECOND Ended')
  })

  it('cannot be changed by a viewer, and are not found in another project', async () => {
    const { browser, list, given } = await givenShop('viewer')
    const { id } = await given()
    const shown = await browser.get(`${list}/${id}`)
    expect(shown.status).to.equal(200)
    expect(shown.text).not.to.include('value="deactivate"').and.not.include('/edit"')
    for (const path of [`${list}/${id}/edit`, `${list}/new`])
      expect((await browser.get(path)).status).to.equal(403)
    const other = await givenShop()
    const foreign = await other.given()
    expect((await browser.get(`${list}/${foreign.id}`)).status).to.equal(404)
  })

  it('take as many statements for a long list as for a short one', async () => {
    const { browser, list, given } = await givenShop()
    await given()
    await browser.get(list)
    const few = await statementsOf(() => browser.get(list))
    for (let count = 0; count < 3; count += 1) await given({ code: `CODE-${count}` })
    const many = await statementsOf(() => browser.get(list))
    expect(outlineOf(many)).to.deep.equal(outlineOf(few))
  })
})
