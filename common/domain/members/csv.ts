import { csvColumns } from '../../kit/csv.ts'
import type { MemberObject } from './object.ts'

const { plain, times } = csvColumns<MemberObject>()

/** The columns of exported members. */
export const memberCsv = [...plain('id'), ...times('created_at'), ...plain('email', 'name', 'role')]
