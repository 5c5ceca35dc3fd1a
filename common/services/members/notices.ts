import type { ModelTx } from '../../../db/transaction.ts'
import type { MemberObject } from '../../domain/members/object.ts'
import type { Locale } from '../../kit/languages.ts'
import { iso } from '../../kit/time.ts'
import { currentCause } from '../../runtime/audit.ts'
import { now } from '../../runtime/clock.ts'
import type { EmailPayloads } from '../emails/kinds.ts'
import type { OwnerNotice } from '../emails/kinds/owner-notice.ts'
import { writeEmail } from '../emails/write.ts'
import type { Project } from '../projects/project.ts'
import { ApiToken } from '../tokens/api-tokens-table.ts'
import { listMembers } from './list.ts'
import { Member } from './members-table.ts'

type Kind = 'member_added' | 'bank_details_changed'
type OwnerEmail = { [Told in Kind]: { kind: Told; payload: EmailPayloads[Told] } }[Kind]

/**
 * Emails the owners of a project about a change that an attacker would make: by whom, when and from where. `except` is the
 * member whom it is about, who knows.
 */
export async function tellOwners(
  tx: ModelTx,
  project: Project,
  emailOf: (notice: OwnerNotice) => OwnerEmail,
  except = 0,
): Promise<void> {
  const owners = (await listMembers(tx.sql, project.id)).filter(
    ({ id, role }) => role === 'owner' && id !== except,
  )
  if (owners.length === 0) return
  const email = emailOf({ ...(await actorNow(tx)), at: iso(now()) })
  const change = `${email.kind}-${project.id}-${email.payload.at}`
  for (const { id, email: recipient } of owners)
    await writeEmail(
      tx,
      { project, isTest: false },
      { ...email, cause: `${change}-${id}`, recipient, locale: project.locale },
    )
}

/** Emails a new member that they have access, and how they sign in. */
export async function inviteMember(
  tx: ModelTx,
  project: Project,
  { id, email: recipient, role }: Pick<MemberObject, 'id' | 'email' | 'role'>,
): Promise<void> {
  const payload = { ...(await actorNow(tx)), at: iso(now()), role }
  const cause = `member_invited-${project.id}-${payload.at}-${id}`
  const email = { kind: 'member_invited', payload, cause, recipient, locale: project.locale } as const
  await writeEmail(tx, { project, isTest: false }, email)
}

/** Emails a member that a passkey was added to their account. The email bears the name of `project`. */
export async function tellOfPasskey(
  tx: ModelTx,
  project: Project,
  { id, email: recipient }: Pick<MemberObject, 'id' | 'email'>,
  passkey: { id: number; name: string },
  locale: Locale,
): Promise<void> {
  const payload = { ...(await actorNow(tx)), at: iso(now()), name: passkey.name }
  const cause = `passkey_added-${id}-${passkey.id}`
  await writeEmail(
    tx,
    { project, isTest: false },
    { kind: 'passkey_added', payload, cause, recipient, locale },
  )
}

/** Returns the person or program that makes the present change. */
async function actorNow(tx: ModelTx): Promise<Pick<OwnerNotice, 'actor' | 'actor_name' | 'ip_address'>> {
  const { actor, actorId, address } = currentCause()
  return { actor, actor_name: await nameOf(tx, actor, actorId), ip_address: address ?? null }
}

async function nameOf(
  { transaction }: ModelTx,
  actor: string,
  id: number | undefined,
): Promise<string | null> {
  if (id === undefined) return null
  if (actor === 'member') return (await Member.findByPk(id, { transaction }))?.email ?? null
  return (await ApiToken.findByPk(id, { transaction }))?.last4 ?? null
}
