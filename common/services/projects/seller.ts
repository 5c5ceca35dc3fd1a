import type { Seller } from '../../domain/projects/object.ts'
import type { Project } from './project.ts'

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
