import { type Infer, list, nullable, object, shape } from '../../kit/shape.ts'
import { amount, choice, flag, id, text, wholeNumber } from '../../kit/values.ts'
import { DATE_ORDERS } from './read-day.ts'
import { DECIMAL_SEPARATORS } from './read-money.ts'

export const STATEMENT_FORMATS = ['csv', 'xlsx', 'camt.053'] as const

export type StatementFormat = (typeof STATEMENT_FORMATS)[number]

/**
 * The meaning of a line of a statement for our payments.
 *
 * - `exact`: the reference of a payment and its missing amount. Only these are confirmed.
 * - `amount_differs`: the reference of a payment, but another amount than is missing.
 * - `unknown_reference`: no reference of a payment, or of several payments that would all fit.
 * - `already_confirmed`: this money is recorded, by an earlier import or by a person.
 * - `paid_twice`: further money for a payment, or for an order, that is paid already.
 * - `too_late`: its order has expired, was voided or ended too long ago.
 * - `unreadable`: the date or the amount cannot be read, or the amount is in another currency.
 */
export const LINE_RESULTS = [
  'exact',
  'amount_differs',
  'unknown_reference',
  'already_confirmed',
  'paid_twice',
  'too_late',
  'unreadable',
] as const

export type LineResult = (typeof LINE_RESULTS)[number]

const columnNumber = (description: string, example: number | null) =>
  nullable(wholeNumber(description, example ?? undefined!, { minimum: 1 }), { example })

const mappingProperties = {
  header_row: wholeNumber('The line of the file that names the columns; 0 if none does.', 1),
  date_column: columnNumber('The column of the date, from 1.', 1),
  amount_column: columnNumber('The column of the amount, if one column holds both directions.', null),
  credit_column: columnNumber('The column of the money that came in.', 3),
  debit_column: columnNumber('The column of the money that went out.', 4),
  description_column: columnNumber('The column of the text that contains the reference.', 2),
  sender_column: columnNumber('The column of the sender.', 5),
  date_order: choice(
    'The order of day and month in dates that do not begin with the year.',
    DATE_ORDERS,
    'dmy',
  ),
  decimal_separator: choice(
    'The decimal separator; the other one separates thousands.',
    DECIMAL_SEPARATORS,
    '.',
  ),
}

/** The positions of the columns of a statement, and how its dates and numbers are written. */
export interface Mapping extends Infer<typeof mappingProperties> {}

/** The parts of a mapping that a user gives. */
export type MappingInput = { -readonly [Name in keyof Mapping]?: NonNullable<Mapping[Name]> }

const mapping = object<Mapping>(mappingProperties, 'The columns that were used, guessed or given.')

const lineProperties = {
  line: wholeNumber('The line of the file; for XML the number of the entry.', 2),
  date: nullable(text('The day of the transfer.', '2026-02-05')),
  amount: nullable(amount('The amount that came in; null if it cannot be read or is not whole.', 25_000)),
  result: choice('What the line means.', LINE_RESULTS, 'exact'),
  reference: nullable(text("The payment's reference, as found in the description.", '748215')),
  payment_id: nullable(id('The payment with this reference.', 90)),
  expected_amount: nullable(amount('The amount that the payment was missing.', 25_000)),
  confirmed: flag('Whether this import has confirmed the payment.', true),
  message: nullable(text('Why the line cannot be read or used, if the result does not say it.'), {
    example: null,
  }),
}

/** A line of money that came in. It holds no personal data: the caller has the file. */
export interface StatementLineObject extends Infer<typeof lineProperties> {}

export const statementLine = shape<StatementLineObject>(
  'StatementLine',
  'A line of a bank statement and the payment that it pays.',
  lineProperties,
)

const count = (description: string, example = 0) => wholeNumber(description, example)

const countProperties = {
  exact: count('Lines with the reference and the missing amount of a payment.', 1),
  amount_differs: count('Lines with the reference of a payment and another amount.'),
  unknown_reference: count('Lines without the reference of a payment.'),
  already_confirmed: count('Lines whose money is recorded already.'),
  paid_twice: count('Lines with further money for what is paid already.'),
  too_late: count('Lines for orders that can no longer be completed.'),
  unreadable: count('Lines whose date or amount cannot be read, or whose amount is in another currency.'),
  outgoing: count('Lines of money that went out, which are skipped.'),
}

const sampleProperties = {
  line: wholeNumber('The line of the file.', 2),
  cells: list('The cells as text.', text('A cell.', '25000')),
}

const sampleRow = object<Infer<typeof sampleProperties>>(sampleProperties, 'A row of the file.')

const properties = {
  dry_run: flag('True if nothing was changed.', false),
  format: choice('The format of the file.', STATEMENT_FORMATS, 'csv'),
  mapping,
  headers: list('The names of the columns, if a dry run asked for them.', text('A name.', ''), []),
  sample: list('The first ten rows, in a dry run.', sampleRow, []),
  counts: object<Infer<typeof countProperties>>(countProperties, 'The number of lines of each kind.'),
  confirmed: wholeNumber('The payments that this request has confirmed.', 1),
  remaining: wholeNumber(
    'The exact lines that are not confirmed yet: the time was up, or another import changed their payments meanwhile. Send the same file again to continue.',
    0,
  ),
  lines: list('The lines of money that came in, in the order of the file.', statementLine),
}

/** The result of importing a bank statement. */
export interface StatementImportObject extends Infer<typeof properties> {}

export const statementImport = shape<StatementImportObject>(
  'StatementImport',
  'The result of importing a bank statement.',
  properties,
)
