import type { Project } from '../../../common/services/projects/project.ts'
import { translate } from '../../../common/services/text/translate.ts'
import type { Form } from '../../pages/form.ts'
import { fieldOf, sentenceOf } from '../../pages/kit/fields.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { bareFrame, type ProjectInput } from '../frame.ts'
import { FORM_TOKEN, PASSKEY, PROOF_CODE, PROOF_STEP } from './names.ts'

export interface ProofInput extends Pick<ProjectInput, 'locale' | 'formToken' | 'email'> {
  /** The form of the button that was pressed; empty if a page needs the proof. It is sent again with the code. */
  pressed: Form
  /** Whether a code was emailed, so that it can be entered. */
  isSent: boolean
  /** The sentence about the code that was entered, or about too many emails; null without a problem. */
  problem: string | null
  /** The browser's options for using a passkey; null if the member has none. */
  passkey: object | null
  /** The sentence about a passkey that did not work. */
  passkeyProblem: string | null
  /** The page without the change. */
  back: string
  /** The shop that the change is about; null for the member's own account. */
  project: Project | null
}

/** Returns the page that asks members to prove who they are, with the pressed button and its form inside. */
export function proofView({
  pressed,
  isSent,
  problem,
  passkey,
  passkeyProblem,
  back,
  email,
  project,
  ...input
}: ProofInput): PageView {
  const t = translate(input.locale)
  const title = t('dashboard.proof.heading')
  const errors: Record<string, string> = problem === null ? {} : { [PROOF_CODE]: problem }
  return {
    status: 403,
    template: 'dashboard/proof',
    view: {
      ...bareFrame(
        input,
        {
          title: problem === null ? title : t('title.error', { title }),
          state: 'dashboard_proof',
          scripts: passkey ? ['passkeys.js'] : [],
        },
        project,
      ),
      form: { token: input.formToken },
      heading: title,
      text: t(isSent ? 'dashboard.proof.sent' : passkey ? 'dashboard.proof.either' : 'dashboard.proof.text', {
        email,
        shop: project?.name ?? t('dashboard.name'),
      }),
      passkey: passkey && JSON.stringify(passkey),
      passkeyProblem: sentenceOf(passkeyProblem ?? undefined, input.locale),
      kept: Object.entries(pressed)
        .filter(([name]) => ![FORM_TOKEN, PASSKEY, PROOF_CODE, PROOF_STEP].includes(name))
        .map(([name, value]) => ({ name, value })),
      field: isSent
        ? {
            ...fieldOf({ locale: input.locale, typed: {}, errors }, PROOF_CODE, {
              ...{ label: t('dashboard.code.label'), known: null },
              ...{ autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 12 },
            }),
            focus: true,
          }
        : null,
      isWrong: problem !== null,
      back,
    },
  }
}
