import type { SignInState } from '../../../common/domain/members/sign-in.ts'
import type { Locale } from '../../../common/kit/languages.ts'
import { translate } from '../../../common/services/text/translate.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { bareFrame } from '../frame.ts'

interface LinkInput {
  locale: Locale
}

/** Returns the page with the button that signs in. It names the address, so that no member signs in as another one unawares. */
export function linkView({
  formToken,
  email,
  ...input
}: LinkInput & { formToken: string; email: string }): PageView {
  const heading = translate(input.locale)('dashboard.link.heading', { email })
  return {
    status: 200,
    template: 'dashboard/sign-in/link',
    view: {
      ...bareFrame(input, { title: heading, state: 'dashboard_link' }),
      form: { token: formToken },
      heading,
    },
  }
}

export interface OverInput extends LinkInput {
  why: Exclude<SignInState, 'open'> | 'unknown'
  /** The page that sends a new link. */
  again: string
}

/** Returns the page of a link that does not work: the reason, and a way to a new one. */
export function overView({ why, again, ...input }: OverInput): PageView {
  const t = translate(input.locale)
  const heading = t('dashboard.link.over')
  return {
    status: why === 'unknown' ? 404 : 410,
    template: 'dashboard/denied',
    view: {
      ...bareFrame(input, { title: heading, state: `dashboard_link_${why}` }),
      heading,
      text: t(`dashboard.link.${why}`),
      back: { href: again, label: t('dashboard.link.again') },
    },
  }
}

/** Returns the page of a link that no longer works, in the browser that is signed in as its member. */
export function signedInView({ dashboard, ...input }: LinkInput & { dashboard: string }): PageView {
  const t = translate(input.locale)
  const heading = t('dashboard.link.signed_in')
  return {
    status: 200,
    template: 'dashboard/denied',
    view: {
      ...bareFrame(input, { title: heading, state: 'dashboard_link_signed_in' }),
      heading,
      text: t('dashboard.link.signed_in_text'),
      back: { href: dashboard, label: t('dashboard.link.open') },
    },
  }
}
