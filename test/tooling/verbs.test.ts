import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import ts from 'typescript'

/** The decision that lists the verbs, each with its file. */
const DECISION = 'docs/decisions/0002-hand-written-sql.md'

const sources = readdirSync('db')
  .filter((name) => name.endsWith('.ts'))
  .map((name) =>
    ts.createSourceFile(`db/${name}`, readFileSync(`db/${name}`, 'utf8'), ts.ScriptTarget.Latest),
  )

/** Returns the public methods of `Sql` that run statements: raw SQL, inside a transaction and outside. */
function methodsOfSql(): string[] {
  return sources.flatMap((source) =>
    source.statements
      .filter(ts.isClassDeclaration)
      .filter(({ name }) => name?.text === 'Sql')
      .flatMap(({ members }) => members.filter(ts.isMethodDeclaration))
      .filter(({ type }) => type?.getText(source).startsWith('Promise'))
      .map(({ name }) => `${name.getText(source)} in ${source.fileName}`),
  )
}

/**
 * Returns the exported functions that run statements (their first argument is `Sql` or `Tx`) on a table, a model or a
 * row of the caller. Functions over a `Listing` are for lists, and made of the verbs.
 */
function functionsOnTables(): string[] {
  const found = sources.flatMap((source) =>
    source.statements
      .filter(ts.isFunctionDeclaration)
      .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
      .filter(({ parameters: [runner, target] }) => {
        const on = target?.type
        return (
          /^(Sql|Tx|ModelTx)$/.test(runner?.type?.getText(source) ?? '') &&
          on !== undefined &&
          !ts.isFunctionTypeNode(on) &&
          !on.getText(source).includes('Listing')
        )
      })
      .map(({ name }) => `${name!.text} in ${source.fileName}`),
  )
  return Array.from(new Set(found))
}

describe('the data layer', () => {
  it('has at most nine verbs, all listed in its decision', () => {
    const listed = Array.from(
      readFileSync(DECISION, 'utf8').matchAll(/^\| `(\w+)` +\| `(db\/[\w-]+\.ts)`/gm),
      ([, verb, file]) => `${verb} in ${file}`,
    )
    const verbs = [...methodsOfSql(), ...functionsOnTables()]
    expect(verbs).to.have.members(listed)
    expect(verbs).to.have.lengthOf.at.most(9)
  })
})
