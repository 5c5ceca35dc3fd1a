import type { Sql } from '../../../db/sql.ts'
import type { Project, ProjectRow } from './project.ts'
import { toProject } from './rows.ts'

/** Lists every project of this installation, oldest first. */
export async function listProjects(sql: Sql): Promise<Project[]> {
  return (await sql.rows<ProjectRow>('SELECT * FROM projects ORDER BY id')).map(toProject)
}
