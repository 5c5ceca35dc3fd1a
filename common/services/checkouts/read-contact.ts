import { checkAnswer } from '../../domain/checkouts/custom-fields.ts'
import type { CustomFieldObject } from '../../domain/checkouts/object.ts'
import type { Form, FormErrors } from '../../kit/form.ts'
import { typedEmailProblem } from '../../kit/meant-email.ts'
import { hasPhones, readPhone } from '../../kit/phone.ts'
import type { ProblemKey } from '../../kit/sentence-key.ts'
import { lengthOf, unfit } from '../../kit/text.ts'
import type { Project } from '../projects/project.ts'
import type { Checkout } from './checkouts-table.ts'

/** The contact details from the page. A field that the checkout does not collect keeps its value. */
export interface Contact {
  customerEmail: string | null
  phoneNumber: string | null
  deliveryAddress: Record<string, string> | null
  customFields: CustomFieldObject[] | null
}

/** Reads the fields that the checkout collects from the form. Returns an error for each invalid field. */
export function readContact(
  project: Project,
  checkout: Checkout,
  form: Form,
): { contact: Contact; errors: FormErrors } {
  const errors: FormErrors = {}
  return {
    errors,
    contact: {
      customerEmail: checkout.emailCollection ? email(form, errors) : checkout.customerEmail,
      phoneNumber: checkout.phoneNumberCollection ? phone(project, form, errors) : checkout.phoneNumber,
      deliveryAddress: checkout.deliveryAddressCollection
        ? address(project, form, errors)
        : checkout.deliveryAddress,
      customFields: answers(checkout.customFields, form, errors),
    },
  }
}

function email(form: Form, errors: FormErrors): string | null {
  const typed = form.email ?? ''
  const problem = typed === '' ? 'email_required' : typedEmailProblem(form)
  if (problem) errors.email = problem
  return typed
}

function phone(project: Project, form: Form, errors: FormErrors): string | null {
  const typed = form.phone ?? ''
  const read = typed === '' ? null : readPhone(typed, project.country)
  if (typed === '') errors.phone = 'phone_required'
  else if (read === null) errors.phone = 'phone_invalid'
  return read
}

const ADDRESS = ['name', 'line1', 'line2', 'city', 'district', 'postal_code', 'country', 'note'] as const
const REQUIRED: Partial<Record<(typeof ADDRESS)[number], ProblemKey>> = {
  name: 'name_required',
  line1: 'line1_required',
  city: 'city_required',
}
const LONGEST = 255

function address(project: Project, form: Form, errors: FormErrors): Record<string, string> {
  const given: Record<string, string> = {}
  for (const part of ADDRESS) {
    const name = `delivery_address[${part}]`
    const typed = form[name] ?? ''
    const required = REQUIRED[part]
    // Programs, and pages loaded before an upgrade, have no field for the name.
    const isAsked = part !== 'name' || name in form
    if (typed === '' && required && isAsked) errors[name] = required
    else if (lengthOf(typed) > LONGEST) errors[name] = 'field_too_long'
    else if (unfit(typed, true)) errors[name] = 'field_unfit'
    if (typed !== '') given[part] = typed
  }
  const country = (given.country ?? project.country).toUpperCase()
  // The page offers exactly the countries that have phone numbers.
  if (!hasPhones(country)) errors['delivery_address[country]'] = 'country_invalid'
  return { ...given, country }
}

function answers(
  fields: CustomFieldObject[] | null,
  form: Form,
  errors: FormErrors,
): CustomFieldObject[] | null {
  if (!fields) return null
  return fields.map((field) => {
    const name = `custom_fields[${field.key}]`
    const typed = form[name] ?? ''
    const problem = unfit(typed) ? 'field_unfit' : checkAnswer(field, typed, lengthOf(typed))
    if (problem) errors[name] = problem
    return { ...field, value: typed === '' ? null : typed }
  })
}
