import { find } from '../../../db/save.ts'
import type { Sql } from '../../../db/sql.ts'
import type { ChangeKind } from '../../domain/events/types.ts'
import type { TimelineEntry } from '../../domain/subscriptions/object.ts'
import { graceEnd, type Outlook, type Step, upcoming } from '../../domain/subscriptions/upcoming.ts'
import { Refusal } from '../../kit/refusal.ts'
import { iso } from '../../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { outlookOf } from './outlook.ts'
import { Subscription } from './subscriptions-table.ts'

type Happening = TimelineEntry['type']

const HAPPENED: Record<Happening, string> = {
  'subscription.created': 'The subscription began.',
  'subscription.renewed': 'A renewal was paid.',
  'subscription.updated': 'The plan, the schedule or a requested cancellation changed.', // older events have no change kind
  'subscription.renewal_due': 'The customer was reminded to renew.',
  'subscription.past_due': 'The period ended unpaid; access stayed open.',
  'subscription.canceled': 'The subscription ended, and access with it.',
}

const CHANGED: Record<ChangeKind, string> = {
  plan_changed: 'The plan was changed: another price was paid.',
  scheduled_plan_began: 'The plan changed, as scheduled and paid.',
  cancellation_requested: 'A cancellation at the end of the period was requested.',
  cancellation_explained: 'The customer gave a reason for canceling.',
  cancellation_taken_back: 'The requested cancellation was taken back.',
  change_scheduled: 'A change of the plan was scheduled for the end of the period.',
  change_withdrawn: 'The scheduled change of the plan was taken back.',
  period_shortened: 'Paid time that had not begun was refunded: the period ends earlier.',
  period_extended: 'A refund failed: the time that it had taken away was added again.',
}

/** Returns a subscription's past changes, and future ones by time alone, in order of time. */
export async function getTimeline(sql: Sql, scope: Scope, id: number): Promise<TimelineEntry[]> {
  const own = { projectId: scope.project.id, isTest: scope.isTest }
  const subscription = await find(sql, Subscription, { id, ...own })
  if (!subscription) throw new Refusal({ code: 'not_found', params: { what: 'subscription' } })
  const events = await sql.rows<{ type: Happening; change_kind: ChangeKind | null; created_at: Date }>(
    "SELECT type, change_kind, created_at FROM events WHERE object = 'subscription' AND object_id = ? ORDER BY sequence",
    [id],
  )
  const past = events.map(({ type, change_kind: change, created_at: at }) => ({
    at: iso(at),
    type,
    description: change === null ? HAPPENED[type] : CHANGED[change],
    done: true,
  }))
  return [...past, ...future(await outlookOf(sql, scope.project, subscription), subscription.priceId)]
}

function future(outlook: Outlook, priceId: number): TimelineEntry[] {
  const steps = upcoming(outlook)
  const moves = steps.find((step) => step.kind === 'begin_period' && step.segment.priceId !== priceId)
  const entries = steps.flatMap((step) => entryOf(step, outlook, step === moves))
  const overdue = entries.find(({ type }) => type === 'subscription.past_due')
  if (!overdue) return entries
  const held = steps.at(-1)!.at // a pending payment defers the overdue state
  const end = graceEnd(outlook.currentPeriodEnd, outlook.graceDays, outlook.zone)
  return [...entries, canceled(end > held ? end : held, 'Access ends if it is still unpaid.')]
}

function entryOf(step: Step, outlook: Outlook, movesPrice: boolean): TimelineEntry[] {
  switch (step.kind) {
    case 'remind': {
      const days = step.daysBefore === 1 ? 'a day' : `${step.daysBefore} days`
      return [entry(step.at, 'subscription.renewal_due', `The customer is reminded, ${days} before the end.`)]
    }
    case 'begin_period': // a paid period has no event unless the price changes
      if (!movesPrice) return []
      return [entry(step.at, 'subscription.updated', 'The plan changes, as scheduled and paid.')]
    case 'end_grace':
      return [canceled(step.at, 'Access ends if it is still unpaid.')]
    case 'end_period':
      if (outlook.canceledAt) return [canceled(step.at, 'Access ends, as requested.')]
      if (outlook.status === 'trialing') return [canceled(step.at, 'The trial ends if nothing is paid.')]
      if (outlook.graceDays === 0) return [canceled(step.at, 'Access ends if no renewal is paid.')]
      return [
        entry(step.at, 'subscription.past_due', 'It is overdue if no renewal is paid; access stays open.'),
      ]
  }
}

function canceled(at: Date, description: string): TimelineEntry {
  return entry(at, 'subscription.canceled', description)
}

function entry(at: Date, type: Happening, description: string): TimelineEntry {
  return { at: iso(at), type, description, done: false }
}
