import { config } from '../../../runtime/config.ts'
import { signInCode } from '../../links/sign-in.ts'
import { defineEmail } from '../define-email.ts'
import { isSignInOpen, type SignInPayload } from './sign-in.ts'

/** To a member, who pressed a protected button: the code that lets it continue. Skipped when it would arrive too late. */
export const proofCode = defineEmail<SignInPayload>({
  template: 'proof_code',
  to: 'member',
  personal: 'kept',
  stillTrue: isSignInOpen,
  content({ sign_in_id: id, nonce }, { t, shop }) {
    const code = signInCode({ id, nonce })
    return {
      subject: t('email.proof.subject', { shop }),
      preview: t('email.proof.lead', { shop }),
      facts: [{ label: t('email.sign_in.code'), text: `${code.slice(0, 3)} ${code.slice(3)}`, large: true }],
      url: `${config().baseUrl}/dashboard/sessions`,
      foot: [t('email.proof.foot')],
    }
  },
})
