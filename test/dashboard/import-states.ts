import { type ReviewInput, reviewView } from '../../api/dashboard/import/review-view.ts'
import { uploadView } from '../../api/dashboard/import/upload-view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import { countLines } from '../../common/domain/statements/import.ts'
import { LINE_RESULTS, type Mapping } from '../../common/domain/statements/object.ts'
import type { Locale } from '../../common/kit/languages.ts'
import { type FoundImport, openLinesOf } from '../../common/services/statements/imports.ts'
import type { MatchedLine, StatementPreview } from '../../common/services/statements/preview.ts'
import { LONG } from '../portal/fixtures.ts'
import { inShop } from './in-shop.ts'

type State = (locale: Locale) => PageView

const found: FoundImport = { id: 3, status: 'ready', mapping: {}, total: 0, done: 0, result: null }

const lines = LINE_RESULTS.map((result, at): MatchedLine => ({
  ...{ line: at + 2, day: '2026-08-12', amount: 25_000 * (at + 1), result, sender: 'Бат-Эрдэнийн Сарантуяа' },
  description: result === 'unreadable' ? '2026-08-12 · abc · 748215' : `EB-748215 Захиалга ${at} БАТ`,
  reference: result === 'unknown_reference' ? null : '748215',
  ...{ hash: null, transfer: null, evidence: null, unreadable: result === 'unreadable' ? 'amount' : null },
  ...{ paymentId: 90, expectedAmount: 25_000, recordedCount: 0, confirmed: false, message: null },
}))
lines.push({ ...lines[3]!, line: lines.length + 2, evidence: 'probable' })

const skipped = [{ line: 40, skipped: 'Нийт · 1,250,000.00 · 36,000.00' }]

const mapping: Mapping = {
  ...{ header_row: 1, date_column: 1, amount_column: null, credit_column: 3, debit_column: 4 },
  ...{ description_column: 2, sender_column: 5, date_order: 'dmy', decimal_separator: '.' },
}

/** A statement with a line of each kind. */
export const preview: StatementPreview = {
  ...{ format: 'csv', mapping, problem: null, lines, outgoing: 12, skipped, headerKey: '' },
  headers: ['Огноо', 'Гүйлгээний утга', 'Орлого', 'Зарлага', 'Харьцсан данс'],
  sample: Array.from({ length: 10 }, (_, at) => ({
    line: at + 2,
    cells: ['2026-08-12', `EB-748215 Захиалга ${at} БАТ ЭРДЭНЭ`, '25,000.00', '', '5001112233'],
  })),
}

function review(changes: Partial<ReviewInput>): State {
  return (locale) => reviewView({ ...inShop(locale), found, preview, ...changes })
}

const problem = (field: string): State =>
  review({ preview: { ...preview, problem: { field, sentence: '' }, lines: [] } })

const result = countLines(lines, { outgoing: 12, skipped })

/** Pages of the import of bank statements, by the name of their state. */
export const importStates: Record<string, State> = {
  'dashboard-import': (locale) => uploadView({ ...inShop(locale), errors: {} }),
  'dashboard-import-wrong': (locale) =>
    uploadView({ ...inShop(locale), errors: { file: 'errors.statement_other' } }),
  'dashboard-import-empty': (locale) =>
    uploadView({ ...inShop(locale), errors: { file: 'errors.statement_no_lines' } }),
  'dashboard-import-ready': review({}),
  'dashboard-import-ugly': review({
    preview: {
      ...preview,
      headers: [LONG, LONG, '', '', ''],
      sample: [{ line: 2, cells: ['2026-08-12', LONG, '999,999,999,999.00', '', LONG] }],
      lines: lines.map((line) => ({ ...line, amount: 999_999_999_999, description: LONG })),
    },
  }),
  'dashboard-import-nothing': review({
    preview: { ...preview, lines: lines.slice(2, 4), outgoing: 0, skipped: [] },
  }),
  'dashboard-import-columns': problem('date_column'),
  'dashboard-import-confirming': review({
    ...{ found: { ...found, status: 'confirming', done: 1_200, total: 9_015 }, preview: null },
  }),
  'dashboard-import-done': review({
    ...{ found: { ...found, status: 'done', done: 1, total: 1, result }, preview: null },
    openLines: openLinesOf({ lines, skipped }),
  }),
}

/** Pages that only differ by a sentence from those above. */
export const rareImportStates: State[] = [
  ...['missing', 'too_large', 'too_many_rows', 'empty'].map(
    (name): State =>
      (locale) =>
        uploadView({ ...inShop(locale), errors: { file: `errors.statement_${name}` } }),
  ),
  ...['amount_column', 'description_column', 'date_order'].map(problem),
  review({
    found: { ...found, mapping: { amount_column: 3, credit_column: 3 } },
    preview: { ...preview, problem: { field: 'amount_column', sentence: '' }, lines: [] },
  }),
  review({ preview: null, found: { ...found, status: 'confirming' } }),
  review({ preview: { ...preview, lines: lines.slice(2, 3), outgoing: 0, skipped: [] } }),
  review({ preview: { ...preview, lines: lines.slice(3, 4), outgoing: 0, skipped: [] } }),
  review({
    rejected: new Map([
      [lines.find(({ result }) => result === 'exact')!.paymentId!, new Date('2026-08-12T11:04:00Z')],
    ]),
  }),
  ...(['date', 'no_digit', 'currency'] as const).map((unreadable) =>
    review({ preview: { ...preview, lines: [{ ...lines[6]!, unreadable }] } }),
  ),
  review({ preview: { ...preview, lines: Array.from({ length: 60 }, () => lines[1]!) } }),
]
