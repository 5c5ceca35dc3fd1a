import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { PaymentObject } from '../common/domain/payments/object.ts'
import { Refusal, sentenceOf } from '../common/kit/refusal.ts'
import { type Confirmation, confirmPayment, confirmPaymentOnce } from '../common/services/payments/confirm.ts'
import { findByReference } from '../common/services/payments/find-by-reference.ts'
import type { Project } from '../common/services/projects/project.ts'
import { onConnection } from '../db/sql.ts'
import { type Command, type Given, type Printed, UsageError } from './command.ts'
import { operate } from './operate.ts'
import { printed, scopeOf, summaryOf, VERIFIED_BY } from './payment.ts'
import { columns } from './print.ts'
import { type DepositLine, hasNoSum, isNumbered, readDeposits } from './read-deposits.ts'
import { reasonOf } from './read-error.ts'
import { projectWithId, readId } from './read-id.ts'
import { readModes } from './read-mode.ts'

export const paymentConfirm: Command = {
  name: 'payment confirm',
  summary: 'Confirm that the money of a payment has arrived: completes its order',
  operands: ['[ID]'],
  options: {
    project: {
      value: 'ID',
      help: 'The project, with --reference or --file instead of the payment’s ID',
    },
    reference: { value: 'DIGITS', help: 'The reference of the payment' },
    file: {
      value: 'FILE',
      help: 'A line for each payment received: its reference, then the sum if it differs, then the bank’s number if there is one',
    },
    mode: { value: 'test|live', help: 'Only payments of this mode, with --reference or --file' },
    amount: { value: 'SUM', help: 'The received sum if it differs, in the smallest unit' },
    'accept-partial': {
      help: 'Complete the order with less than its sum; without --amount, with the money received before',
    },
    'accept-late': { help: 'Complete the order even if it has expired' },
  },
  async run(given) {
    const { operands, options } = given
    const ways = [operands[0], options.reference, options.file].filter((way) => way !== undefined)
    if (ways.length > 1)
      throw new UsageError(['payment confirm takes one of ID, --reference and --file: leave the others out.'])
    if (ways.length === 0 || (options.project === undefined) !== (operands[0] !== undefined))
      throw new UsageError([
        'payment confirm needs ID, or --project ID with --reference DIGITS or --file FILE.',
      ])
    if (operands[0] !== undefined && options.mode !== undefined)
      throw new UsageError(['payment confirm takes no --mode with ID: the payment has a mode.'])
    if (options.file !== undefined) return confirmFile(given)
    const id = operands[0] === undefined ? await findPaymentId(given) : readId(operands[0], 'payment')
    const confirmation = {
      ...acceptedBy(given),
      verifiedBy: VERIFIED_BY,
      amountReceived: readAmount(options.amount),
    }
    return printed(await operate(async (tx) => confirmPayment(tx, await scopeOf(tx, id), id, confirmation)))
  },
}

function acceptedBy({ options }: Given): Pick<Confirmation, 'acceptLate' | 'acceptPartial'> {
  return {
    acceptLate: options['accept-late'] !== undefined,
    acceptPartial: options['accept-partial'] !== undefined,
  }
}

function readAmount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,11}$/.test(text)) return Number(text)
  const sentence = '--amount must be a whole number from 1, in the smallest unit of the currency.'
  throw new Refusal({ code: 'validation_failed', path: '--amount', params: { sentence } })
}

function projectOf({ options }: Given): Promise<Project> {
  return onConnection((sql) => projectWithId(sql, readId(options.project, 'project')))
}

async function findPaymentId(given: Given): Promise<number> {
  const project = await projectOf(given)
  const { reference = '', mode } = given.options
  const named = await findByReference(project, reference, readModes(mode))
  if (!named) {
    const advice = `A reference has six digits: 'bin/tolbor payment list --project ${project.id}' shows it.`
    throw new Refusal({ code: 'not_found', params: { what: 'payment in this project', advice } })
  }
  return named.id
}

/** Result of a line; `ok` if the operator need not check it. */
interface Outcome {
  line: number
  reference: string | null
  ok: boolean
  outcome:
    | 'confirmed'
    | 'waits'
    | 'refund_required'
    | 'entered_before'
    | 'confirmed_before'
    | 'unknown'
    | 'refused'
    | 'unreadable'
  message: string
  payment: PaymentObject | null
}

/** Confirms the lines of a file, one transaction each. Skips lines entered before, so a file can be read twice. */
async function confirmFile(given: Given): Promise<Printed> {
  if (given.options.amount !== undefined)
    throw new UsageError(['payment confirm takes no --amount with --file: put the sums into its lines.'])
  const file = given.options.file ?? ''
  const { deposits, faulty } = readDeposits(await readLines(file))
  if (deposits.length + faulty.length === 0) {
    const sentence = `--file ${file} has no payments. Write one per line, starting with its reference.`
    throw new Refusal({ code: 'validation_failed', path: '--file', params: { sentence } })
  }
  const modes = readModes(given.options.mode)
  const project = await projectOf(given)
  const outcomes: Outcome[] = faulty.map(({ line, text }) => ({
    ...{ line, reference: null, ok: false, outcome: 'unreadable', payment: null },
    message: `'${text.slice(0, 60)}' is not valid. Write a six-digit reference, then optionally a sum of digits only and the bank's number.`,
  }))
  for (const deposit of deposits) outcomes.push(await confirmLine(project, modes, deposit, acceptedBy(given)))
  outcomes.sort((one, other) => one.line - other.line)
  const rows = outcomes.map(({ line, reference, outcome, message }) => [
    `${line}`,
    reference ?? '-',
    outcome.replaceAll('_', ' '),
    message,
  ])
  const done = outcomes.filter(({ ok }) => ok).length
  const text = [
    columns([['LINE', 'REFERENCE', 'OUTCOME', ''], ...rows]),
    `${done} of ${outcomes.length} lines are OK.`,
  ].join('\n')
  return { json: outcomes, text, failed: done < outcomes.length }
}

async function readLines(file: string): Promise<string> {
  try {
    // Not /dev/stdin, which cannot be opened if it is a socket.
    return await (file === '-' ? text(process.stdin) : readFile(file, 'utf8'))
  } catch (error) {
    const sentence = `--file ${file} cannot be read: ${reasonOf(error)}.`
    throw new Refusal({ code: 'validation_failed', path: '--file', params: { sentence } })
  }
}

async function confirmLine(
  project: Project,
  modes: readonly boolean[],
  deposit: DepositLine,
  accepted: Pick<Confirmation, 'acceptLate' | 'acceptPartial'>,
): Promise<Outcome> {
  const { line, reference, amount, key } = deposit
  const of = { line, reference }
  const named = await findByReference(project, reference, modes)
  if (!named) {
    const message =
      'No payment in this project has this reference. Check it: `payment list` shows all references.'
    return { ...of, ok: false, outcome: 'unknown', message, payment: null }
  }
  const { id, isTest } = named
  const scope = { project, isTest }
  const confirmation = {
    ...accepted,
    verifiedBy: VERIFIED_BY,
    amountReceived: amount ?? undefined,
    entryKey: key,
  }
  try {
    const payment = await operate((tx) => confirmPaymentOnce(tx, scope, id, confirmation))
    if (payment) return { ...of, ok: payment.status === 'paid', ...outcomeOf(payment), payment }
    // A sum without the bank's number may be a second deposit: the operator has to check.
    const ok = isNumbered(deposit) || amount === null
    const message = ok
      ? 'This line was entered before.'
      : 'This line was entered before. If it is another deposit, add its number at the bank.'
    return { ...of, ok, outcome: 'entered_before', message, payment: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (hasNoSum(deposit) && error.problems.every(({ params }) => params?.status === 'paid')) {
      const message = 'This payment was confirmed before, on a page or by another call.'
      return { ...of, ok: true, outcome: 'confirmed_before', message, payment: null }
    }
    const message = error.problems.map((problem) => sentenceOf(problem)).join(' ')
    return { ...of, ok: false, outcome: 'refused', message, payment: null }
  }
}

function outcomeOf(payment: PaymentObject): Pick<Outcome, 'outcome' | 'message'> {
  const outcome =
    payment.status === 'paid' ? 'confirmed' : payment.status === 'pending' ? 'waits' : 'refund_required'
  return { outcome, message: summaryOf(payment) }
}
