import type { Router } from 'express'
import { LONGEST_PASSKEY_NAME, MOST_PASSKEYS } from '../../../common/domain/members/passkey.ts'
import { deviceOf } from '../../../common/domain/members/session.ts'
import { cut, lengthOf, unfit } from '../../../common/kit/text.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import {
  addPasskey,
  listPasskeys,
  registrationOptions,
  removePasskey,
} from '../../../common/services/members/passkeys.ts'
import { idOf } from '../../context.ts'
import type { MemberVisit } from '../member-visit.ts'
import { accountInputOf, accountPage, keptShop, oldestProjectOf } from '../page.ts'
import { passkeysView } from './passkeys-view.ts'

/** The member's passkeys. Each change needs a fresh proof: a stolen session must not give itself a passkey. */
export const passkeysPage: Router = accountPage({
  path: '/dashboard/passkeys',
  fresh: true,
  actions: {
    // The first press leads here, if needed after a proof. The browser then has fifteen minutes to create the passkey.
    begin: async (visit, _form, exchange) => ({
      goTo: visit.addresses.passkeys({ add: '1', ...(await keptShop(visit, exchange)) }),
    }),
    add: async (visit, { passkey = '', name: typed = '' }, exchange) => {
      if (lengthOf(typed) > LONGEST_PASSKEY_NAME || unfit(typed)) return { errors: { name: 'passkey_name' } }
      const name = typed || (deviceOf(exchange.request.headers['user-agent'] ?? '') ?? 'Passkey')
      const project = await oldestProjectOf(visit)
      const given = { response: passkey, name: cut(name, LONGEST_PASSKEY_NAME) }
      const isAdded = await atomically((tx) =>
        addPasskey(tx, provingOf(visit), given, { project, locale: visit.locale }),
      )
      return isAdded
        ? { goTo: visit.addresses.passkeys(await keptShop(visit, exchange)) }
        : { errors: { passkey: 'passkey_refused' } }
    },
    remove: async (visit, { passkey_id: given }, exchange) => {
      const id = idOf(given)
      if (id !== null) await atomically((tx) => removePasskey(tx, visit.session.member.id, id))
      return { goTo: visit.addresses.passkeys(await keptShop(visit, exchange)) }
    },
  },
  view: async (visit, context) => {
    const { form, errors, request } = context
    const { session, addresses } = visit
    const isAdding = request.query.add === '1' && session.isProofFresh
    const passkeys = await listPasskeys(session.member.id)
    const mayAdd = passkeys.length < MOST_PASSKEYS
    return passkeysView({
      skip: request.query.offer === '1' ? addresses.start() : null,
      ...(await accountInputOf(visit, context)),
      ...{ typed: form ?? {}, errors },
      ...{ passkeys, mayAdd },
      options: isAdding && mayAdd ? await registrationOptions(provingOf(visit), passkeys, now()) : null,
    })
  },
})

function provingOf({ session, secret }: MemberVisit) {
  return { id: session.id, member: session.member, secret }
}
