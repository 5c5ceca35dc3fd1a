import { isEmail } from '../../../common/kit/email.ts'
import { type FormErrors, isFaulty } from '../../../common/kit/form.ts'
import { amountProblem, readAmount } from '../../../common/kit/read-amount.ts'
import { createCheckout } from '../../../common/services/checkouts/create.ts'
import { lockCustomerByEmail } from '../../../common/services/customers/choose.ts'
import { saveCustomer } from '../../../common/services/customers/save.ts'
import { lockForPlanLimit } from '../../../common/services/projects/plan-limit.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { onConnection } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import { idOf } from '../../context.ts'
import type { Form } from '../../pages/form.ts'
import type { PressResult } from '../../pages/hosted-page.ts'
import { checkoutBody } from '../../v1/checkouts/schema.ts'
import { customerBody } from '../../v1/customers/schema.ts'
import { validate } from '../../valid.ts'
import { createOnce } from '../create-once.ts'
import { formPage } from '../kit/form.ts'
import { addressIn, type ProjectVisit } from '../project-visit.ts'
import { endOfDay } from '../selling/day.ts'
import { isPriceField, type ItemBody, readItems } from '../selling/items.ts'
import { namedCustomer } from '../selling/named-customer.ts'
import { readPageChoices } from '../selling/page-choices.ts'
import { findPriceChoices, knownPrices } from '../selling/price-choices.ts'
import { refusedFields } from '../selling/problems.ts'
import { type NewCheckout, newCheckoutForm } from './form-view.ts'

/** The form that creates a checkout, empty or for the customer or the price of a link. */
export const newCheckoutPage = formPage<NewCheckout>({
  ...newCheckoutForm,
  needs: 'operate',
  done: 'checkout_created',
  find: (visit, _id, query, form) =>
    onConnection(async (sql) => {
      const { scope } = visit
      const customer = await namedCustomer(sql, scope, query)
      if (customer === null) return null
      const priceId = idOf(query.price_id as string)
      const also = priceId === null ? [] : [priceId]
      const choices = await findPriceChoices(sql, visit, form, { also, isField: isPriceField })
      return {
        ...choices,
        customer: customer === 'none' ? null : customer,
        priceId: choices.chosen.some(({ id }) => id === priceId) ? priceId : null,
      }
    }),
  save: async (visit, offer, form) => {
    const { scope, locale } = visit
    const { items, rows, errors } = readItems(form, scope.project.currency, locale)
    const more = readMore(visit, form, errors)
    const contact = offer.customer ? { customer_id: offer.customer.id } : readContact(form, errors)
    if (isFaulty(errors)) return { errors }
    const isPlan = items.some((item) => isRecurring(item, offer))
    try {
      const id = await createOnce(visit, newCheckoutForm.path, form, async (tx) => {
        const customer = await customerFields(tx, scope, contact, isPlan)
        const page = { ...readPageChoices(form), ...(isPhoneOnly(contact, offer) && !isPlan && NO_EMAIL) }
        const body = { items, ...page, ...more, ...customer }
        const { currency } = scope.project
        return (
          await createCheckout(tx, scope, validate(checkoutBody, body, { isTest: scope.isTest, currency }))
        ).id
      })
      return { goTo: addressIn(visit, `/checkouts/${id}`) }
    } catch (error) {
      return { errors: refusedFields(error, rows, NAMES) } satisfies PressResult
    }
  },
})

const NAMES = {
  customer_id: 'contact',
  customer_email: 'contact',
  phone: 'contact',
  discounts: 'discount',
  expires_at: 'last_day',
}

function isRecurring({ price_id: id }: ItemBody, offer: NewCheckout): boolean {
  return knownPrices(offer).some((price) => price.id === id && price.type === 'recurring')
}

type Contact = { customer_id: number } | { email: string } | { phone: string } | null

function readContact({ contact = '' }: Form, errors: FormErrors): Contact {
  if (contact === '') return null
  if (!contact.includes('@')) return { phone: contact }
  if (!isEmail(contact)) errors.contact = 'contact_invalid'
  return { email: contact }
}

/** The page does not ask for the address of a customer who is known by phone. Emails about a plan need one. */
const NO_EMAIL = { email_collection: false } as const

function isPhoneOnly(contact: Contact, { customer }: NewCheckout): boolean {
  if (customer) return customer.email === null && customer.phone !== null
  return contact !== null && 'phone' in contact
}

/** Returns the customer for the request to the API. A phone number belongs to a new customer, as in `POST /customers`. */
async function customerFields(tx: Tx, scope: Scope, contact: Contact, isPlan: boolean) {
  if (contact === null || 'customer_id' in contact) return contact
  if (isPlan) await lockForPlanLimit(tx, scope) // before the customer
  if ('phone' in contact)
    return { customer_id: (await saveCustomer(tx, scope, validate(customerBody, contact))).customer.id }
  const { email } = contact
  // A plan needs a customer; another order finds or creates them by the address.
  return {
    customer_email: email,
    ...(isPlan && { customer_id: await lockCustomerByEmail(tx, scope, email) }),
  }
}

/** Reads the fields that most checkouts do not need. */
function readMore({ scope: { project }, locale }: ProjectVisit, form: Form, errors: FormErrors) {
  const {
    client_reference_id: reference = '',
    discount = '',
    discount_text: text = '',
    last_day: day = '',
  } = form
  const amount = discount === '' ? 0 : readAmount(discount, project.currency)
  if (amount === null) errors.discount = amountProblem(discount, project.currency, locale)
  const end = endOfDay(day, project.timezone)
  if (day !== '' && end === null) errors.last_day = 'last_day_range'
  const usual = translate(project.locale)('dashboard.new_checkout.discount')
  return {
    ...(reference !== '' && { client_reference_id: reference }),
    ...(amount && { discounts: [{ amount, description: text || usual }] }),
    ...(end !== null && { expires_at: end }),
  }
}
