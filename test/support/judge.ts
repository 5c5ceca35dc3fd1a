import type { CDPSession, Page } from 'playwright-core'
import { faultsOf } from './axe.ts'
import { seenOn } from './seen.ts'

/**
 * Asks axe only for what it has not judged faultless before, as axe takes longer than all else about a page. What
 * a rule reads is compared, not pages: one that is drawn wider or darker has the same elements, one with a script
 * mostly looks as it does without, and most pages have no text in colours that no page before had.
 */
export class Judge {
  readonly #faultless = new Set<string>()

  /** What axe finds wrong, by all of its rules, on the page as it stands; `except` are faults that are none here. */
  async faultsOf(page: Page, devtools: CDPSession, except?: RegExp): Promise<string[]> {
    const seen = await seenOn(page, devtools)
    const isNew = (print: string) => !this.#faultless.has(print)
    const asked = {
      structure: isNew(seen.structure),
      targets: isNew(seen.targets),
      colours: [...seen.colours].flatMap(([print, selector]) => (isNew(print) ? [selector] : [])),
    }
    if (!asked.structure && !asked.targets && asked.colours.length === 0) return []
    const faults = (await faultsOf(page, asked)).filter((fault) => !except?.test(fault))
    if (faults.length > 0) return faults
    for (const print of [seen.structure, seen.targets, ...seen.colours.keys()]) this.#faultless.add(print)
    return []
  }
}
