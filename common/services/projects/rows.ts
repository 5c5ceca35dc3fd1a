import { pictureOf } from '../../domain/images/picture.ts'
import { type ProjectObject, projectProperties } from '../../domain/projects/object.ts'
import { serializePaymentSettings } from '../../domain/projects/payment-settings.ts'
import { camelCased, snakeCased } from '../../kit/camel-case.ts'
import { type FieldRow, serializerOf } from '../../kit/field.ts'
import { decrypt } from '../../kit/secrets.ts'
import { methodOrder } from '../../methods/order.ts'
import type { PaymentSettings } from '../../methods/settings.ts'
import { config } from '../../runtime/config.ts'
import type { Project, ProjectRow } from './project.ts'

export function toProject(row: ProjectRow): Project {
  const { logo, notify_sale, notify_cancellation, payment_settings, payment_method_order, ...fields } = row
  return {
    ...camelCased(fields),
    logo: pictureOf(row.id, logo),
    notifications: { sale: Boolean(notify_sale), cancellation: Boolean(notify_cancellation) },
    paymentSettings: openSettings(payment_settings),
    paymentMethodOrder: payment_method_order?.split(',') ?? [],
  }
}

function openSettings(sealed: Buffer | null): PaymentSettings {
  return sealed ? (JSON.parse(decrypt(config().secretKeys, sealed).toString()) as PaymentSettings) : {}
}

const projectOf = serializerOf(projectProperties)

export function serializeProject(project: Project): ProjectObject {
  return projectOf(snakeCased<FieldRow<typeof projectProperties>>(project), {
    notifications: project.notifications,
    payment_methods: serializePaymentSettings(project.paymentSettings),
    payment_method_order: methodOrder(project.paymentMethodOrder),
  })
}
