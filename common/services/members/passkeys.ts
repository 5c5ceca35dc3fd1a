import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Row } from '../../../db/define-table.ts'
import { insert } from '../../../db/rows.ts'
import type { Sql } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import { LONGEST_CREDENTIAL_ID, MOST_PASSKEYS, PASSKEY_FIELD } from '../../domain/members/passkey.ts'
import type { Locale } from '../../kit/languages.ts'
import { lazily } from '../../kit/lazily.ts'
import { sha256 } from '../../kit/secrets.ts'
import { config } from '../../runtime/config.ts'
import type { Project } from '../projects/project.ts'
import { beginSession } from './begin-session.ts'
import { lockMember } from './lock.ts'
import { tellOfPasskey } from './notices.ts'
import { isOwnChallenge, newChallenge, type PasskeyPurpose, useChallenge } from './passkey-challenge.ts'
import type { passkeysTable } from './passkeys-table.ts'
import { noteProof, type ProvingSession } from './prove.ts'
import type { Browser } from './sign-in.ts'

const webauthn = lazily<typeof import('@simplewebauthn/server')>('@simplewebauthn/server')
const helpers = lazily<typeof import('@simplewebauthn/server/helpers')>('@simplewebauthn/server/helpers')

/** Formats without a maker's certificate. */
const PLAIN_ATTESTATIONS = new Set(['none', 'packed'])

/** A passkey, as its member sees it. */
export type Passkey = Pick<Row<typeof passkeysTable>, 'id' | 'name' | 'last_used_at' | 'created_at'>

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
export function listPasskeys(sql: Sql, memberId: number): Promise<Passkey[]> {
  return sql.rows<Passkey>(
    'SELECT id, name, last_used_at, created_at FROM passkeys WHERE member_id = ? ORDER BY id',
    [memberId],
  )
}

/** Returns a browser's options for creating a passkey for the member of a session; null if browsers allow none here. */
export async function registrationOptions(
  sql: Sql,
  { member, secret }: ProvingSession,
  now: Date,
): Promise<PublicKeyCredentialCreationOptionsJSON | null> {
  const place = site()
  if (!place) return null
  const known = await sql.rows<{ id: string }>(
    'SELECT credential_id AS id FROM passkeys WHERE member_id = ?',
    [member.id],
  )
  return webauthn().generateRegistrationOptions({
    ...{ rpName: place.rpId, rpID: place.rpId, userName: member.email, attestationType: 'none' },
    userID: new Uint8Array(sha256(`member ${member.id}`)),
    challenge: newChallenge('register', secret, now),
    excludeCredentials: known,
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
  tx: Tx,
  { member, secret }: ProvingSession,
  { response, name }: { response: string; name: string },
  { project, locale }: { project: Project; locale: Locale },
): Promise<boolean> {
  const place = site()
  const given = read(response)
  if (!place || !given || !hasPlainAttestation(given)) return false
  if (!(await lockMember(tx, member.id))) return false
  if ((await listPasskeys(tx.sql, member.id)).length >= MOST_PASSKEYS) return false
  let challenge = ''
  const verified = await webauthn()
    .verifyRegistrationResponse({
      response: given,
      expectedChallenge: (one) => isOwnChallenge((challenge = one), 'register', secret, tx.now),
      ...{ expectedOrigin: place.origin, expectedRPID: place.rpId, requireUserVerification: true },
    })
    .catch(() => null)
  if (!verified?.verified) return false
  const { id, publicKey, counter } = verified.registrationInfo.credential
  if (id.length > LONGEST_CREDENTIAL_ID || (await isKnown(tx, id)) || !(await useChallenge(tx, challenge)))
    return false
  const passkeyId = await insert(tx.sql, 'passkeys', {
    ...{ member_id: member.id, credential_hash: sha256(id), credential_id: id, name, counter },
    ...{ public_key: Buffer.from(publicKey), created_at: tx.now },
  })
  await auditPasskey(tx, member.id, { from: null, to: name })
  await tellOfPasskey(tx, project, member, { id: passkeyId, name }, locale)
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

/** Returns whether a member has this passkey. A device makes a new id for each, so only a forged response repeats one. */
async function isKnown(tx: Tx, credentialId: string): Promise<boolean> {
  const row = await tx.sql.row('SELECT id FROM passkeys WHERE credential_hash = ?', [sha256(credentialId)])
  return row !== undefined
}

/** Notes in the audit log of each project of a member that a passkey was added or removed. */
async function auditPasskey(
  tx: Tx,
  memberId: number,
  names: { from: string | null; to: string | null },
): Promise<void> {
  const rows = await tx.sql.rows<{ id: number }>('SELECT id FROM member_projects WHERE member_id = ?', [
    memberId,
  ])
  for (const { id } of rows) {
    tx.sql.noteChange('member_projects', id, 'updated')
    tx.sql.noteFields('member_projects', id, [{ field: PASSKEY_FIELD, ...names }])
  }
}

/** Removes a passkey of this member. Does nothing if it is not theirs. */
export async function removePasskey(tx: Tx, memberId: number, id: number): Promise<void> {
  await lockMember(tx, memberId)
  const row = await tx.sql.row<{ name: string }>('SELECT name FROM passkeys WHERE id = ? AND member_id = ?', [
    id,
    memberId,
  ])
  if (!row) return
  await auditPasskey(tx, memberId, { from: row.name, to: null })
  await tx.sql.write('DELETE FROM passkeys WHERE id = ? AND member_id = ?', [id, memberId])
}

/** Signs a member in by a passkey. Returns the secret of the new session, or null if the response is not valid. */
export async function signInByPasskey(
  tx: Tx,
  secret: string,
  response: string,
  browser: Browser,
): Promise<string | null> {
  const memberId = await memberOf(tx, 'sign_in', secret, response)
  return memberId === null ? null : ((await beginSession(tx, memberId, browser))?.secret ?? null)
}

/** Gives a session a fresh proof by a passkey of its member. Returns false if the response is not valid. */
export async function proveByPasskey(tx: Tx, session: ProvingSession, response: string): Promise<boolean> {
  const memberId = await memberOf(tx, 'prove', session.secret, response)
  if (memberId !== session.member.id) return false
  await noteProof(tx, session.id)
  return true
}

/** Returns the member whose passkey signed the challenge; null if none did, or if they belong to no project any more. */
async function memberOf(
  tx: Tx,
  purpose: PasskeyPurpose,
  secret: string,
  response: string,
): Promise<number | null> {
  const place = site()
  const given = read(response)
  if (!place || !given) return null
  const hash = sha256(given.id)
  const known = await tx.sql.row<{ member_id: number }>(
    'SELECT member_id FROM passkeys WHERE credential_hash = ?',
    [hash],
  )
  if (!known || !(await lockMember(tx, known.member_id))) return null
  const row = await tx.sql.row<Row<typeof passkeysTable>>(
    'SELECT * FROM passkeys WHERE credential_hash = ?',
    [hash],
  )
  if (!row) return null
  let challenge = ''
  const verified = await webauthn()
    .verifyAuthenticationResponse({
      response: given,
      expectedChallenge: (one) => isOwnChallenge((challenge = one), purpose, secret, tx.now),
      ...{ expectedOrigin: place.origin, expectedRPID: place.rpId, requireUserVerification: true },
      credential: { id: row.credential_id, publicKey: new Uint8Array(row.public_key), counter: row.counter },
    })
    .catch(() => null)
  if (!verified?.verified || !(await useChallenge(tx, challenge))) return null
  await tx.sql.write('UPDATE passkeys SET counter = ?, last_used_at = ? WHERE id = ?', [
    verified.authenticationInfo.newCounter,
    tx.now,
    row.id,
  ])
  return row.member_id
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
