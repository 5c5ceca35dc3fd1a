/** The kind of a change to a row of a table. */
export type ChangeKind = 'created' | 'updated' | 'deleted'

/** The project and mode of a row. */
export interface RowOwner {
  projectId: number
  isTest: boolean
}
