import type { Holding } from '../../../common/portal/list-holdings.ts'
import { pageFrame, shopOf, shortName } from '../frame.ts'
import { sentenceOf } from '../payable/fields.ts'
import { formatAmount, words } from '../words.ts'
import type { PortalPageInput } from './page-input.ts'
import { scheduledLine, statusLine } from './status.ts'

export interface StepPageInput extends PortalPageInput {
  holding: Holding
  /** Form field → key in the catalogue; '' holds what concerns no field. */
  errors: Record<string, string>
}

/** What the pages about one subscription share: how it stands, beside what is to be done. */
export function stepFrame(input: StepPageInput, heading: string, state: string) {
  const { project, locale, holding, errors } = input
  const say = words(locale)
  const { price, product } = holding.subscription
  const amount = formatAmount(price.unit_amount, project.currency, locale)
  const problems = Object.entries(errors).map(([name, key]) => ({
    text: sentenceOf(key, locale, { shop: shortName(project) }) ?? '',
    href: name === '' ? null : `#${name}`,
  }))
  return {
    page: pageFrame(
      {
        lang: locale,
        nonce: input.nonce,
        title: problems.length > 0 ? say('title.error', { title: heading }) : heading,
        state: `portal_${state}`,
        isTest: input.isTest,
      },
      project,
    ),
    shop: shopOf(project),
    form: { token: input.formToken },
    heading,
    problems,
    list: input.addresses.list(),
    now: {
      label: say(`renew.label_${price.recurring_interval ?? 'month'}`, {
        plan: product.name,
        count: price.recurring_interval_count ?? 1,
      }),
      amount,
      long: amount.length > 13,
      status: statusLine(holding, input),
      scheduled: scheduledLine(holding, input),
    },
  }
}
