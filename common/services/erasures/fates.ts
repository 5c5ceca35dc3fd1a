import { fateOf } from '../../domain/customers/erase.ts'
import { eventObjects, events, type ObjectType, typesAbout } from '../../domain/events/types.ts'
import type { ValueFate } from '../../kit/shape.ts'
import { type EmailKind, emailKinds } from '../emails/kinds.ts'

/** The fate of event payloads by object. */
export const eventFates = Object.fromEntries(
  eventObjects.map((object) => [object, fateInEvents(object)]),
) as Readonly<Record<ObjectType, ValueFate>>

/** Returns the fates of all properties that the events of an object carry. */
function fateInEvents(object: ObjectType): ValueFate {
  const fates = typesAbout(object).map((type) => fateOf(events[type].carries, type))
  return fates.every((fate) => fate === 'kept') ? 'kept' : (Object.assign({}, ...fates) as ValueFate)
}

/** Returns the fate of an email's payload: erased in emails to customers, rewritten in emails to merchants. */
export function payloadFate(kind: EmailKind): ValueFate {
  const { personal }: { personal: 'kept' | 'erased' | object } = emailKinds[kind]
  if (typeof personal === 'string') return personal
  return Object.fromEntries(
    Object.entries(personal as Record<string, string>).map(([name, fate]) => [
      name,
      fate === 'rewritten' ? eventFates[name as ObjectType] : (fate as ValueFate),
    ]),
  )
}
