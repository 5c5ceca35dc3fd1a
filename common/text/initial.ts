/** The first letter or digit a reader would name, even where one is made of several code points. */
export function initialOf(name: string): string {
  const signs = Array.from(new Intl.Segmenter().segment(name), (part) => part.segment)
  return (signs.find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? signs[0] ?? '').toUpperCase()
}
