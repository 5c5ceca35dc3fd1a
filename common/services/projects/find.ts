import type { Sql } from '../../../db/sql.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Project, ProjectRow } from './project.ts'
import { StoredProject } from './projects-table.ts'
import { toProject } from './rows.ts'

/** Finds a project, not from the cache; returns null if not found. */
export async function findProject(sql: Sql, id: number): Promise<Project | null> {
  const row = await sql.row<ProjectRow>('SELECT * FROM projects WHERE id = ?', [id])
  return row ? toProject(row) : null
}

/** Returns the project like `findProject`, or throws 404. */
export async function getProject(sql: Sql, id: number): Promise<Project> {
  return (await findProject(sql, id)) ?? notFound()
}

/** Returns a project's row, locked until the transaction ends, or throws 404. */
export async function lockStoredProject({ transaction }: ModelTx, id: number): Promise<StoredProject> {
  return (await StoredProject.findByPk(id, { lock: true, transaction })) ?? notFound()
}

function notFound(): never {
  throw new Refusal({ code: 'not_found', params: { what: 'project' } })
}

/** Lists every project of this installation, oldest first. */
export async function listProjects(sql: Sql): Promise<Project[]> {
  return (await sql.rows<ProjectRow>('SELECT * FROM projects ORDER BY id')).map(toProject)
}
