import type { MappingInput, StatementImportObject } from '../../domain/statements/object.ts'
import type { Scope } from '../projects/project.ts'
import { type Confirming, confirmLines } from './confirm-lines.ts'
import { saveMapping } from './mappings.ts'
import { previewStatement, refuseProblem, type StatementPreview } from './preview.ts'

/** A finished import. */
export interface StatementImport {
  preview: StatementPreview
  /** The exact lines that another import of the file must confirm, see `confirmLines`. */
  remaining: number
}

/**
 * Imports a bank statement: matches its lines, confirms the exact ones and remembers the given mapping for statements
 * with the same header. Throws a `Refusal` and changes nothing if the file or the mapping does not fit.
 */
export async function importStatement(
  scope: Scope,
  bytes: Buffer,
  given: MappingInput,
  confirming: Confirming,
): Promise<StatementImport> {
  const preview = await previewStatement(scope, bytes, given, confirming.progress)
  refuseProblem(preview)
  const { header_row: _, ...corrections } = given
  if (Object.keys(corrections).length > 0)
    await confirming.atomically((tx) => saveMapping(tx, scope.project, preview.headerKey, corrections))
  return { preview, remaining: await confirmLines(scope, preview.lines, confirming) }
}

/** Returns an import as the API shows it: without descriptions and senders. Only a dry run shows a sample of the file. */
export function serializeImport(
  { format, mapping, headers, sample, lines, outgoing }: StatementPreview,
  { isDryRun, remaining }: { isDryRun: boolean; remaining: number },
): StatementImportObject {
  const counts = {
    exact: 0,
    amount_differs: 0,
    unknown_reference: 0,
    already_confirmed: 0,
    paid_twice: 0,
    too_late: 0,
    unreadable: 0,
    outgoing,
  }
  for (const { result } of lines) counts[result] += 1
  return {
    dry_run: isDryRun,
    format,
    mapping,
    headers: isDryRun ? headers : [],
    sample: isDryRun ? sample : [],
    counts,
    confirmed: lines.filter(({ confirmed }) => confirmed).length,
    remaining,
    lines: lines.map(
      ({ line, day, amount, result, reference, paymentId, expectedAmount, confirmed, message }) => ({
        line,
        date: day,
        amount,
        result,
        reference,
        payment_id: paymentId,
        expected_amount: expectedAmount,
        confirmed,
        message,
      }),
    ),
  }
}
