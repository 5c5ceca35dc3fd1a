import type { Project } from './project.ts'

/** Who sold, as a receipt names them: frozen with it, whatever the merchant changes afterwards. */
export interface Seller {
  name: string
  legal_name: string | null
  registration_number: string | null
  address: string | null
  support_phone: string | null
  email: string | null
}

export function sellerOf(project: Project): Seller {
  return {
    name: project.name,
    legal_name: project.legalName,
    registration_number: project.registrationNumber,
    address: project.address,
    support_phone: project.supportPhone,
    email: project.email,
  }
}
