/** Returns a name's first letter or digit, in capitals. It may consist of several code points. */
export function initialOf(name: string): string {
  const characters = Array.from(new Intl.Segmenter().segment(name), (part) => part.segment)
  return (
    characters.find((character) => /[\p{L}\p{N}]/u.test(character)) ??
    characters[0] ??
    ''
  ).toUpperCase()
}
