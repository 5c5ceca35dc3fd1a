import type { Router } from 'express'
import { isTokenName } from '../../../common/domain/tokens/object.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { createToken, type NewToken } from '../../../common/services/tokens/create.ts'
import { findOwnToken } from '../../../common/services/tokens/find.ts'
import { listTokens } from '../../../common/services/tokens/list.ts'
import { revokeToken } from '../../../common/services/tokens/revoke.ts'
import { idOf } from '../../context.ts'
import type { Form } from '../../pages/form.ts'
import { createOnce } from '../create-once.ts'
import { detailPage } from '../kit/detail.ts'
import { detailView } from '../kit/detail-view.ts'
import { formPage } from '../kit/form.ts'
import { listPage } from '../kit/list.ts'
import { type Faults, inputOf, projectPage } from '../page.ts'
import { addressIn } from '../project-visit.ts'
import { passToken, takeToken } from './new-token.ts'
import { newTokenDetail, newTokenForm, tokenDetail, tokenList, tokenPath } from './view.ts'

const tokensPage = listPage({
  ...tokenList,
  needs: 'administer',
  find: async (sql, { project, isTest }) => {
    const tokens = await listTokens(sql, project.id)
    const own = tokens.filter(({ mode }) => mode === (isTest ? 'test' : 'live'))
    return { items: own.reverse(), hasMore: false }
  },
})

const newTokenPage = formPage<undefined>({
  ...newTokenForm,
  needs: 'administer',
  fresh: true,
  done: 'token_created',
  check: (_visit, form) => faultsIn(form),
  save: async (visit, _none, form, exchange) => {
    const { scope, mode, session } = visit
    const { name = '' } = form
    const faults = faultsIn(form)
    if (faults) return faults
    let created: NewToken | null = null
    const id = await createOnce(visit, newTokenForm.path, form, async (tx) => {
      created = await createToken(tx, scope.project.id, mode, name || null)
      return created.id
    })
    // A form that is sent again creates no token, and the first one cannot be shown again. If two arrive at once, the token
    // of the second one is rolled back.
    const { id: newId = null, token = '' } = (created as NewToken | null) ?? {}
    if (newId !== id) return { goTo: addressIn(visit, tokenPath({ id })) }
    passToken(exchange, { id, token, member: session.member.id })
    return { goTo: addressIn(visit, `${tokenPath({ id })}/secret`) }
  },
})

function faultsIn({ name = '' }: Form): Faults {
  return isTokenName(name) ? null : { errors: { name: 'token_name' } }
}

/** The page that shows a new token. Once it is shown, its address leads to the page of the token. */
const newTokenSecretPage = projectPage({
  path: newTokenDetail.path,
  needs: 'administer',
  fresh: true,
  view: (visit, context) => {
    const id = idOf(context.request.params.id as string)
    const token = id === null ? null : takeToken(context, id, visit.session.member.id)
    if (token === null) return { goTo: addressIn(visit, id === null ? tokenList.path : tokenPath({ id })) }
    return detailView(newTokenDetail, {
      ...{ ...inputOf(visit, context), item: { token }, typed: {}, errors: {} },
    })
  },
})

const tokenPage = detailPage({
  ...tokenDetail,
  needs: 'administer',
  find: ({ scope: { project, isTest } }, id) => findOwnToken(project.id, isTest, id),
  actions: {
    revoke: {
      ...tokenDetail.actions.revoke,
      run: async (_visit, { id }, { agreed }) => {
        if (agreed !== '1') return { errors: { agreed: 'token_agree' } }
        await atomically((tx) => revokeToken(tx, id))
        return { done: 'token_revoked' }
      },
    },
  },
})

/** The API tokens of a project, for owners. The path of the form comes before the path of a token. */
export const tokenPages: readonly Router[] = [tokensPage, newTokenPage, newTokenSecretPage, tokenPage]
