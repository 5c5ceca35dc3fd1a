import { onConnection } from '../../db/sql.ts'
import { createTrigger } from './create-trigger.ts'

/** The errors of the database when another transaction was faster. */
const LOST = {
  deadlock: "SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock found when trying to get lock'",
  'unique index': "SET MYSQL_ERRNO = 1062, MESSAGE_TEXT = 'Duplicate entry for key customers_reference'",
  'wait for a row': "SET MYSQL_ERRNO = 1205, MESSAGE_TEXT = 'Lock wait timeout exceeded'",
}

/** Makes every insert of a project fail, as if another transaction were always faster, until `letWin`. */
export async function letLose(table: string, projectId: number, how: keyof typeof LOST): Promise<void> {
  const body = `IF NEW.project_id = ${projectId} THEN SIGNAL SQLSTATE '40001' ${LOST[how]}; END IF`
  await createTrigger(`CREATE TRIGGER always_late BEFORE INSERT ON ${table} FOR EACH ROW ${body}`)
}

/** Ends the failures of `letLose`. */
export async function letWin(): Promise<void> {
  await onConnection((sql) => sql.run('DROP TRIGGER IF EXISTS always_late'))
}
