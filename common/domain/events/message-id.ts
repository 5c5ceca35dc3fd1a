/** Returns the message id for receivers: the same on every attempt and for every endpoint. It contains no dot. */
export function messageId(eventId: number): string {
  return `evt_${eventId}`
}
