import type { Translate } from '../../../common/services/text/translate.ts'

/** Returns a number at which counting stopped: `1,000 or more`. */
export function orMore(count: number, t: Translate): string {
  return t('dashboard.list.or_more', { count: count.toLocaleString('en') })
}
