import { emailProblem } from '../../../common/kit/email.ts'
import { type FormErrors, isFaulty } from '../../../common/kit/form.ts'
import { Submission } from '../../../common/kit/submission.ts'
import { lockCustomerByEmail } from '../../../common/services/customers/choose.ts'
import { startTrialForCustomer } from '../../../common/services/operations/start-trial.ts'
import { lockForPlanLimit } from '../../../common/services/projects/plan-limit.ts'
import { onConnection } from '../../../db/sql.ts'
import { idOf } from '../../context.ts'
import { createOnce } from '../create-once.ts'
import { formPage } from '../kit/form.ts'
import { addressIn } from '../project-visit.ts'
import { namedCustomer } from '../selling/named-customer.ts'
import { findPriceChoices } from '../selling/price-choices.ts'
import { refusedFields } from '../selling/problems.ts'
import { type NewTrial, newTrialForm } from './trial-view.ts'

/** The form that starts a trial, for the customer of a link or for an address. */
export const newTrialPage = formPage<NewTrial>({
  ...newTrialForm,
  needs: 'operate',
  done: 'trial_started',
  find: (visit, _id, query, form) =>
    onConnection(async (sql) => {
      const { scope } = visit
      const customer = await namedCustomer(sql, scope, query)
      if (customer === null) return null
      const priceId = idOf(query.price_id as string)
      const plans = await findPriceChoices(sql, visit, form, {
        ...{ type: 'recurring', also: priceId === null ? [] : [priceId] },
        isField: (name) => name === 'price_id',
      })
      return { ...plans, customer: customer === 'none' ? null : customer, priceId }
    }),
  save: async (visit, { customer }, form) => {
    const { scope } = visit
    const errors: FormErrors = {}
    const { customer: email = '', days = '' } = form
    const priceId = idOf(form.price_id ?? '')
    const wrong = email === '' ? 'trial_customer' : emailProblem(email)
    if (!customer && wrong) errors.customer = wrong
    if (priceId === null) errors.price_id = 'trial_plan'
    if (!/^\d{1,3}$/.test(days) || Number(days) < 1 || Number(days) > 365) errors.days = 'trial_days'
    if (isFaulty(errors) || priceId === null) return { errors }
    try {
      const id = await createOnce(visit, newTrialForm.path, form, async (tx) => {
        if (!customer) await lockForPlanLimit(tx, scope) // before the customer
        const customerId = customer?.id ?? (await lockCustomerByEmail(tx, scope, email))
        const trial = { customer_id: customerId, price_id: priceId, trial_days: Number(days) }
        return (await startTrialForCustomer(tx, scope, new Submission(trial))).id
      })
      return { goTo: addressIn(visit, `/subscriptions/${id}`) }
    } catch (error) {
      return { errors: refusedFields(error, [], { price: 'price_id', customer_id: 'customer' }) }
    }
  },
})
