import type { Locale } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { pageFrame, shopOf } from '../frame.ts'
import type { PageView } from '../kit/page-view.ts'

/** Why the portal shows nothing. */
export type Over = 'old_link' | 'over' | 'signed_out' | 'unknown'

export interface OverPageInput {
  why: Over
  /** Null where the browser was never here: we know no merchant then. */
  project: Project | null
  isTest: boolean
  /** An email was just asked for. Whether one was sent, and whether there is an address, is not said. */
  asked: boolean
  returnUrl: string | null
  formToken: string | null
  locale: Locale
  nonce: string
  /** Where its form is sent, if not to the page's own address. */
  post: string | null
}

const SAYS: Record<Over, { heading: SentenceKey; text: SentenceKey; status: number }> = {
  old_link: { heading: 'portal.old_link', text: 'portal.old_link_text', status: 410 },
  over: { heading: 'portal.over', text: 'portal.over_text', status: 403 },
  signed_out: { heading: 'portal.signed_out', text: 'portal.signed_out_text', status: 200 },
  unknown: { heading: 'portal.unknown', text: 'portal.unknown_text', status: 403 },
}

/** Instead of the portal: nothing of the customer, and the offer to mail a new link. */
export function overView(input: OverPageInput): PageView {
  const { why, project, asked, locale, formToken } = input
  const t = translate(locale)
  const shop = project ? shortName(project) : ''
  // Who has just signed out wants to leave, and not to come in again.
  const leaves = why === 'signed_out' && !asked
  const heading = asked ? t('portal.sent') : t(SAYS[why].heading)
  return {
    status: asked ? 200 : SAYS[why].status,
    template: 'portal/over',
    view: {
      page: pageFrame(
        {
          lang: locale,
          nonce: input.nonce,
          title: heading,
          state: asked ? 'portal_sent' : `portal_${why}`,
          isTest: input.isTest,
          alone: true,
          keep: asked ? 'said=sent&' : '',
        },
        project,
      ),
      shop: project && shopOf(project),
      heading,
      text: asked ? t('portal.sent_text', { shop }) : t(SAYS[why].text, { shop }),
      asked,
      form: formToken !== null && !asked ? { token: formToken, post: input.post } : null,
      again: why === 'unknown',
      backUrl: input.returnUrl,
      leaves,
      linkLook: leaves ? 'secondary' : 'primary',
      look: 'secondary',
      isMail: asked || why !== 'signed_out',
    },
  }
}
