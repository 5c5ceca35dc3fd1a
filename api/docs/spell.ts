/** Splits a sentence at its `code`. The page escapes each piece and marks the code. */
export function spell(sentence: string): { text: string; isCode: boolean }[] {
  return sentence
    .split('`')
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
