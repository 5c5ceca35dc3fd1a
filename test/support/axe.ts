import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Half as long to be read by each page as the other. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What reads the colours that are drawn, and so may differ between day and night. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Axe waits by timers, which stand still in a page whose scripts are switched off; promises do not. */
const WITHOUT_TIMERS = `if (matchMedia('(scripting: none)').matches)
  window.setTimeout = (step) => void Promise.resolve().then(step)`

/**
 * What axe finds wrong on the page as it stands, each with the elements concerned; the target size of WCAG 2.2
 * included, which axe leaves out unless asked. `colours` asks only for what another colour scheme can change.
 * A page whose scripts are switched off is judged as it is.
 */
export async function faultsOf(page: Page, only: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) {
    await page.evaluate(WITHOUT_TIMERS)
    await page.evaluate(AXE)
  }
  const options: axe.RunOptions = {
    preload: false, // style sheets are read as they are applied; fetching them again only costs time
    resultTypes: ['violations'],
    ...(only === 'colours' ? { runOnly: COLOURS } : { rules: { 'target-size': { enabled: true } } }),
  }
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
