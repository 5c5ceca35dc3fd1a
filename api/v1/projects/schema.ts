import Joi from 'joi'
import { hasPhones } from '../../../common/kit/phone.ts'
import { isCurrency, isTimeZone } from '../../../common/kit/place.ts'
import type { ProjectChanges } from '../../../common/projects/update-project.ts'
import { email, fields, fixed, pattern, text, that, webAddress } from '../../fields.ts'

const bankTransfer = Joi.object({
  enabled: Joi.boolean(),
  bank_name: text(255).allow(null),
  account_number: text(64).allow(null),
  account_holder: text(255).allow(null),
})

const address = webAddress({ bothModes: true }).allow(null)
const operator = fixed('The operator of this service decides it.')

/** The body of `PATCH /v1/projects/:project_id`. */
export const projectChanges = fields<ProjectChanges>({
  name: text(255),
  currency: that(isCurrency, 'a currency of ISO 4217, such as MNT'),
  country: that(hasPhones, 'a country of ISO 3166 in two capital letters, such as MN'),
  timezone: that(isTimeZone, 'the IANA name of a time zone, such as Asia/Ulaanbaatar'),
  locale: Joi.string().valid('en', 'mn'),
  email: email().allow(null),
  support_phone: text(32).allow(null),
  legal_name: text(255).allow(null),
  registration_number: text(64).allow(null),
  address: text(500, { lineBreaks: true }).allow(null),
  terms_url: address,
  logo_url: address,
  color: pattern(/^#[0-9a-f]{6}$/i, 'a colour such as #1a73e8').allow(null),
  invoice_prefix: pattern(/^[A-Z0-9][A-Z0-9-]{0,11}$/, '1 to 12 characters of A-Z, 0-9 and -'),
  payment_methods: Joi.object({ bank_transfer: bankTransfer }),
  plan: operator,
})
