import { existsSync } from 'node:fs'
import type { Sql } from '../../../db/sql.ts'
import { viewsFolder } from '../text/views.ts'
import type { EmailContent, Setting } from './kinds/content.ts'

/**
 * Returns whether an email is still worth sending. The customer may have paid, or the merchant may have decided,
 * since it was written.
 */
export type StillTrue<Payload> = (sql: Sql, payload: Payload, now: Date) => Promise<boolean>

type NamesIn<Value> = Value extends unknown ? keyof Value : never

/** API objects in payloads, stored under their own names. Erasing a customer rewrites them like in events. */
type ObjectName = 'checkout' | 'invoice' | 'payment' | 'subscription'

/** The effect of erasing a customer on each part of a payload. */
export type PayloadFates<Payload> = {
  readonly [Name in NamesIn<Payload>]-?: 'kept' | 'erased' | (Name extends ObjectName ? 'rewritten' : never)
}

/** One kind of email. Its name is its key in `emailKinds`. Its sentences in `views/locales/` begin with `email.`. */
export interface EmailDefinition<Payload> {
  /** The name of a file in `views/emails/`, without `.hbs`. */
  readonly template: string
  /**
   * The recipient. `payer`: the address entered for this order. `member`: the address that signs in. `customer` and `merchant`: their current address, so
   * that links never reach a former address.
   */
  readonly to: 'payer' | 'customer' | 'merchant' | 'member'
  /** The effect of erasing a customer on the stored payload, as a whole or part by part. */
  readonly personal: 'kept' | 'erased' | PayloadFates<Payload>
  readonly stillTrue: StillTrue<Payload>
  /** Returns the sentences and facts that the template shows. */
  content(payload: Payload, setting: Setting): EmailContent
}

/** Defines a kind of email. Throws if its template is missing, so that no process starts without it. */
export function defineEmail<Payload>(definition: EmailDefinition<Payload>): EmailDefinition<Payload> {
  const file = `${viewsFolder}emails/${definition.template}.hbs`
  if (!existsSync(file)) throw new Error(`the template of an email is missing: ${file}`)
  return definition
}
