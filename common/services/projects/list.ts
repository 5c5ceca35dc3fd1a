import type { Sql } from '../../../db/sql.ts'
import type { Project } from './project.ts'
import { type ProjectRow, toProject } from './rows.ts'

/** Lists every project of this installation, oldest first. */
export async function listProjects(sql: Sql): Promise<Project[]> {
  return (await sql.rows<ProjectRow>('SELECT * FROM projects ORDER BY id')).map(toProject)
}
