/** Words with `code` in them, in pieces: a page escapes each and marks the code. */
export function spell(sentence: string): { text: string; isCode: boolean }[] {
  return sentence
    .split('`')
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
