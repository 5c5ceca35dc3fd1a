/** Names a message for its receiver: the same on every attempt and for every endpoint. Holds no dot. */
export function messageId(eventId: number): string {
  return `evt_${eventId}`
}
