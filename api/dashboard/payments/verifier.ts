import { cut } from '../../../common/kit/text.ts'
import type { ProjectVisit } from '../page.ts'

/** `payments.verified_by` holds this many characters. */
export const LONGEST_VERIFIER = 64

/** Returns the name under which a member's decision is stored. */
export function verifierOf({ session }: ProjectVisit): string {
  return cut(session.member.email, LONGEST_VERIFIER)
}
