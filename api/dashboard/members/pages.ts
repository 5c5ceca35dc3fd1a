import type { Router } from 'express'
import { type Role, ROLES } from '../../../common/domain/members/role.ts'
import { isEmail } from '../../../common/kit/email.ts'
import { type FormErrors, isFaulty } from '../../../common/kit/form.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import { lengthOf, unfit } from '../../../common/kit/text.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import { addNewMember, changeRole as saveRole } from '../../../common/services/members/add.ts'
import { listMembersWithUse } from '../../../common/services/members/list.ts'
import { removeMember } from '../../../common/services/members/remove.ts'
import { onConnection, type Sql } from '../../../db/sql.ts'
import type { Form } from '../../pages/form.ts'
import { detailPage } from '../kit/detail.ts'
import { formPage } from '../kit/form.ts'
import { listPage } from '../kit/list.ts'
import type { ActionResult, Faults } from '../page.ts'
import { addressIn, type ProjectVisit } from '../project-visit.ts'
import { LONGEST_NAME, memberDetail, memberForm, memberList, type ShownMember } from './view.ts'

const membersPage = listPage({
  ...memberList,
  needs: 'administer',
  find: async (sql, { project }, _query, now) => ({
    items: await listMembersWithUse(sql, project.id, now),
    hasMore: false,
  }),
})

const newMemberPage = formPage<undefined>({
  ...memberForm,
  needs: 'administer',
  fresh: true,
  done: 'member_added',
  check: (_visit, form) => faultsIn(form),
  save: add,
})

const { change_role: changeRole, remove } = memberDetail.actions

const memberPage = detailPage<ShownMember>({
  ...memberDetail,
  needs: 'administer',
  find: ({ scope }, id) => onConnection((sql) => findWithOwners(sql, scope.project.id, id)),
  actions: {
    change_role: {
      ...changeRole,
      fresh: true,
      run: ({ scope }, { id }, { role = '' }) =>
        unlessLastOwner(async () => {
          if (isRole(role)) await atomically((tx) => saveRole(tx, scope.project.id, id, role))
          return { done: 'role_changed' }
        }),
    },
    remove: {
      ...remove,
      fresh: true,
      run: (visit, { id }) =>
        unlessLastOwner(async () => {
          await atomically((tx) => removeMember(tx, visit.scope.project.id, id))
          return { goTo: addressIn(visit, memberList.path), done: 'member_removed' }
        }),
    },
  },
})

/** The members of a project, for owners. The path of the form comes before the path of a member. */
export const memberPages: readonly Router[] = [membersPage, newMemberPage, memberPage]

function faultsIn({ email = '', name = '', role = '' }: Form): Faults {
  const errors: FormErrors = {
    ...(!isEmail(email) && { email: 'member_email' }),
    ...((lengthOf(name) > LONGEST_NAME || unfit(name)) && { name: 'member_name' }),
    ...(!isRole(role) && { role: 'choice_unknown' }),
  }
  return isFaulty(errors) ? { errors } : null
}

async function add(visit: ProjectVisit, _none: undefined, form: Form): Promise<ActionResult> {
  const faults = faultsIn(form)
  if (faults) return faults
  const { email = '', name = '', role } = form as Form & { role: Role }
  const { id: projectId } = visit.scope.project
  const member = await atomically((tx) =>
    addNewMember(tx, projectId, { email, role, ...(name !== '' && { name }) }),
  )
  return member
    ? { goTo: addressIn(visit, memberList.path), done: 'member_added' }
    : { errors: { email: 'member_known' } }
}

function isRole(given: string): given is Role {
  return (ROLES as readonly string[]).includes(given)
}

/** Finds a member of a project, and whether they are its last owner. */
async function findWithOwners(sql: Sql, projectId: number, id: number): Promise<ShownMember | null> {
  const members = await listMembersWithUse(sql, projectId, now())
  const member = members.find((one) => one.id === id)
  const owners = members.filter(({ role }) => role === 'owner')
  return member ? { ...member, isLastOwner: member.role === 'owner' && owners.length === 1 } : null
}

/** The last owner can be neither removed nor demoted. A member whom another owner has just removed is not found. */
async function unlessLastOwner(run: () => Promise<ActionResult>): Promise<ActionResult> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'not_found') return {}
    if (error.problems[0].path !== 'role') throw error
    return { errors: { '': 'last_owner' } }
  }
}
