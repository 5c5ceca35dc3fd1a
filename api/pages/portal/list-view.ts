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
interface Shown {
  holding: PortalSubscription
  hasPlans: boolean
}

export interface ListPageInput extends PortalPageInput {
  holdings: Shown[]
  /** Our copies of their products' pictures, by product. */
  pictures?: ReadonlyMap<number, Picture>
  page: number
  /** Whether more is held than up to here. */
  hasMore: boolean
  /** Whether more has ended than is shown. */
  hasMoreEnded: boolean
  /** The newest ones. */
  purchases: Purchase[]
  hasMorePurchases: boolean
  said: NoticeName | null
  /** What the button that was just pressed could not do. */
  error: string | null
}

const SAYS: Record<NoticeName, SentenceKey> = {
  paid: 'portal.said_paid',
  scheduled: 'portal.said_scheduled',
  undone: 'portal.said_undone',
  resumed: 'portal.said_resumed',
}

/** Subscriptions as cards, and on the first page the last payments. */
export function listView(input: ListPageInput): PageView {
  const { project, locale, addresses, error } = input
  const t = translate(locale)
  const shop = shortName(project)
  const title = t('portal.title', { shop })
  const view = {
    page: pageFrame(
      {
        lang: locale,
        nonce: input.nonce,
        title: error === null ? title : t('title.error', { title }),
        state: 'portal',
        keep: input.page > 1 ? `page=${input.page}&` : '',
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
    look: 'quiet',
    said: input.said && error === null ? t(SAYS[input.said]) : null,
    problems: error === null ? [] : [{ text: sentenceOf(error, locale, { shop }), href: null }],
    problemsTitle: t('errors.impossible'),
    none: input.holdings.length === 0 ? t('portal.none', { shop }) : null,
    contact: contactOf(project, locale),
    cards: input.holdings.map(({ holding, hasPlans }) => cardOf(holding, { ...input, hasPlans })),
    pages: input.page > 1 || input.hasMore,
    newer: input.page > 1 ? addresses.listed(input.page - 1) : null,
    older: input.hasMore ? addresses.listed(input.page + 1) : null,
    allEnded: input.hasMoreEnded ? addresses.ended() : null,
    zone: t('portal.zone', { zone: zoneName(input.now, project.timezone, locale) }),
    purchases: input.purchases.map((purchase) => purchaseLine(purchase, input)),
    hasHistory: input.page === 1 && (input.purchases.length > 0 || input.holdings.length > 0),
    allPayments: input.hasMorePurchases ? addresses.payments() : null,
  }
  return { status: error === null ? 200 : 422, template: 'portal/list', view }
}
