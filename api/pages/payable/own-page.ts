import type { PayableType } from '../../../common/domain/payments/object.ts'
import type { FormErrors } from '../../../common/kit/form.ts'
import type { Locale } from '../../../common/kit/format.ts'
import type { Amount } from '../../../common/kit/money.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import type { Sql } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Form } from '../form.ts'
import type { Pressed } from '../hosted-page.ts'
import type { PageView } from '../kit/page-view.ts'
import type { PageInput } from './state.ts'

/** What every such page needs to know of what it is about. */
export interface Found {
  id: number
  project_id: number
  is_test: boolean
  locale: 'auto' | Locale
  cancel_url: string | null
  /** The sum to be paid. */
  amount: Amount
}

/** What is behind an address. */
export interface Behind<Object> {
  found: Object
  /** The time at which it is shown: a test clock's, or real time. */
  now: Date
  /** False where it is known that nobody has begun to pay. */
  wasTried?: boolean
}

/** What the page of one kind of payable has of its own; the rest is the same for all. */
export interface OwnPage<Object extends Found> {
  type: PayableType
  /** Its address: this, an id and a secret. */
  path: string
  find(sql: Sql, id: number, token: string, now: Date): Promise<Behind<Object> | null>
  pay(tx: Tx, scope: Scope, found: Object, form: Form, locale: Locale): Promise<FormErrors>
  /** Does what its other buttons ask for. One it does not know changes nothing. */
  press?(tx: Tx, scope: Scope, found: Object, action: string, form: Form): Promise<Pressed>
  view(page: PageInput, found: Object): PageView
}
