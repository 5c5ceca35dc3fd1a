import type { Router } from 'express'
import { customerProperties } from '../../../common/domain/customers/object.ts'
import { givenFields, type GivenNames } from '../../../common/kit/field.ts'
import type { FormErrors, FormProblem } from '../../../common/kit/form.ts'
import { type Problem, Refusal } from '../../../common/kit/refusal.ts'
import type { ProblemKey } from '../../../common/kit/sentence-key.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import { listCheckouts } from '../../../common/services/checkouts/list.ts'
import { findCustomer, findCustomerRow, getCustomer } from '../../../common/services/customers/find.ts'
import { listCustomers } from '../../../common/services/customers/list.ts'
import { searchCustomers } from '../../../common/services/customers/search.ts'
import { updateCustomer } from '../../../common/services/customers/update.ts'
import { listInvoices } from '../../../common/services/invoices/list.ts'
import { portalUrl } from '../../../common/services/links/portal.ts'
import { deleteCustomer } from '../../../common/services/operations/delete-customer.ts'
import { listPayments } from '../../../common/services/payments/list.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import { listSubscriptions } from '../../../common/services/subscriptions/list.ts'
import type { Page } from '../../../db/page.ts'
import { onConnection, type Sql } from '../../../db/sql.ts'
import type { Form } from '../../pages/form.ts'
import { customerChanges } from '../../v1/customers/schema.ts'
import { validate } from '../../valid.ts'
import { withOverdue } from '../invoices/view.ts'
import { detailPage } from '../kit/detail.ts'
import { newest } from '../kit/filters.ts'
import { formPage } from '../kit/form.ts'
import { listPage } from '../kit/list.ts'
import { addressIn } from '../project-visit.ts'
import { textProblem } from '../selling/problems.ts'
import { customerDetail, customerForm, customerList, type Newest, type WholeCustomer } from './view.ts'

/** Number of objects of each kind on the page of a customer, the newest first. */
const SHOWN = 20

/** All customers, newest first, and the search. */
export const customersPage: Router = listPage({
  ...customerList,
  find: (sql, scope, query) => listCustomers(sql, scope, query),
  search: searchCustomers,
})

/** A customer with everything they have, and the button that erases them. */
export const customerPage: Router = detailPage({
  ...customerDetail,
  find: ({ scope }, id) => onConnection((sql) => findWhole(sql, scope, id)),
  actions: {
    erase: {
      ...customerDetail.actions.erase,
      run: async (visit, { customer }, { agreed }) => {
        if (agreed !== '1') return { errors: { agreed: 'erase_agree' } }
        try {
          await atomically((tx) => deleteCustomer(tx, visit.scope, customer.id))
        } catch (error) {
          return { errors: { '': problemIn(error, ERASE_PROBLEMS) } }
        }
        return { goTo: addressIn(visit, '/customers'), done: 'erased' }
      },
    },
  },
})

/** The form that changes a customer. */
export const customerFormPage: Router = formPage({
  ...customerForm,
  needs: 'operate',
  find: ({ scope }, id) => (id === null ? null : onConnection((sql) => findCustomer(sql, scope, { id }))),
  save: async (visit, { id }, form) => {
    const changes = changesIn(form)
    try {
      await atomically((tx) =>
        updateCustomer(tx, visit.scope, id, validate(customerChanges, changes, { keepNull: true })),
      )
    } catch (error) {
      return { errors: errorsIn(error, changes) }
    }
    return { goTo: addressIn(visit, `/customers/${id}`) }
  },
})

async function findWhole(sql: Sql, scope: Scope, id: number): Promise<WholeCustomer | null> {
  const row = await findCustomerRow(sql, scope, { id })
  if (!row) return null
  const query = { customer_id: id, ...newest(SHOWN) }
  const time = now()
  const invoices = newestIn(await listInvoices(sql, scope, query, time))
  return {
    customer: await getCustomer(sql, scope, { id }),
    portalUrl: portalUrl(id, row.link_version),
    subscriptions: newestIn(await listSubscriptions(sql, scope, query)),
    payments: newestIn(await listPayments(sql, scope, query, time)),
    checkouts: newestIn(await listCheckouts(sql, scope, query, time)),
    invoices: { ...invoices, items: invoices.items.map((one) => withOverdue(one, time)) },
  }
}

function newestIn<Item>(page: Page<Item>): Newest<Item> {
  return { items: page.items, hasMore: 'hasMore' in page && page.hasMore }
}

/** The fields of the form: every text that a PATCH takes. */
const FORM_FIELDS = givenFields(customerProperties, 'change')
  .filter(([, { column }]) => column.definition.form === 'plain')
  .map(([name]) => name)

type Changes = Record<string, string | null>

/** Returns the fields of the form as a PATCH. An empty field clears the value. */
function changesIn(form: Form): Changes {
  return Object.fromEntries(
    FORM_FIELDS.flatMap((name) => (form[name] === undefined ? [] : [[name, form[name].trim() || null]])),
  )
}

const ERASE_PROBLEMS: Readonly<Record<string, ProblemKey>> = {
  customer_has_subscription: 'erase_subscription',
  customer_has_pending_payment: 'erase_pending',
}

function problemIn(error: unknown, known: Readonly<Record<string, ProblemKey>>): ProblemKey {
  const problem = error instanceof Refusal ? known[error.code] : undefined
  if (problem === undefined) throw error
  return problem
}

/** The problem of each field of the form, if its text is neither too long nor has unfit characters. */
const FIELD_PROBLEMS: Readonly<
  Record<Exclude<GivenNames<typeof customerProperties, 'change'>, 'metadata'>, ProblemKey>
> = {
  name: 'form_refused',
  email: 'email_invalid',
  phone: 'phone_invalid',
  client_reference_id: 'customer_reference',
}

/** Returns the problems of a refused form by field. A customer who could no longer be identified is a problem of the form. */
function errorsIn(error: unknown, changes: Changes): FormErrors {
  if (!(error instanceof Refusal) || error.status !== 422) throw error
  return Object.fromEntries(
    error.problems.map((problem) => {
      const { path = '' } = problem
      // An empty field is refused only if none that identifies the customer is left.
      return changes[path] === null ? ['', 'customer_identity'] : [path, problemOf(problem)]
    }),
  )
}

function problemOf(problem: Problem): FormProblem {
  const known: Readonly<Record<string, ProblemKey>> = FIELD_PROBLEMS
  return textProblem(problem) ?? known[problem.path ?? ''] ?? 'form_refused'
}
