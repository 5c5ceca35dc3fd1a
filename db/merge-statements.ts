import { isDeepStrictEqual } from 'node:util'
import type { Value } from './bind.ts'
import type { Statement, WriteResult } from './statement.ts'

/** One statement in place of several. */
export interface Merged {
  /** Statements whose texts, with values, are joined with ` UNION ALL `. */
  parts: readonly Pick<Statement, 'text' | 'values'>[]
  /** The statements that it replaces: the member, and the place among the statements that this member has sent. */
  of: readonly { member: number; place: number }[]
  /** Returns the answer to each of those. `step` is the distance between two new ids. */
  split: (answer: unknown, step: number) => readonly unknown[]
}

/**
 * Merges equal statements that members of a batch send at the same moment. `sent`: the statements of each member, in
 * order. Members that send the same texts are merged place by place: they share no row, so the order of members means
 * nothing. All other statements are sent unchanged.
 */
export function mergeStatements(sent: readonly (readonly Statement[])[]): Merged[] {
  const groups: number[][] = []
  sent.forEach((statements, member) => {
    const group = groups.find(([first]) => areEqual(sent[first!]!, statements))
    if (group) group.push(member)
    else groups.push([member])
  })
  return groups.flatMap((members) =>
    sent[members[0]!]!.flatMap((_, place) =>
      mergePlace(members.map((member) => ({ member, place, statement: sent[member]![place]! }))),
    ),
  )
}

function areEqual(some: readonly Statement[], others: readonly Statement[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ combine, text }, place) => combine !== undefined && text === others[place]!.text)
  )
}

interface Placed {
  member: number
  place: number
  statement: Statement
}

/** Merges statements of the same text. */
function mergePlace(placed: readonly Placed[]): Merged[] {
  const [{ statement }] = placed as [Placed]
  if (placed.length === 1) return [{ parts: [statement], of: placed, split: (answer) => [answer] }]
  switch (statement.combine) {
    case 'subject':
      return byOtherValues(placed).map(mergeSubjects)
    case 'rows':
      return [mergeRows(placed)]
    default:
      return [mergeSelects(placed)]
  }
}

/** An UPDATE of one row, by its id. Its members may set different values, but not in a subquery, where `id` is another one. */
const UPDATES_ROW = /^UPDATE \S+ SET (?<assignments>(?:(?!SELECT).)*?)\s+WHERE .*\bid IN \(\?\)$/su

/** Returns how many of the first values of a statement may differ between members: those that an UPDATE of a row sets. */
function countSet(text: string): number {
  const { assignments = '' } = UPDATES_ROW.exec(text)?.groups ?? {}
  return assignments.split('?').length - 1
}

/** Groups statements whose other values, without the subject, are equal. */
function byOtherValues(placed: readonly Placed[]): Placed[][] {
  const set = countSet(placed[0]!.statement.text)
  const groups = new Map<string, Placed[]>()
  for (const one of placed) {
    const name = JSON.stringify(one.statement.values.slice(set, -1))
    const group = groups.get(name)
    if (group) group.push(one)
    else groups.set(name, [one])
  }
  return [...groups.values()]
}

function mergeSubjects(placed: readonly Placed[]): Merged {
  const subjects = placed.map(({ statement: { values } }) => values.at(-1) as number)
  return {
    parts: [setBySubject(placed, subjects)],
    of: placed,
    split: (answer) => {
      if (!Array.isArray(answer)) return subjects.map(() => answer) // a write's, which is not used
      const rows = new Map<number, unknown[]>(subjects.map((id) => [id, []]))
      for (const row of answer as { id: number; subject?: number }[])
        rows.get(row.subject ?? row.id)!.push(row)
      return subjects.map((id) => rows.get(id))
    },
  }
}

/** Returns one statement for all subjects. A value that differs between them becomes `CASE id WHEN … THEN … END`. */
function setBySubject(placed: readonly Placed[], subjects: readonly number[]): Merged['parts'][number] {
  const { text, values } = placed[0]!.statement
  const pieces = text.split('?')
  const set = countSet(text)
  const merged: Value[] = []
  const texts = values.slice(0, -1).map((value, place) => {
    const own = placed.map((one) => one.statement.values[place] as Value)
    if (place >= set || own.every((other) => isDeepStrictEqual(other, value))) {
      merged.push(value as Value)
      return '?'
    }
    if (new Set(subjects).size < subjects.length)
      throw new Error(
        `Two members of a batch set different values of one row: ${text}. Put them into separate batches.`,
      )
    merged.push(...subjects.flatMap((id, member) => [id, own[member]!]))
    return `CASE id${' WHEN ? THEN ?'.repeat(subjects.length)} END`
  })
  return {
    text: [...texts, '?'].reduce((whole, one, place) => whole + one + pieces[place + 1]!, pieces[0]!),
    values: [...merged, subjects],
  }
}

function mergeRows(placed: readonly Placed[]): Merged {
  const rows = placed.map(({ statement: { values } }) => values[0] as readonly never[])
  return {
    parts: [{ text: placed[0]!.statement.text, values: [rows.flat()] }],
    of: placed,
    split: (answer, step) => {
      const { insertId, affectedRows } = answer as WriteResult
      // New rows have consecutive ids. If some rows existed already, the new ones are unknown, and none is returned.
      if (affectedRows !== rows.flat().length) return rows.map(() => ({ insertId: 0, affectedRows: 0 }))
      let before = 0
      return rows.map(({ length }) => {
        const own = { insertId: insertId + before * step, affectedRows: length }
        before += length
        return own
      })
    },
  }
}

function mergeSelects(placed: readonly Placed[]): Merged {
  return {
    parts: placed.map(({ statement: { text, values } }, index) => ({
      text: index === 0 ? text : text.slice(text.indexOf('SELECT')),
      values,
    })),
    of: placed,
    split: (answer) => placed.map(() => answer),
  }
}
