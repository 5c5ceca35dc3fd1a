import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { ModelTx } from '../../../db/transaction.ts'
import { LONGEST_CREDENTIAL_ID, MOST_PASSKEYS, PASSKEY_FIELD } from '../../domain/members/passkey.ts'
import type { Locale } from '../../kit/languages.ts'
import { lazily } from '../../kit/lazily.ts'
import { sha256 } from '../../kit/secrets.ts'
import { config } from '../../runtime/config.ts'
import type { Project } from '../projects/project.ts'
import { beginSession } from './begin-session.ts'
import { lockMember } from './lock.ts'
import { MemberProject } from './member-projects-table.ts'
import { tellOfPasskey } from './notices.ts'
import { isOwnChallenge, newChallenge, type PasskeyPurpose, useChallenge } from './passkey-challenge.ts'
import { Passkey } from './passkeys-table.ts'
import { noteProof, type ProvingSession } from './prove.ts'
import type { Browser } from './sign-in.ts'

const webauthn = lazily<typeof import('@simplewebauthn/server')>('@simplewebauthn/server')
const helpers = lazily<typeof import('@simplewebauthn/server/helpers')>('@simplewebauthn/server/helpers')

/** Formats without a maker's certificate. */
const PLAIN_ATTESTATIONS = new Set(['none', 'packed'])

/** Returns the site that passkeys belong to, by BASE_URL; null if browsers allow none there, as for an IP address. */
function site(): { rpId: string; origin: string } | null {
  const { hostname, origin } = new URL(config().baseUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { rpId: hostname, origin } : null
}

/** Returns whether browsers allow passkeys at BASE_URL. */
export function arePasskeysPossible(): boolean {
  return site() !== null
}

/** Lists the passkeys of a member, oldest first. */
export function listPasskeys(memberId: number): Promise<Passkey[]> {
  return Passkey.findAll({ where: { memberId }, order: ['id'] })
}

/**
 * Returns a browser's options for creating a passkey for the member of a session, who has `known` ones; null if browsers allow
 * none here.
 */
export async function registrationOptions(
  { member, secret }: ProvingSession,
  known: readonly Passkey[],
  now: Date,
): Promise<PublicKeyCredentialCreationOptionsJSON | null> {
  const place = site()
  if (!place) return null
  return webauthn().generateRegistrationOptions({
    ...{ rpName: place.rpId, rpID: place.rpId, userName: member.email, attestationType: 'none' },
    userID: new Uint8Array(sha256(`member ${member.id}`)),
    challenge: newChallenge('register', secret, now),
    excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
    // Discoverable, so that signing in asks for no address, and with a fingerprint or PIN, since it is the only proof.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/**
 * Returns a browser's options for using a passkey; null if browsers allow none here. It names no passkey, so a stranger learns
 * nothing about members.
 */
export async function usageOptions(
  purpose: Exclude<PasskeyPurpose, 'register'>,
  secret: string,
  now: Date,
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const place = site()
  if (!place) return null
  return webauthn().generateAuthenticationOptions({
    ...{ rpID: place.rpId, userVerification: 'required' },
    challenge: newChallenge(purpose, secret, now),
  })
}

/**
 * Stores a new passkey, and tells the member by an email that bears the name of `project`. Returns false if the browser's
 * response is not valid, or the member has too many.
 */
export async function addPasskey(
  tx: ModelTx,
  { member, secret }: ProvingSession,
  { response, name }: { response: string; name: string },
  { project, locale }: { project: Project; locale: Locale },
): Promise<boolean> {
  const place = site()
  const given = read(response)
  if (!place || !given || !hasPlainAttestation(given)) return false
  if (!(await lockMember(tx, member.id))) return false
  const { now, transaction } = tx
  if ((await Passkey.count({ where: { memberId: member.id }, transaction })) >= MOST_PASSKEYS) return false
  let challenge = ''
  const verified = await webauthn()
    .verifyRegistrationResponse({
      response: given,
      expectedChallenge: (one) => isOwnChallenge((challenge = one), 'register', secret, now),
      ...{ expectedOrigin: place.origin, expectedRPID: place.rpId, requireUserVerification: true },
    })
    .catch(() => null)
  if (!verified?.verified) return false
  const { id, publicKey, counter } = verified.registrationInfo.credential
  if (id.length > LONGEST_CREDENTIAL_ID || (await findPasskey(tx, id))) return false
  if (!(await useChallenge(tx, challenge))) return false
  const passkey = await Passkey.create(
    {
      ...{ memberId: member.id, credentialHash: sha256(id), credentialId: id, name, counter },
      ...{ publicKey: Buffer.from(publicKey), createdAt: now },
    },
    { transaction },
  )
  await auditPasskey(tx, member.id, { from: null, to: name })
  await tellOfPasskey(tx, project, member, passkey, locale)
  return true
}

/**
 * Returns whether a response comes without a maker's certificate, as we ask browsers. To check one, the library would fetch a
 * list of revoked certificates from the network.
 */
function hasPlainAttestation({ response }: RegistrationResponseJSON): boolean {
  try {
    const { decodeAttestationObject, isoBase64URL } = helpers()
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
    return PLAIN_ATTESTATIONS.has(attestation.get('fmt'))
  } catch {
    return false
  }
}

/** Finds a passkey by its id. A device makes a new id for each, so only a forged response repeats one. */
function findPasskey({ transaction }: ModelTx, credentialId: string): Promise<Passkey | null> {
  return Passkey.findOne({ where: { credentialHash: sha256(credentialId) }, transaction })
}

/** Notes in the audit log of each project of a member that a passkey was added or removed. */
async function auditPasskey(
  { sql, transaction }: ModelTx,
  memberId: number,
  names: { from: string | null; to: string | null },
): Promise<void> {
  for (const { id } of await MemberProject.findAll({ where: { memberId }, transaction })) {
    sql.noteChange('member_projects', id, 'updated')
    sql.noteFields('member_projects', id, [{ field: PASSKEY_FIELD, ...names }])
  }
}

/** Removes a passkey of this member. Does nothing if it is not theirs. */
export async function removePasskey(tx: ModelTx, memberId: number, id: number): Promise<void> {
  await lockMember(tx, memberId)
  const { transaction } = tx
  const passkey = await Passkey.findOne({ where: { id, memberId }, transaction })
  if (!passkey) return
  await auditPasskey(tx, memberId, { from: passkey.name, to: null })
  await passkey.destroy({ transaction })
}

/** Signs a member in by a passkey. Returns the secret of the new session, or null if the response is not valid. */
export async function signInByPasskey(
  tx: ModelTx,
  secret: string,
  response: string,
  browser: Browser,
): Promise<string | null> {
  const memberId = await memberOf(tx, 'sign_in', secret, response)
  return memberId === null ? null : ((await beginSession(tx, memberId, browser))?.secret ?? null)
}

/** Gives a session a fresh proof by a passkey of its member. Returns false if the response is not valid. */
export async function proveByPasskey(
  tx: ModelTx,
  session: ProvingSession,
  response: string,
): Promise<boolean> {
  const memberId = await memberOf(tx, 'prove', session.secret, response)
  if (memberId !== session.member.id) return false
  await noteProof(tx, session.id)
  return true
}

/** Returns the member whose passkey signed the challenge; null if none did, or if they belong to no project any more. */
async function memberOf(
  tx: ModelTx,
  purpose: PasskeyPurpose,
  secret: string,
  response: string,
): Promise<number | null> {
  const place = site()
  const given = read(response)
  if (!place || !given) return null
  const known = await findPasskey(tx, given.id)
  if (!known || !(await lockMember(tx, known.memberId))) return null
  const passkey = await findPasskey(tx, given.id)
  if (!passkey) return null
  const { memberId, credentialId, publicKey, counter } = passkey
  let challenge = ''
  const verified = await webauthn()
    .verifyAuthenticationResponse({
      response: given,
      expectedChallenge: (one) => isOwnChallenge((challenge = one), purpose, secret, tx.now),
      ...{ expectedOrigin: place.origin, expectedRPID: place.rpId, requireUserVerification: true },
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    })
    .catch(() => null)
  if (!verified?.verified || !(await useChallenge(tx, challenge))) return null
  const { newCounter } = verified.authenticationInfo
  await passkey.update({ counter: newCounter, lastUsedAt: tx.now }, { transaction: tx.transaction })
  return memberId
}

/** Reads a browser's response, of at most 64 KiB like every form. Returns null if it is not valid. */
function read(text: string): (RegistrationResponseJSON & AuthenticationResponseJSON) | null {
  try {
    const given = JSON.parse(text) as (RegistrationResponseJSON & AuthenticationResponseJSON) | null
    return typeof given?.id === 'string' ? given : null
  } catch {
    return null
  }
}
