import type { ActorType } from './object.ts'

/** The person or program that makes the changes of a request or command, and its operation. */
export interface Cause {
  actor: ActorType
  /** The member or the token. */
  actorId?: number | undefined
  /** The operation of the API, the command, or the page with its button. */
  operation: string
  /** The network address. Not for customers: it would be personal data that outlives their erasure. */
  address?: string | undefined
}
