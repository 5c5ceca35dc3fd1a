import type { AuditedObject } from '../../../common/domain/audit-log/audited.ts'
import type { AuditEntryObject } from '../../../common/domain/audit-log/object.ts'
import { PASSKEY_FIELD } from '../../../common/domain/members/passkey.ts'
import { ROLES } from '../../../common/domain/members/role.ts'
import type { Amount } from '../../../common/kit/money.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { keyOf, type ObjectName } from '../../../common/services/audit-log/names.ts'
import { shortName, withPrice } from '../../../common/services/text/names.ts'
import type { Presenter } from '../kit/presenter.ts'

/** Names by `keyOf`. */
export type Names = ReadonlyMap<string, ObjectName>

/** The effect of an operation on an object of a kind, by a word in the name of the operation. */
const BY_WORD: Partial<Record<AuditedObject, Readonly<Record<string, SentenceKey>>>> = {
  payment: {
    ...{ confirm: 'audit.did.confirmed', import: 'audit.did.confirmed' },
    ...{ reject: 'audit.did.rejected', claim: 'audit.did.reported', refund: 'audit.did.refunded' },
  },
  checkout: { expire: 'audit.did.ended' },
  subscription: { cancel: 'audit.did.canceled', resume: 'audit.did.resumed' },
  invoice: { void: 'audit.did.voided', send: 'audit.did.sent', finalize: 'audit.did.opened' },
}

/** Returns who did what: `owner@shop.mn confirmed the payment of ₮50,000`. */
export function sentenceOf(entry: AuditEntryObject, names: Names, presenter: Presenter): string {
  const actor = actorText(entry, names, presenter)
  const what = objectText(entry, names, presenter)
  return moneyText(entry, names, { actor, what }, presenter) ?? presenter.t(actionOf(entry), { actor, what })
}

/** Returns the sentence about money of a payment that arrived or was refunded; null if all of its amount arrived at once. */
function moneyText(
  entry: AuditEntryObject,
  names: Names,
  params: { actor: string; what: string },
  presenter: Presenter,
): string | null {
  const changes = entry.object === 'payment' ? (entry.changes ?? []) : []
  const [first] = changes
  const known = names.get(keyOf(entry))
  if (known?.amount == null || typeof first?.from !== 'number' || typeof first.to !== 'number') return null
  const { field, from, to } = first
  const sentence = (key: SentenceKey, amount: Amount) =>
    presenter.t(key, { ...params, sum: presenter.money(amount, known.currency ?? undefined) })
  if (field === 'amount_refunded') return sentence('audit.did.refunded_sum', to - from)
  if (field !== 'amount_received' || to - from === known.amount) return null
  if (to === known.amount) return sentence('audit.did.completed_sum', to - from)
  const isPaid = changes.some((one) => one.field === 'status' && one.to === 'paid')
  return to < known.amount && !isPaid
    ? sentence('audit.did.recorded_sum', to - from)
    : sentence('audit.did.confirmed_sum', to)
}

function actorText(
  { actor, actor_id: id, actor_email: email }: AuditEntryObject,
  names: Names,
  presenter: Presenter,
): string {
  if (email !== null) return email
  const key = actor === 'token' && id !== null ? keyOf({ object: 'token', object_id: id }) : ''
  return presenter.t(`audit.by.${actor}`, { name: names.get(key)?.name ?? '' }).trim()
}

/** Returns what an entry is about, as its sentence has it: `the payment of ₮50,000`. */
export function objectText(entry: AuditEntryObject, names: Names, presenter: Presenter): string {
  const { object, object_id: id, changes } = entry
  const { t } = presenter
  if (object === 'project') return t(settingsKey(changes ?? []))
  const known = names.get(keyOf(entry))
  const money = known?.amount == null ? null : presenter.money(known.amount, known.currency ?? undefined)
  const name = known?.name ? shortName({ name: known.name }) : null
  const own = object === 'price' && name && money ? withPrice(name, money) : (name ?? money)
  return t(`audit.the.${object}`, { name: own ?? t('audit.number', { id }) })
}

/** Returns the part of the settings that changed. */
function settingsKey(changes: readonly { field: string }[]): SentenceKey {
  const isAll = (beginning: string) =>
    changes.length > 0 && changes.every(({ field }) => field.startsWith(beginning))
  const isAccount = changes.some(({ field }) => field.endsWith('.account_number'))
  if (isAll('payment_method')) return isAccount ? 'audit.the.bank_account' : 'audit.the.methods'
  if (changes.length > 0 && changes.every(({ field }) => field === 'color' || field === 'logo_url'))
    return 'audit.the.brand'
  return 'audit.the.project'
}

function actionOf({ object, change, changes, operation }: AuditEntryObject): SentenceKey {
  const [first, second] = changes ?? []
  const role = object === 'member' && ROLES.find((one) => one === first?.to)
  if (change === 'created') {
    if (role) return `audit.did.added_${role}`
    return object === 'refund' ? 'audit.did.recorded' : 'audit.did.created'
  }
  if (change === 'deleted') {
    if (object === 'customer') return 'audit.did.erased'
    if (object === 'member') return 'audit.did.removed'
    return object === 'token' ? 'audit.did.revoked' : 'audit.did.deleted'
  }
  if (role) return `audit.did.made_${role}`
  if (first?.field === PASSKEY_FIELD)
    return first.from === null ? 'audit.did.added_passkey' : 'audit.did.removed_passkey'
  if (first && !second && first.field === 'active')
    return first.to === true ? 'audit.did.turned_on' : 'audit.did.turned_off'
  const words = operation
    .replace(/[A-Z]/g, ' $&')
    .toLowerCase()
    .split(/[^a-z]+/)
  const known = Object.entries(BY_WORD[object] ?? {}).find(([word]) => words.includes(word))
  return known?.[1] ?? (changes?.length === 0 ? 'audit.did.kept' : 'audit.did.changed')
}
