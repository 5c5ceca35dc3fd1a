import type { SessionState } from '../../../common/domain/members/session.ts'
import type { Locale } from '../../../common/kit/languages.ts'
import { type Translate, translate } from '../../../common/services/text/translate.ts'
import { fieldOf, type FormState, problemsIn, sentenceOf } from '../../pages/kit/fields.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { listed } from '../../pages/kit/problems.ts'
import { bareFrame } from '../frame.ts'
import type { Keeping, NotKept, TypedField } from '../kept-press.ts'
import { typedTexts } from './typed-texts.ts'

type Ended = Exclude<SessionState, 'open'>

export interface RequestInput extends FormState {
  formToken: string
  /** Why this browser is no longer signed in; null if it never was. */
  ended: Ended | null
  /** The page to open afterwards, which a change of the language keeps; null for the first one. */
  goal: string | null
  /** The browser's options for using a passkey; null if browsers allow none here. */
  passkey: object | null
}

/** Returns the page that asks for an email address. It is the same for known and unknown addresses. */
export function requestView({ ended, goal, passkey, ...input }: RequestInput): PageView {
  const t = translate(input.locale)
  const title = t('dashboard.sign_in.heading')
  const field = fieldOf(input, 'email', {
    ...{ label: t('dashboard.sign_in.email'), known: null, type: 'email', inputmode: 'email' },
    ...{ autocomplete: 'username', maxlength: 254 },
  })
  const { passkey: refused, ...errors } = input.errors
  const problems = problemsIn({ locale: input.locale, errors })
  return {
    status: 200,
    template: 'dashboard/sign-in/request',
    view: {
      ...bareFrame(input, {
        title: problems.length > 0 ? t('title.error', { title }) : title,
        state: 'dashboard_sign_in',
        ...(goal && { keep: { next: goal } }),
        scripts: passkey ? ['passkeys.js'] : [],
      }),
      form: { token: input.formToken },
      ended: ended && endedText(ended, t),
      field,
      passkey: passkey && JSON.stringify(passkey),
      passkeyProblem: sentenceOf(refused, input.locale),
      problems: listed(problems),
      problemsTitle: errors[''] === 'errors.sign_in_limited' ? t('errors.too_many_emails') : null,
    },
  }
}

/** Returns why a browser is no longer signed in, and what to do unless it is to sign in. */
function endedText(ended: Ended, t: Translate): string {
  const text = t(`dashboard.ended.${ended}`)
  return ended === 'removed' ? `${text} ${t('dashboard.ended.next_removed')}` : text
}

/** The next step for a form that arrived after its session had ended, by what happened to it. */
const NEXT = {
  kept: 'dashboard.ended.next_kept',
  too_long: 'dashboard.ended.next_too_long',
  other_kept: 'dashboard.ended.next_other_kept',
  nothing: 'dashboard.ended.next',
} as const

export interface SignInAgainInput {
  locale: Locale
  ended: Ended
  /** Whether the browser keeps the form until the member has signed in. If not, the page shows its text. */
  keeping: Keeping
  typed: readonly TypedField[]
  /** The sign-in page, which leads back to the page of the form. */
  signIn: string
}

/** Returns the page for a button of a session that has ended meanwhile. */
export function signInAgainView({ ended, keeping, typed, signIn, ...input }: SignInAgainInput): PageView {
  const t = translate(input.locale)
  const heading = t('dashboard.ended.heading')
  const isShown = keeping === 'too_long' || keeping === 'other_kept'
  return {
    status: 403,
    template: 'dashboard/denied',
    view: {
      ...bareFrame(input, { title: heading, state: `dashboard_${ended}` }),
      heading,
      text: [
        // The heading says the same.
        ...(ended === 'signed_out' ? [] : [t(`dashboard.ended.${ended}`)]),
        t('dashboard.ended.nothing_changed'),
      ].join(' '),
      next: t(ended === 'removed' ? 'dashboard.ended.next_removed' : NEXT[keeping]),
      typed: isShown ? typedTexts(typed, t) : [],
      back: { href: signIn, label: t('dashboard.link.button'), isNewTab: isShown },
    },
  }
}

export interface NotKeptInput {
  locale: Locale
  keeping: NotKept
  typed: readonly TypedField[]
  /** The page of the form. */
  page: string
}

/** Returns the page for a form from before the present session that is not kept. */
export function notKeptView({ keeping, typed, page, ...input }: NotKeptInput): PageView {
  const t = translate(input.locale)
  const heading = t('dashboard.not_kept.heading')
  return {
    status: 403,
    template: 'dashboard/denied',
    view: {
      ...bareFrame(input, { title: heading, state: 'dashboard_not_kept' }),
      heading,
      text: t('dashboard.not_kept.text'),
      next: t(`dashboard.not_kept.${keeping}`),
      typed: typedTexts(typed, t),
      back: { href: page, label: t('dashboard.not_kept.open'), isNewTab: true },
    },
  }
}
