import { expect } from 'chai'
import express, { type Express } from 'express'
import request from 'supertest'
import { detailPage } from '../../api/dashboard/kit/detail.ts'
import { formPage } from '../../api/dashboard/kit/form.ts'
import { pageHeaders } from '../../api/pages/headers.ts'
import { fieldOf } from '../../api/pages/kit/fields.ts'
import type { Role } from '../../common/domain/members/role.ts'
import { hiddenFields } from '../support/customer.ts'
import { forgetSignIns, givenMember, MemberBrowser } from '../support/given/member.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { everyField } from './kit-states.ts'

/** The boxes that the pages of these tests show and change. */
const boxes = new Map<number, { id: number; name: string; isOpen: boolean }>()

const boxPage = detailPage<{ id: number; name: string; isOpen: boolean }>({
  path: '/boxes/:id',
  state: 'dashboard_box',
  back: { path: '/payments', label: 'dashboard.payments.heading' },
  find: (_visit, id) => Promise.resolve(boxes.get(id) ?? null),
  show: ({ name }) => ({ heading: name, facts: [] }),
  actions: {
    open: {
      needs: 'refund',
      button: ({ isOpen }, _presenter, form) =>
        isOpen
          ? null
          : { label: 'Open', fields: [fieldOf(form, 'reason', { label: 'Reason', known: null })] },
      run: (_visit, box, { reason }) => {
        if (!reason) return Promise.resolve({ errors: { reason: 'field_required' } })
        box.isOpen = true
        return Promise.resolve({})
      },
    },
    rename: {
      needs: 'operate',
      button: () => ({ label: 'Rename', isPrimary: true }),
      run: (_visit, box) => {
        box.name = 'Renamed'
        return Promise.resolve({})
      },
    },
  },
})

/** Comes before `/boxes/:id`. */
const newBoxPage = formPage<undefined>({
  ...everyField,
  path: '/boxes/new',
  needs: 'operate',
  save: () => Promise.resolve({}),
})

const editBoxPage = formPage<{ id: number; name: string }>({
  ...everyField,
  path: '/boxes/:id/edit',
  heading: ({ name }) => name,
  back: ({ id }) => ({ path: `/boxes/${id}`, label: 'Box' }),
  version: ({ name }) => name,
  groups: (box, form) => [
    { legend: null, fields: [fieldOf(form, 'name', { label: 'Name', known: box.name })] },
  ],
  needs: 'operate',
  find: (_visit, id) => boxes.get(id ?? 0) ?? null,
  save: (_visit, box, { name = '' }) => {
    if (name.length > 5) return Promise.resolve({ errors: { name: 'field_required' } })
    box.name = name
    return Promise.resolve({ goTo: '/saved' })
  },
})

let members = 0

/** Signs a member in, and returns a browser that sends its requests to the pages of these tests. */
async function givenBrowser(app: Express, projectId: number, role: Role) {
  const email = `kit-${(members += 1)}@example.com`
  await givenMember(projectId, email, role)
  const { cookies } = await MemberBrowser.of(email)
  const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
  const place = `/dashboard/${projectId}/test`
  const get = (path: string) =>
    request(app)
      .get(place + path)
      .set('Cookie', cookie)
  const press = async (path: string, action: string, fields: object = {}) =>
    request(app)
      .post(place + path)
      .set('Cookie', cookie)
      .type('form')
      .send({ ...hiddenFields((await get(path)).text), ...fields, action })
  return { get, press }
}

describe('a page made of the kit of the dashboard', () => {
  const app = express().use(pageHeaders(), newBoxPage, boxPage, editBoxPage)
  let projectId: number

  beforeEach(async () => {
    await forgetSignIns()
    boxes.set(7, { id: 7, name: 'Box', isOpen: false })
    ;({ projectId } = await givenMerchant())
  })

  it('shows each button only to members who may press it, and refuses it from others', async () => {
    const [owner, staff] = [
      await givenBrowser(app, projectId, 'owner'),
      await givenBrowser(app, projectId, 'staff'),
    ]
    expect((await owner.get('/boxes/7')).text)
      .to.include('value="open"')
      .and.include('value="rename"')
    expect((await staff.get('/boxes/7')).text)
      .to.include('value="rename"')
      .and.not.include('value="open"')
    expect((await staff.press('/boxes/7', 'open', { reason: 'because' })).status).to.equal(403)
    expect(boxes.get(7)!.isOpen).to.equal(false)
    expect((await owner.press('/boxes/7', 'open', { reason: 'because' })).status).to.equal(303)
    expect(boxes.get(7)!.isOpen).to.equal(true)
    expect((await owner.get('/boxes/7')).text).not.to.include('value="open"')
  })

  it('keeps a form unfolded after an error, with the error next to its field', async () => {
    const { press } = await givenBrowser(app, projectId, 'owner')
    const { status, text } = await press('/boxes/7', 'open', { reason: '' })
    expect(status).to.equal(422)
    expect(text).to.include('class="later action" open>').and.include('id="reason-error"')
    // The fold in which it is.
    expect(text).to.include('class="drop later" open>')
  })

  it('shows the primary button next to the title, and folds everything else', async () => {
    const { get } = await givenBrowser(app, projectId, 'owner')
    const { text } = await get('/boxes/7')
    const fold = text.indexOf('class="drop later">')
    expect(fold).to.be.above(text.indexOf('value="rename"')).and.below(text.indexOf('value="open"'))
  })

  it('is missing for an object that does not exist, and changes nothing', async () => {
    const { get, press } = await givenBrowser(app, projectId, 'owner')
    for (const path of ['/boxes/8', '/boxes/x', '/boxes/8/edit'])
      expect((await get(path)).status, path).to.equal(404)
    const { text } = await get('/boxes/7')
    expect((await press('/boxes/8', 'rename', hiddenFields(text))).status).to.equal(303)
    expect(boxes.get(7)!.name).to.equal('Box')
  })

  it('keeps what was typed into a form with errors, and saves it without', async () => {
    const { get, press } = await givenBrowser(app, projectId, 'staff')
    expect((await get('/boxes/7/edit')).text).to.include('value="Box"')
    const wrong = await press('/boxes/7/edit', 'save', { name: 'Too long' })
    expect(wrong.status).to.equal(422)
    expect(wrong.text).to.include('value="Too long"').and.include('id="name-error"')
    const saved = await press('/boxes/7/edit', 'save', { name: 'Short' })
    expect([saved.status, saved.headers.location, boxes.get(7)!.name]).to.deep.equal([303, '/saved', 'Short'])
  })

  it('refuses a form if another person has changed the object meanwhile, until it is saved again', async () => {
    const { get, press } = await givenBrowser(app, projectId, 'staff')
    const seen = hiddenFields((await get('/boxes/7/edit')).text)
    boxes.get(7)!.name = 'Hers'
    const late = await press('/boxes/7/edit', 'save', { ...seen, name: 'Mine' })
    expect(late.status).to.equal(422)
    expect(late.text).to.include('Someone else has changed this meanwhile').and.include('value="Mine"')
    expect(boxes.get(7)!.name).to.equal('Hers')
    await press('/boxes/7/edit', 'save', { ...hiddenFields(late.text), name: 'Mine' })
    expect(boxes.get(7)!.name).to.equal('Mine')
  })

  it('does not show a form to members who may not save it', async () => {
    const { get, press } = await givenBrowser(app, projectId, 'viewer')
    for (const path of ['/boxes/new', '/boxes/7/edit']) expect((await get(path)).status, path).to.equal(403)
    await press('/boxes/7/edit', 'save', { name: 'Mine' })
    expect(boxes.get(7)!.name).to.equal('Box')
  })

  it('shows a box without a tick after a form with errors, although it was ticked before', async () => {
    const [unsent, sent] = [{}, { name: 'x' }].map((typed) =>
      fieldOf({ locale: 'en', typed, errors: {} }, 'agreed', { label: 'A', known: '1', isBox: true }),
    )
    expect([unsent!.value, sent!.value]).to.deep.equal(['1', ''])
  })
})
