import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Diagnostic {
  /** Such as `tolbor(one-statement)`. */
  code: string
  message: string
  filename: string
  labels: { span: { line: number } }[]
}

/**
 * Lints `samples` (text by path) by the rules of this repository in a temporary folder. Rules that need types do not
 * run: they would take as long as linting the whole project.
 */
export async function lintSamples(samples: Readonly<Record<string, string>>): Promise<Diagnostic[]> {
  const folder = mkdtempSync('/tmp/tolbor-lint-')
  try {
    cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'))
    cpSync('lint', join(folder, 'lint'), { recursive: true })
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
    for (const [file, text] of Object.entries(samples)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    return await lint(folder, Object.keys(samples))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function lint(cwd: string, files: readonly string[]): Promise<Diagnostic[]> {
  return new Promise((resolve, reject) => {
    execFile(
      join(cwd, 'node_modules/.bin/oxlint'),
      ['--format', 'json', ...files],
      { cwd },
      (error, stdout) => {
        // oxlint exits with 1 if it reports anything.
        if (error && error.code !== 1) reject(new Error('oxlint did not run', { cause: error }))
        else resolve((JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics)
      },
    )
  })
}
