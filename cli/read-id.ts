import { Refusal } from '../common/kit/refusal.ts'
import { findProject } from '../common/services/projects/find.ts'
import type { Project } from '../common/services/projects/project.ts'
import type { Sql } from '../db/sql.ts'

/** Reads an id; throws unless it is a number of digits only. */
export function readId(text: string | undefined, what: string): number {
  if (text !== undefined && /^[1-9]\d{0,14}$/.test(text)) return Number(text)
  const sentence = `'${text ?? ''}' is not the id of a ${what}: an id has only digits.`
  throw new Refusal({ code: 'validation_failed', path: what, params: { sentence } })
}

const LIST_PROJECTS = "'bin/tolbor project list' shows the existing ones."

export async function projectWithId(sql: Sql, id: number): Promise<Project> {
  const project = await findProject(sql, id)
  if (!project) throw new Refusal({ code: 'not_found', params: { what: 'project', advice: LIST_PROJECTS } })
  return project
}
