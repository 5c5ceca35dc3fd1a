import type { Locale } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { pageFrame, shopOf } from '../frame.ts'
import type { PageView } from '../kit/page-view.ts'

/** The reason why the portal shows nothing. */
export type NoAccessReason = 'old_link' | 'over' | 'signed_out' | 'unknown'

export interface NoAccessInput {
  why: NoAccessReason
  /** Null if the browser never had a session, so the merchant is unknown. */
  project: Project | null
  isTest: boolean
  /** A new link was just requested. The page does not reveal whether there is an address to send it to. */
  linkRequested: boolean
  returnUrl: string | null
  formToken: string | null
  locale: Locale
  /** The address that receives its form; null for the page's own. */
  post: string | null
}

const SENTENCES: Record<NoAccessReason, { heading: SentenceKey; text: SentenceKey; status: number }> = {
  old_link: { heading: 'portal.old_link', text: 'portal.old_link_text', status: 410 },
  over: { heading: 'portal.over', text: 'portal.over_text', status: 403 },
  signed_out: { heading: 'portal.signed_out', text: 'portal.signed_out_text', status: 200 },
  unknown: { heading: 'portal.unknown', text: 'portal.unknown_text', status: 403 },
}

/** Returns the page that is shown instead of the portal. It has no customer data, and offers to email a new link. */
export function noAccessView(input: NoAccessInput): PageView {
  const { why, project, linkRequested, locale, formToken } = input
  const t = translate(locale)
  const shop = project ? shortName(project) : ''
  // A customer who has just signed out wants to leave, so the way back to the shop comes first.
  const leaves = why === 'signed_out' && !linkRequested
  const heading = linkRequested ? t('portal.sent') : t(SENTENCES[why].heading)
  return {
    status: linkRequested ? 200 : SENTENCES[why].status,
    template: 'portal/no-access',
    view: {
      page: pageFrame(
        {
          lang: locale,
          title: heading,
          state: linkRequested ? 'portal_sent' : `portal_${why}`,
          isTest: input.isTest,
          alone: true,
          ...(linkRequested && { keep: { said: 'sent' } }),
        },
        project,
      ),
      shop: project && shopOf(project),
      heading,
      text: linkRequested ? t('portal.sent_text', { shop }) : t(SENTENCES[why].text, { shop }),
      linkRequested,
      form: formToken !== null && !linkRequested ? { token: formToken, post: input.post } : null,
      again: why === 'unknown',
      backUrl: input.returnUrl,
      leaves,
      linkVariant: leaves ? 'secondary' : 'primary',
      variant: 'secondary',
      isMail: linkRequested || why !== 'signed_out',
    },
  }
}
