import type { CDPSession, Page } from 'playwright-core'
import { faultsOf } from './axe.ts'
import { seenOn } from './seen.ts'

/**
 * Runs axe only on content that it has not checked before, because axe is the slowest part of a page's test.
 * Compares the data that the rules read, not pages: a wider or darker page has the same elements, a page with
 * scripts often looks the same without them, and most pages have no new combination of colours.
 */
export class Judge {
  readonly #faultless = new Set<string>()

  /** Returns the violations of all rules on the current page, without those that match `except`. */
  async faultsOf(page: Page, devtools: CDPSession, except?: RegExp): Promise<string[]> {
    const seen = await seenOn(page, devtools)
    const isNew = (print: string) => !this.#faultless.has(print)
    const checks = {
      structure: isNew(seen.structure),
      targets: isNew(seen.targets),
      colours: [...seen.colours].flatMap(([print, selector]) => (isNew(print) ? [selector] : [])),
    }
    if (!checks.structure && !checks.targets && checks.colours.length === 0) return []
    const faults = (await faultsOf(page, checks)).filter((fault) => !except?.test(fault))
    if (faults.length > 0) return faults
    for (const print of [seen.structure, seen.targets, ...seen.colours.keys()]) this.#faultless.add(print)
    return []
  }
}
