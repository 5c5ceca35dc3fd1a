import type { NamesIn } from '../../../db/columns.ts'
import type { Row } from '../../../db/define-table.ts'
import type { Picture } from '../../domain/images/picture.ts'
import type { emailsTable } from './emails-table.ts'

const CLAIMED = 'id project_id is_test kind customer_id recipient locale request_id tries'

export const CLAIMED_COLUMNS = `${CLAIMED.replaceAll(' ', ', ')}, words AS payload`

export interface ClaimedRow extends Pick<Row<typeof emailsTable>, NamesIn<typeof CLAIMED>> {
  payload: string
}

/** An email that this worker has claimed. */
export interface ClaimedEmail extends ClaimedRow {
  /** The customer's current link version, for links into the portal. */
  link_version: number
  /** Pictures of a receipt's lines by item id. */
  pictures: ReadonlyMap<number, Picture>
}
