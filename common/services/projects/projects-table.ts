import { defineTable } from '../../../db/define-table.ts'
import { bytes, char, flag, primaryKey, time, varchar, word } from '../../kit/column.ts'

export const projectsTable = defineTable('projects', {
  id: primaryKey(),
  name: varchar(255).kept(),
  currency: char(3).kept(),
  timezone: varchar(64).kept(),
  locale: char(2).kept(),
  country: char(2).kept(),
  plan: word<string>(16),
  email: varchar(254).nullable().kept(),
  support_phone: varchar(32).nullable().kept(),
  legal_name: varchar(255).nullable().kept(),
  registration_number: varchar(64).nullable().kept(),
  address: varchar(500).nullable().kept(),
  terms_url: varchar(2048).nullable().kept(),
  logo_url: varchar(2048).nullable().kept(),
  color: char(7).nullable().kept(),
  invoice_prefix: varchar(12).kept(),
  payment_settings: bytes('mediumblob').nullable(),
  created_at: time(),
  updated_at: time(),
  logo: varchar(96).ascii().nullable().kept(),
  website_url: varchar(2048).nullable().kept(),
  notify_sale: flag().default(0),
  notify_cancellation: flag().default(0),
  payment_method_order: varchar(255).ascii('ascii_general_ci').nullable().kept(),
})
