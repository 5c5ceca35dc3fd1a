import { Refusal } from '../common/kit/refusal.ts'
import { findProject } from '../common/services/projects/find.ts'
import type { Project } from '../common/services/projects/project.ts'
import type { Sql } from '../db/sql.ts'

/** Reads an id; throws unless it is a number of digits only. */
export function readId(text: string | undefined, what: string): number {
  if (text !== undefined && /^[1-9]\d{0,14}$/.test(text)) return Number(text)
  const list = LISTS[what] === undefined ? '' : ` 'bin/tolbor ${LISTS[what]}' shows them.`
  const sentence = `'${text ?? ''}' is not an id of ${article(what)} ${what}: an id has only digits.${list}`
  throw new Refusal({ code: 'validation_failed', path: what, params: { sentence } })
}

/** The command that shows the ids. */
const LISTS: Readonly<Record<string, string>> = {
  project: 'project list',
  token: 'token list --project ID',
  payment: 'payment list --project ID',
  email: 'emails failed',
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? 'an' : 'a'
}

const LIST_PROJECTS = "'bin/tolbor project list' shows the existing ones."

export async function projectWithId(sql: Sql, id: number): Promise<Project> {
  const project = await findProject(sql, id)
  if (!project) throw new Refusal({ code: 'not_found', params: { what: 'project', advice: LIST_PROJECTS } })
  return project
}
