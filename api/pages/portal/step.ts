import { formatAmount } from '../../../common/kit/format.ts'
import type { PortalSubscription } from '../../../common/services/portal/list-subscriptions.ts'
import { planName, shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { stepFrame, type StepInput } from '../renew/step-frame.ts'
import type { SheetName } from '../sheets.ts'
import type { PortalPageInput } from './page-input.ts'
import { scheduledLine, statusLine } from './status.ts'

export interface StepPageInput extends PortalPageInput, StepInput {
  entry: PortalSubscription
}

/** Returns the common parts of the pages about one subscription: its status and links back. */
export function portalStep(input: StepPageInput, heading: string, state: string, sheets?: SheetName[]) {
  const { project, locale, entry } = input
  const { price, status } = entry.subscription
  const t = translate(locale)
  const amount = formatAmount(price.unit_amount, project.currency, locale)
  const plan = t(`renew.label_${price.recurring_interval ?? 'month'}`, {
    plan: planName(price),
    count: price.recurring_interval_count ?? 1,
  })
  return {
    ...stepFrame(input, {
      heading,
      state: `portal_${state}`,
      about: { shop: shortName(project) },
      ...(sheets && { sheets }),
    }),
    list: input.addresses.list(),
    backUrl: input.returnUrl,
    now: {
      label: status === 'canceled' ? plan : t('portal.now_plan', { plan }),
      amount,
      status: statusLine(entry, input),
      scheduled: scheduledLine(entry, input),
    },
  }
}
