import type { Picture } from '../../../common/domain/images/picture.ts'
import { zoneName } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { Purchase } from '../../../common/services/portal/list-purchases.ts'
import type { PortalSubscription } from '../../../common/services/portal/list-subscriptions.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { pageFrame, shopOf } from '../frame.ts'
import { contactOf } from '../kit/contact.ts'
import { sentenceOf } from '../kit/fields.ts'
import type { PageView } from '../kit/page-view.ts'
import type { NoticeName } from './addresses.ts'
import { cardOf } from './card.ts'
import type { PortalPageInput } from './page-input.ts'
import { purchaseLine } from './purchases.ts'

/** A subscription, and whether there is another plan to change to. */
interface ListEntry {
  entry: PortalSubscription
  hasPlans: boolean
}

export interface ListPageInput extends PortalPageInput {
  entries: ListEntry[]
  /** Our copies of the products' pictures, by product id. */
  pictures?: ReadonlyMap<number, Picture>
  page: number
  /** Whether there is a next page. */
  hasMore: boolean
  /** Whether there are more ended subscriptions than shown. */
  hasMoreEnded: boolean
  /** The newest payments. */
  purchases: Purchase[]
  hasMorePurchases: boolean
  notice: NoticeName | null
  /** The sentence key of an action that failed. */
  error: string | null
}

const NOTICE_SENTENCES: Record<NoticeName, SentenceKey> = {
  paid: 'portal.notice_paid',
  scheduled: 'portal.notice_scheduled',
  undone: 'portal.notice_undone',
  resumed: 'portal.notice_resumed',
}

/** Returns a page of the subscriptions as cards. The first page has the last payments as well. */
export function listView(input: ListPageInput): PageView {
  const { project, locale, addresses, error } = input
  const t = translate(locale)
  const shop = shortName(project)
  const title = t('portal.title', { shop })
  const cards = input.entries.map(({ entry, hasPlans }) => cardOf(entry, { ...input, hasPlans }))
  const view = {
    page: pageFrame(
      {
        lang: locale,
        title: error === null ? title : t('title.error', { title }),
        state: 'portal',
        ...(input.page > 1 && { keep: { page: String(input.page) } }),
        isTest: input.isTest,
        wide: true,
        sheets: ['rest.css', 'portal.css'],
      },
      project,
    ),
    shop: shopOf(project),
    form: { token: input.formToken },
    customer: input.customerName && t('portal.customer', { name: input.customerName }),
    signOut: addresses.list(),
    backUrl: input.returnUrl,
    variant: 'quiet',
    notice: input.notice && error === null ? t(NOTICE_SENTENCES[input.notice]) : null,
    problems: error === null ? [] : [{ text: sentenceOf(error, locale, { shop }), href: null }],
    problemsTitle: t('errors.impossible'),
    none: input.entries.length === 0 ? t('portal.none', { shop }) : null,
    contact: contactOf(project, locale),
    cards: cards.filter(({ isEnded }) => !isEnded),
    ended: cards.filter(({ isEnded }) => isEnded),
    pages: input.page > 1 || input.hasMore,
    newer: input.page > 1 ? addresses.listed(input.page - 1) : null,
    older: input.hasMore ? addresses.listed(input.page + 1) : null,
    allEnded: input.hasMoreEnded ? addresses.ended() : null,
    zone:
      cards.length === 0 ? null : t('portal.zone', { zone: zoneName(input.now, project.timezone, locale) }),
    purchases: input.purchases.map((purchase) => purchaseLine(purchase, input)),
    hasHistory: input.page === 1 && (input.purchases.length > 0 || input.entries.length > 0),
    allPayments: input.hasMorePurchases ? addresses.payments() : null,
  }
  return { status: error === null ? 200 : 422, template: 'portal/list', view }
}
