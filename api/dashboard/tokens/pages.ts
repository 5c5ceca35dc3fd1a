import type { Router } from 'express'
import { isTokenName } from '../../../common/domain/tokens/object.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { createToken } from '../../../common/services/tokens/create.ts'
import { findOwnToken } from '../../../common/services/tokens/find.ts'
import { listTokens } from '../../../common/services/tokens/list.ts'
import { revokeToken } from '../../../common/services/tokens/revoke.ts'
import { detailPage } from '../kit/detail.ts'
import { detailView } from '../kit/detail-view.ts'
import { formView } from '../kit/form-view.ts'
import { listPage } from '../kit/list.ts'
import { inputOf, projectPage } from '../page.ts'
import { newTokenDetail, newTokenForm, tokenDetail, tokenList } from './view.ts'

const tokensPage = listPage({
  ...tokenList,
  needs: 'administer',
  find: async (sql, { project, isTest }) => {
    const tokens = await listTokens(sql, project.id)
    const own = tokens.filter(({ mode }) => mode === (isTest ? 'test' : 'live'))
    return { items: own.reverse(), hasMore: false }
  },
})

const newTokenPage = projectPage({
  path: newTokenDetail.path,
  needs: 'administer',
  actions: {
    save: {
      needs: 'administer',
      fresh: true,
      run: async ({ scope, mode }, { name = '' }) => {
        if (!isTokenName(name)) return { errors: { name: 'token_name' } }
        const { token } = await atomically((tx) => createToken(tx, scope.project.id, mode, name || null))
        return { once: { token } }
      },
    },
  },
  view: (visit, context) => {
    const { form, errors, errorParams, once } = context
    const input = inputOf(visit, context)
    if (once?.token !== undefined)
      return detailView(newTokenDetail, { ...input, item: { token: once.token }, typed: {}, errors })
    const definition = newTokenForm(visit.scope.isTest)
    return formView(definition, { ...input, item: undefined, typed: form ?? {}, errors, errorParams })
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
export const tokenPages: readonly Router[] = [tokensPage, newTokenPage, tokenPage]
