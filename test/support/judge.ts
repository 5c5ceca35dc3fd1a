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

  #last: Promise<unknown> = Promise.resolve()

  /** Returns the violations of all rules on the current page, without those that match `except`. */
  faultsOf(page: Page, devtools: CDPSession, except?: RegExp): Promise<string[]> {
    // One page after the other, so that axe does not run on the same content of two pages at once.
    const faults = this.#last.then(() => this.#check(page, devtools, except))
    this.#last = faults.catch(() => undefined)
    return faults
  }

  async #check(page: Page, devtools: CDPSession, except?: RegExp): Promise<string[]> {
    const seen = await seenOn(devtools)
    const isNew = (print: string) => !this.#faultless.has(print)
    const selectNew = (prints: ReadonlyMap<string, string>) =>
      [...prints].flatMap(([print, selector]) => (isNew(print) ? [selector] : []))
    const checks = {
      structure: isNew(seen.structure),
      targets: selectNew(seen.targets),
      colours: selectNew(seen.colours),
    }
    if (!checks.structure && checks.targets.length === 0 && checks.colours.length === 0) return []
    const faults = (await faultsOf(page, checks)).filter((fault) => !except?.test(fault))
    if (faults.length > 0) return faults
    for (const print of [seen.structure, ...seen.targets.keys(), ...seen.colours.keys()])
      this.#faultless.add(print)
    return []
  }
}
