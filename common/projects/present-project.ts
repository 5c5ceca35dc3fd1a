import { iso } from '../kit/time.ts'
import type { Project } from './project.ts'

/** A project as `GET /v1/projects/:project_id` answers it: both modes share its settings. */
export function presentProject(project: Project) {
  const transfer = project.paymentSettings.bank_transfer
  return {
    id: project.id,
    name: project.name,
    currency: project.currency,
    country: project.country,
    timezone: project.timezone,
    locale: project.locale,
    plan: project.plan,
    email: project.email,
    support_phone: project.supportPhone,
    legal_name: project.legalName,
    registration_number: project.registrationNumber,
    address: project.address,
    terms_url: project.termsUrl,
    logo_url: project.logoUrl,
    color: project.color,
    invoice_prefix: project.invoicePrefix,
    payment_methods: {
      bank_transfer: {
        enabled: transfer?.enabled ?? false,
        bank_name: transfer?.bank_name || null,
        account_number: transfer?.account_number || null,
        account_holder: transfer?.account_holder || null,
      },
    },
    created_at: iso(project.createdAt),
    updated_at: iso(project.updatedAt),
  }
}
