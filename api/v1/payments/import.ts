import Joi from 'joi'
import { type MappingInput, statementImport } from '../../../common/domain/statements/object.ts'
import { DATE_ORDERS } from '../../../common/domain/statements/read-day.ts'
import { DECIMAL_SEPARATORS } from '../../../common/domain/statements/read-money.ts'
import { SECOND } from '../../../common/kit/time.ts'
import { atomically, atomicallyTogether } from '../../../common/runtime/atomically.ts'
import { timeLeft } from '../../../common/runtime/deadline.ts'
import { importStatement, serializeImport } from '../../../common/services/statements/import.ts'
import { previewStatement, refuseProblem } from '../../../common/services/statements/preview.ts'
import { type Endpoint, takesFile } from '../../endpoint.ts'
import { fields, queryBoolean, queryNumber } from '../../fields.ts'
import { one } from '../../openapi/reply.ts'

interface ImportQuery extends MappingInput {
  dry_run?: boolean
}

const column = (what: string) =>
  queryNumber({ least: 1, most: 100 }, 'must be the number of a column, from 1 to 100').description(
    `The column of ${what}, from 1, if the guess is wrong.`,
  )

const importQuery = fields<ImportQuery>({
  dry_run: queryBoolean().description('`false` confirms the exact lines. By default nothing is changed.'),
  header_row: queryNumber({ least: 0, most: 20_000 }, 'must be the number of a line, or 0').description(
    'The line that names the columns, if the guess is wrong; 0 if none does.',
  ),
  date_column: column('the date'),
  amount_column: column('the amount, if one column holds both directions'),
  credit_column: column('the money that came in'),
  debit_column: column('the money that went out'),
  description_column: column('the text that contains the reference'),
  sender_column: column('the sender'),
  date_order: Joi.string()
    .valid(...DATE_ORDERS)
    .description('The order of day and month, for dates that do not begin with the year.'),
  decimal_separator: Joi.string()
    .valid(...DECIMAL_SEPARATORS)
    .description('The decimal separator; the other one separates thousands.'),
})

/** The time that is kept for the answer, in milliseconds. No further line is confirmed then. */
const ANSWER_TAKES = 2 * SECOND

export const importPayments: Endpoint = takesFile(
  {
    method: 'post',
    path: '/payments/import',
    name: 'importPayments',
    summary: 'Import a bank statement',
    description:
      'Finds the payments of the money that came in: by the reference in the description and the exact amount. Send the file itself as the body: CSV with any delimiter in UTF-8, UTF-16 or Windows-1251, XLSX, or camt.053 (XML), at most 10 MB and 20,000 lines. The first call is a dry run: it returns what each line means, and the first ten rows to check the columns by. With `dry_run=false` the payments of all `exact` lines are confirmed; the other lines are yours to decide about. Corrected columns are remembered for files with the same header. A line that is sent again changes nothing: only a hash of it is stored, and nothing else of the file. If `remaining` is not 0, send the same file again to continue.',
    answers: { 200: one(statementImport) },
    refuses: [],
    query: importQuery,
    file: {
      description: 'The file of the bank, unchanged.',
      types: [
        'text/csv',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'application/xml',
      ],
      example: 'Date,Description,Credit\n2026-02-05,Order 748215,25000\n',
    },
  },
  async (request, file) => {
    const { dry_run: isDryRun = true, ...mapping } = request.query()
    if (isDryRun) {
      const preview = await previewStatement(request.scope, file, mapping)
      refuseProblem(preview)
      return { data: serializeImport(preview, { isDryRun, remaining: 0 }), isFinal: false }
    }
    const { preview, remaining } = await importStatement(request.scope, file, mapping, {
      ...{ verifiedBy: 'api', atomically, atomicallyTogether },
      mayContinue: () => timeLeft() > ANSWER_TAKES,
    })
    return { data: serializeImport(preview, { isDryRun, remaining }), isFinal: remaining === 0 }
  },
)
