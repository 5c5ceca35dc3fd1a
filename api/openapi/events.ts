import { event, type EventObject } from '../../common/domain/events/object.ts'
import { events, type EventType, eventTypes } from '../../common/domain/events/types.ts'
import { exactly, type Schema, Shape } from '../../common/kit/shape.ts'

interface EventSchemas {
  readonly [name: string]: Schema
  readonly data: Schema & { readonly properties: Readonly<Record<string, Schema>> }
}

/** The shape of each event type. The type determines what the event carries. */
export const eventsByType = Object.fromEntries(eventTypes.map((type) => [type, eventOf(type)])) as Readonly<
  Record<EventType, Shape<EventObject>>
>

/** The schema of an event of any type, selected by `type`. */
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

/** Returns the shape of one event type: the general shape, narrowed to what this type carries. */
function eventOf(type: EventType): Shape<EventObject> {
  const { data, ...others } = event.schema.properties as EventSchemas
  const { carries: subject, meaning, changed } = events[type]
  const object = type.split('.')[0] as EventObject['object']
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
    `${meaning}.`,
  )
  const carried = { object: subject.example, ...(changed && { previous_attributes: changed }) }
  const own = { type, object, data: carried as EventObject['data'] }
  return new Shape(nameOf(type), schema, type === event.example.type ? event.example : event.like(own))
}

/** Returns the schema name of a type: `CheckoutCompletedEvent` for `checkout.completed`. */
function nameOf(type: EventType): string {
  return `${type}_event`.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
