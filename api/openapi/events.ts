import { changedBy, event, type EventObject, subjectOf } from '../../common/events/object.ts'
import { type EventType, eventTypes } from '../../common/events/rules/types.ts'
import { exactly, type Schema, Shape } from '../../common/kit/shape.ts'
import { meaningOf } from './meanings.ts'

interface EventSchemas {
  readonly [name: string]: Schema
  readonly data: Schema & { readonly properties: Readonly<Record<string, Schema>> }
}

/** Events by their type, as they are listed and delivered: who has looked at `type` knows what one carries. */
export const eventsByType = Object.fromEntries(eventTypes.map((type) => [type, eventOf(type)])) as Readonly<
  Record<EventType, Shape<EventObject>>
>

/** An event of any type, as its `type` tells. */
export const anyEvent: Schema = {
  description: event.schema.description,
  oneOf: Object.values(eventsByType),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(
      Object.entries(eventsByType).map(([type, { name }]) => [type, `#/components/schemas/${name}`]),
    ),
  },
}

/** The shape of all events with what is known of one type in place of what can stand there. */
function eventOf(type: EventType): Shape<EventObject> {
  const { data, ...others } = event.schema.properties as EventSchemas
  const subject = subjectOf(type)
  const object = type.split('.')[0] as EventObject['object']
  const changed = changedBy(type)
  const { previous_attributes: previous, ...always } = data.properties
  const { description } = always.object ?? {}
  const schema = exactly(
    {
      ...others,
      type: { ...others.type, enum: [type] },
      object: { ...others.object, enum: [object] },
      data: {
        ...data,
        properties: {
          ...always,
          object: { anyOf: [subject, { type: 'null' }], description },
          ...(changed && { previous_attributes: previous }),
        },
      },
    },
    `${meaningOf(type)}.`,
  )
  const carried = { object: subject.example, ...(changed && { previous_attributes: changed }) }
  const own = { type, object, data: carried as EventObject['data'] }
  return new Shape(nameOf(type), schema, type === event.example.type ? event.example : event.like(own))
}

/** `checkout.completed` is told by a `CheckoutCompletedEvent`. */
function nameOf(type: EventType): string {
  return `${type}_event`.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
