import type { Translate } from '../../../common/services/text/translate.ts'
import { chips } from '../kit/filters.ts'
import type { Tone } from '../kit/table.ts'

/** Returns whether something of the catalogue can be sold. */
export function activeStatus(active: boolean, t: Translate): { text: string; tone: Tone } {
  return { text: t(`dashboard.catalogue.active_${active}`), tone: active ? 'good' : 'neutral' }
}

/** The filter of lists of the catalogue. */
export const activeMenu = chips<'true' | 'false'>('portal.status', ['true', 'false'], (value, t) =>
  t(`dashboard.catalogue.active_${value}`),
)
