import { ADVICE } from '../../common/domain/payments/discrepancy.ts'
import { formatAmount } from '../../common/kit/format.ts'
import type { Reconciled } from '../../common/services/operations/reconcile-payment.ts'
import { columns } from '../print.ts'
import type { Findings } from './reconcile-run.ts'

const HEADS = ['PAYMENT', 'MODE', 'METHOD', 'OURS', 'THEIRS', 'WHAT TO DO']

/** Returns the results as JSON and as text. `failed` if something differs or was not compared. */
export function reportOf(findings: Findings) {
  const { differing, unasked, isStopped } = findings
  const isClean = differing.every(({ reconciled }) => reconciled.kind === null) && unasked.length === 0
  return { json: jsonOf(findings), text: textOf(findings), failed: !isClean || isStopped }
}

function textOf(findings: Findings): string {
  const { differing, unasked, compared, isStopped } = findings
  const rows = differing.map(({ payment, mode, reconciled }) => [
    `${payment.id}`,
    mode,
    payment.method,
    oursOf(reconciled),
    theirsOf(reconciled),
    adviceOn(reconciled),
  ])
  return [
    ...(rows.length > 0 ? [columns([HEADS, ...rows]), ''] : []),
    ...unasked.map(({ payment, error }) => `Payment ${payment.id} was not compared: ${error}`),
    `${compared} compared, ${differing.length} differ, ${unasked.length} could not be compared.`,
    ...(isStopped ? [`Stopped before all were compared. ${howToContinue(findings)}`] : []),
  ].join('\n')
}

function jsonOf({ differing, unasked, compared, last, isStopped }: Findings): object {
  return {
    compared,
    ended_early: isStopped,
    last,
    differences: differing.map(({ payment, mode, reconciled }) => ({
      payment_id: payment.id,
      mode,
      method: payment.method,
      kind: reconciled.kind,
      ours: reconciled.ours,
      theirs: reconciled.theirs,
      taken_further: reconciled.wentOn,
      what_to_do: adviceOn(reconciled),
    })),
    unasked: unasked.map(({ payment, mode, error }) => ({ payment_id: payment.id, mode, error })),
  }
}

/** Returns the options that continue a stopped run; live mode comes before test mode. */
function howToContinue({ last }: Findings): string {
  if (!last) return 'Run it again.'
  const { mode, id } = last
  return `Continue with --mode ${mode} --after ${id}${mode === 'live' ? ', then with --mode test' : ''}.`
}

function oursOf({ ours }: Reconciled): string {
  const money = (amount: number) => formatAmount(amount, ours.currency, 'en')
  const refunded = ours.refunded > 0 ? `, ${money(ours.refunded)} refunded` : ''
  return `${ours.status}, ${money(ours.received)}${refunded}`
}

function theirsOf({ theirs, ours }: Reconciled): string {
  if (theirs.state === 'processing') return theirs.state
  const isPaid = theirs.state === 'paid'
  const money = (amount: number) => formatAmount(amount, isPaid ? theirs.currency : ours.currency, 'en')
  const { refunded = 0 } = theirs
  const received = money(isPaid ? theirs.amount : (theirs.received ?? 0))
  return `${theirs.state}, ${received}${refunded > 0 ? `, ${money(refunded)} refunded` : ''}`
}

function adviceOn({ kind, wentOn }: Reconciled): string {
  if (kind) return ADVICE[kind]
  return wentOn ? 'Nothing: this run updated it.' : ''
}
