import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The minified script: a page parses it in half the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that axe checks, grouped by the data that they read. */
export interface Checks {
  /** Rules about elements, attributes, texts and visibility: all rules except those below. */
  structure: boolean
  /** Rules about the position and size of targets. WCAG 2.2 requires them; axe skips them by default. */
  targets: boolean
  /** Rules about contrast: for the whole page, or only for these selectors. */
  colours: boolean | readonly string[]
}

const TARGETS = ['target-size']
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Axe waits with timers. Timers do not run in a page with scripts disabled, but promises do. */
const WITHOUT_TIMERS = `if (matchMedia('(scripting: none)').matches)
  window.setTimeout = (step) => void Promise.resolve().then(step)`

/** Does not load style sheets again: axe reads the styles that the browser has applied. */
const BASE_OPTIONS: axe.RunOptions = { preload: false, resultTypes: ['violations'] }

/** Returns the violations that axe finds on the current page, each with its elements. Works without scripts too. */
export async function faultsOf(
  page: Page,
  checks: Partial<Checks> = { structure: true, targets: true, colours: true },
): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) {
    await page.evaluate(WITHOUT_TIMERS)
    await page.evaluate(AXE)
  }
  return page.evaluate<string[]>(`(async () => {
    const faults = []
    for (const [context, options] of ${JSON.stringify(runsFor(checks))})
      for (const { id, nodes } of (await axe.run(context ?? document, options)).violations)
        faults.push(id + ': ' + nodes.map(({ html }) => html).join(' '))
    return faults
  })()`)
}

type Run = [{ include: string[][] } | null, axe.RunOptions]

/** Returns the runs of axe for these checks. Contrast has a run of its own if only some elements are checked. */
function runsFor({ structure, targets = false, colours = false }: Partial<Checks>): Run[] {
  const isWhole = colours === true
  const runs: Run[] = []
  if (structure) {
    const rules = { ...enabledRules(TARGETS, targets), ...enabledRules(COLOURS, isWhole) }
    runs.push([null, { ...BASE_OPTIONS, rules }])
  } else if (targets || isWhole) {
    const runOnly = [...(targets ? TARGETS : []), ...(isWhole ? COLOURS : [])]
    runs.push([null, { ...BASE_OPTIONS, runOnly }])
  }
  if (typeof colours !== 'boolean' && colours.length > 0)
    runs.push([{ include: colours.map((selector) => [selector]) }, { ...BASE_OPTIONS, runOnly: COLOURS }])
  return runs
}

function enabledRules(rules: readonly string[], enabled: boolean): axe.RuleObject {
  return Object.fromEntries(rules.map((rule) => [rule, { enabled }]))
}
