import type { SentenceKey } from '../kit/sentence-key.ts'
import { DAY, later } from '../kit/time.ts'
import type { Due, MethodAttempt, PaymentAttempt } from './attempt.ts'
import type { Manual, NeededSentence, Report } from './manual.ts'
import type { PaymentMethod } from './method.ts'
import type { MethodSettings, StoredValues } from './settings.ts'

/** A method whose payments a person confirms. Everything else is common to all such methods. */
interface ManualMethod<Name extends string, Values extends StoredValues, Reported> {
  /** Its name, and the prefix of its sentences: `bank_transfer.pending_heading`. */
  readonly name: Name
  readonly settings: MethodSettings<Values>
  /** The template that draws its icon. */
  readonly icon: `icons/${string}`
  readonly report: Reported
  readonly decidedWithin: Manual['decidedWithin']
}

type MissingSentence<Name extends string, Reported> = Exclude<
  `${Name}.${NeededSentence<Reported>}` | `method.${Name}${'' | '_hint' | '_next' | '_button'}`,
  SentenceKey
>

/**
 * Returns a method whose payments a person confirms. Does not compile while the catalogue lacks one of its sentences:
 * the compiler names it as a missing property.
 */
export function defineManualMethod<
  const Name extends string,
  Values extends StoredValues,
  Reported extends Report<Values> | null,
>(
  definition: ManualMethod<Name, Values, Reported> & Record<MissingSentence<Name, Reported>, never>,
): PaymentMethod<Values> {
  const { name, settings, icon, decidedWithin, report } = definition
  const own = (sentence: string) => sentence as SentenceKey // the type of `definition` proves that it exists
  const manual: Manual = {
    sentence: (sentence) => own(`${name}.${sentence}`),
    decidedWithin,
    report: report as Report | null,
  }
  const attempt: MethodAttempt<Values> = {
    manual,
    check: () => null,
    begin({ values, now }) {
      if (!report) return { status: 'started' }
      const expiresAt = later(now, report.within)
      if (!report.account) return { status: 'started', expiresAt }
      if (!values) throw new Error(`cannot begin a payment by ${name}: the project has no settings for it`)
      return { status: 'started', expiresAt, account: report.account(values) }
    },
    next: nextStep,
  }
  return {
    ...{ name, settings, attempt },
    page: {
      label: own(`method.${name}`),
      hint: own(`method.${name}_hint`),
      next: own(`method.${name}_next`),
      button: { text: own(`method.${name}_button`) },
      icon,
      preselected: false,
      choice: null,
      started: () => ({ page: report ? 'report' : 'processing' }),
    },
  }
}

const REMINDERS = 15

/**
 * Returns the next step of a manual payment. It lapses if it is not reported. The merchant is reminded a day
 * before the time to decide ends, then daily for fourteen days.
 */
function nextStep({ status, expiresAt }: PaymentAttempt, after: Date): Due | null {
  if (!expiresAt) return null
  if (status === 'started') return { step: 'give_up', at: expiresAt }
  if (status !== 'pending') return null
  for (let day = 0; day < REMINDERS; day += 1) {
    const at = later(expiresAt, (day - 1) * DAY)
    if (at > after) return { step: 'remind_merchant', at }
  }
  return null
}
