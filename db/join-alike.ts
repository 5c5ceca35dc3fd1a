import type { ResultSetHeader } from 'mysql2'
import type { Statement } from './statement.ts'

/** One statement in the place of several. */
export interface Joined {
  /** What it is made of: statements whose texts, with values, are put together with ` UNION ALL `. */
  parts: readonly Pick<Statement, 'text' | 'values'>[]
  /** Those that it stands for: by companion, and the place among what that one has sent. */
  of: readonly { companion: number; place: number }[]
  /** The answer to each of those, of the answer to it. */
  share: (answer: unknown, step: number) => readonly unknown[]
}

/**
 * Makes one statement of those that companions send alike at the same moment. `sent`: of each companion, in order.
 * Companions who send the same texts are joined place by place: they have no row in common, so of theirs nothing has to
 * be in the order of companions. Whoever sends anything else sends it as it is, side by side.
 */
export function joinAlike(sent: readonly (readonly Statement[])[]): Joined[] {
  const groups: number[][] = []
  sent.forEach((statements, companion) => {
    const group = groups.find(([first]) => areAlike(sent[first!]!, statements))
    if (group) group.push(companion)
    else groups.push([companion])
  })
  return groups.flatMap((companions) =>
    sent[companions[0]!]!.flatMap((_, place) =>
      joinPlace(companions.map((companion) => ({ companion, place, statement: sent[companion]![place]! }))),
    ),
  )
}

function areAlike(some: readonly Statement[], others: readonly Statement[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ combine, text }, place) => combine !== undefined && text === others[place]!.text)
  )
}

interface Placed {
  companion: number
  place: number
  statement: Statement
}

/** Statements of the same text. */
function joinPlace(placed: readonly Placed[]): Joined[] {
  const [{ statement }] = placed as [Placed]
  if (placed.length === 1) return [{ parts: [statement], of: placed, share: (answer) => [answer] }]
  switch (statement.combine) {
    case 'subject':
      return bySameValues(placed).map(joinSubjects)
    case 'rows':
      return [joinRows(placed)]
    default:
      return [joinSelects(placed)]
  }
}

/** Those whose values, but for the subject, are the same. */
function bySameValues(placed: readonly Placed[]): Placed[][] {
  const groups = new Map<string, Placed[]>()
  for (const one of placed) {
    const name = JSON.stringify(one.statement.values.slice(0, -1))
    const group = groups.get(name)
    if (group) group.push(one)
    else groups.set(name, [one])
  }
  return [...groups.values()]
}

function joinSubjects(placed: readonly Placed[]): Joined {
  const subjects = placed.map(({ statement: { values } }) => values.at(-1) as number)
  const { text, values } = placed[0]!.statement
  return {
    parts: [{ text, values: [...values.slice(0, -1), subjects] }],
    of: placed,
    share: (answer) => {
      if (!Array.isArray(answer)) return subjects.map(() => answer) // a write's, which nobody looks at
      const rows = new Map<number, unknown[]>(subjects.map((id) => [id, []]))
      for (const row of answer as { id: number; subject?: number }[])
        rows.get(row.subject ?? row.id)!.push(row)
      return subjects.map((id) => rows.get(id))
    },
  }
}

function joinRows(placed: readonly Placed[]): Joined {
  const rows = placed.map(({ statement: { values } }) => values[0] as readonly never[])
  return {
    parts: [{ text: placed[0]!.statement.text, values: [rows.flat()] }],
    of: placed,
    share: (answer, step) => {
      const { insertId, affectedRows } = answer as ResultSetHeader
      // Rows that were all new have ids in a row; else nobody could say which are new, and none is said to be.
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

function joinSelects(placed: readonly Placed[]): Joined {
  return {
    parts: placed.map(({ statement: { text, values } }, index) => ({
      text: index === 0 ? text : text.slice(text.indexOf('SELECT')),
      values,
    })),
    of: placed,
    share: (answer) => placed.map(() => answer),
  }
}
