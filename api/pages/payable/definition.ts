import type { PayableType } from '../../../common/domain/payments/object.ts'
import type { FormErrors } from '../../../common/kit/form.ts'
import type { Locale } from '../../../common/kit/format.ts'
import type { Amount } from '../../../common/kit/money.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import type { Sql } from '../../../db/sql.ts'
import type { ModelTx, Tx } from '../../../db/transaction.ts'
import type { Form } from '../form.ts'
import type { PressResult } from '../hosted-page.ts'
import type { PageView } from '../kit/page-view.ts'
import type { PageInput } from './state.ts'

/** The fields of a payable that every page needs. */
export interface PayableFacts {
  id: number
  project_id: number
  is_test: boolean
  locale: 'auto' | Locale
  cancel_url: string | null
  /** The amount to pay. */
  amount: Amount
}

/** The payable that an address identifies. */
export interface FoundPayable<Object> {
  found: Object
  /** The current time of its test clock, or real time. */
  now: Date
  /** False if it certainly has no payment. */
  wasTried?: boolean
}

/** The page of one kind of payable. Everything else is the same for all. */
export interface PayablePageDefinition<Object extends PayableFacts> {
  type: PayableType
  /** The beginning of its address, before an id and a secret. */
  path: string
  find(sql: Sql, id: number, token: string, now: Date): Promise<FoundPayable<Object> | null>
  pay(tx: Tx, scope: Scope, found: Object, form: Form, locale: Locale): Promise<FormErrors>
  /** Runs the action of its other buttons. An unknown action changes nothing. */
  press?(tx: ModelTx, scope: Scope, found: Object, action: string, form: Form): Promise<PressResult>
  view(page: PageInput, found: Object): PageView
}
