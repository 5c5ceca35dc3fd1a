import type { Page } from 'playwright-core'

/** As long as a word of everyday speech is; what is longer, a number or a made-up name, may have to break. */
const ORDINARY = 14

/**
 * Runs in the page: each ordinary word that stands on more than one line, which is what a box narrower than it
 * looks like. A hyphen, a slash or an @ may end a line; so may a soft hyphen.
 */
const FIND = `(() => {
  const broken = new Set()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let text; (text = texts.nextNode()); ) {
    if (text.parentElement.closest('script, style, noscript, option, textarea, .sr')) continue
    for (const { 0: word, index } of text.data.matchAll(/[^\\s\\-\\u00ad\\u2010\\u2013\\/@._?=&:+]+/g)) {
      const signs = word.length
      if (signs < 2 || signs > ${String(ORDINARY)}) continue
      range.setStart(text, index)
      range.setEnd(text, index + signs)
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)
      if (tops.length > 1 && Math.max(...tops) - Math.min(...tops) > 4) broken.add(word)
    }
  }
  return [...broken]
})()`

/** The words of everyday length that a page breaks within, as it is drawn now. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(FIND)
}
