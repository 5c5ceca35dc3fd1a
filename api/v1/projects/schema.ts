import Joi from 'joi'
import { projectProperties } from '../../../common/domain/projects/object.ts'
import { settingsForms } from '../../../common/methods/all.ts'
import { methodOrder } from '../../../common/methods/order.ts'
import { isSetName, type SettingsForm } from '../../../common/methods/settings.ts'
import type { ProjectChanges } from '../../../common/services/projects/update.ts'
import { fields, fixed, text } from '../../fields.ts'
import { changed } from '../../given.ts'

/** Returns the schema for changes to one method: its values, or the values of each mode. */
function methodChanges({ description, byMode, fields: values }: SettingsForm) {
  if (!byMode) return valueChanges(values, description)
  return Joi.object({
    live: valueChanges(values, 'For live mode.'),
    test: valueChanges(values, 'For test mode.'),
  }).description(description)
}

function valueChanges(values: SettingsForm['fields'], description: string) {
  const entries = Object.entries(values).map(([name, { maxLength, secret, description: what }]) => {
    const full = secret ? `${what} Never returned: \`${isSetName(name)}\` shows whether it is set.` : what
    return [name, text(maxLength).allow(null).description(full)] as const
  })
  return Joi.object({
    enabled: Joi.boolean().description('Whether customers can choose it.'),
    ...Object.fromEntries(entries),
  }).description(description)
}

/** The body of `PATCH /v1/projects/:project_id`. */
export const projectChanges = fields<ProjectChanges>({
  ...changed(projectProperties),
  notifications: Joi.object({
    sale: Joi.boolean().description('For each completed checkout and each paid invoice.'),
    cancellation: Joi.boolean().description(
      'For each requested cancellation, with the reason that the customer gives.',
    ),
  }).description('The optional emails to you. Emails that require an action are always sent.'),
  payment_methods: Joi.object(
    Object.fromEntries(settingsForms.map((form) => [form.name, methodChanges(form)])),
  ).description('The ways in which customers can pay.'),
  payment_method_order: Joi.array()
    .items(Joi.string().valid(...methodOrder([])))
    .unique()
    .max(settingsForms.length)
    .allow(null)
    .description(
      'The order in which pages show the methods. The others follow in the default order. Null uses the default order for all.',
    ),
  plan: fixed('The operator of this service decides it'),
}).example({ support_phone: '+97677112233', color: '#1f5fd0' })
