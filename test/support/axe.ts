import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Half as long to be read by each page as the other. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What is asked of axe, by what its rules read. */
export interface Asked {
  /** Elements, their attributes and texts, and whether each is shown: all rules but those below. */
  structure: boolean
  /** Where things are, and how large; WCAG 2.2 asks for it, and axe leaves it out unless asked. */
  targets: boolean
  /** What colours are drawn, over which: of everything, or of what these selectors name. */
  colours: boolean | readonly string[]
}

const TARGETS = ['target-size']
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Axe waits by timers, which stand still in a page whose scripts are switched off; promises do not. */
const WITHOUT_TIMERS = `if (matchMedia('(scripting: none)').matches)
  window.setTimeout = (step) => void Promise.resolve().then(step)`

/** Style sheets are read as they are applied; fetching them again would only cost time. */
const BRIEFLY: axe.RunOptions = { preload: false, resultTypes: ['violations'] }

/**
 * What axe finds wrong on the page as it stands, each with the elements concerned. A page whose scripts are
 * switched off is judged as it is.
 */
export async function faultsOf(
  page: Page,
  asked: Partial<Asked> = { structure: true, targets: true, colours: true },
): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) {
    await page.evaluate(WITHOUT_TIMERS)
    await page.evaluate(AXE)
  }
  return page.evaluate<string[]>(`(async () => {
    const faults = []
    for (const [context, options] of ${JSON.stringify(runsFor(asked))})
      for (const { id, nodes } of (await axe.run(context ?? document, options)).violations)
        faults.push(id + ': ' + nodes.map(({ html }) => html).join(' '))
    return faults
  })()`)
}

type Run = [{ include: string[][] } | null, axe.RunOptions]

/** What axe is asked to read, and by which rules: colours apart, where they are asked of some things alone. */
function runsFor({ structure, targets = false, colours = false }: Partial<Asked>): Run[] {
  const isWhole = colours === true
  const runs: Run[] = []
  if (structure) {
    const rules = { ...switched(TARGETS, targets), ...switched(COLOURS, isWhole) }
    runs.push([null, { ...BRIEFLY, rules }])
  } else if (targets || isWhole) {
    const runOnly = [...(targets ? TARGETS : []), ...(isWhole ? COLOURS : [])]
    runs.push([null, { ...BRIEFLY, runOnly }])
  }
  if (typeof colours !== 'boolean' && colours.length > 0)
    runs.push([{ include: colours.map((selector) => [selector]) }, { ...BRIEFLY, runOnly: COLOURS }])
  return runs
}

function switched(rules: readonly string[], enabled: boolean): axe.RuleObject {
  return Object.fromEntries(rules.map((rule) => [rule, { enabled }]))
}
