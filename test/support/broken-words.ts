import type { Page } from 'playwright-core'

/** Longer words may break: they are numbers or invented names, not everyday words. */
const MAX_LENGTH = 14

/**
 * Runs in the page: finds each everyday word that spans two lines, because its box is narrower than the word.
 * A line may end at a hyphen, a soft hyphen, a slash or an @.
 */
const FIND = `(() => {
  const broken = new Set()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let text; (text = texts.nextNode()); ) {
    if (text.parentElement.closest('script, style, noscript, option, textarea, .sr')) continue
    if (!text.parentElement.checkVisibility()) continue // in a closed fold
    for (const { 0: word, index } of text.data.matchAll(/[^\\s\\-\\u00ad\\u2010\\u2013\\/@._?=&:+]+/g)) {
      const length = word.length
      if (length < 2 || length > ${String(MAX_LENGTH)}) continue
      range.setStart(text, index)
      range.setEnd(text, index + length)
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)
      if (tops.length > 1 && Math.max(...tops) - Math.min(...tops) > 4) broken.add(word)
    }
  }
  return [...broken]
})()`

/** Returns the everyday words that the current page breaks in the middle. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(FIND)
}
