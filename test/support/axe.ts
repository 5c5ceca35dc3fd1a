import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { CDPSession, Page } from 'playwright-core'

/** The minified script: a page parses it in half the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that axe checks, grouped by the data that they read. */
export interface Checks {
  /** Rules about elements, attributes, texts and visibility: all rules except those below. */
  structure: boolean
  /**
   * Rules about the position and size of targets: for the whole page, or only for these selectors. WCAG 2.2 requires
   * them; axe skips them by default.
   */
  targets: boolean | readonly string[]
  /** Rules about contrast, likewise. */
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
    await load(page)
  }
  return page.evaluate<string[]>(`(async () => {
    const faults = []
    for (const [context, options] of ${JSON.stringify(runsFor(checks))})
      for (const { id, nodes } of (await axe.run(context ?? document, options)).violations)
        faults.push(id + ': ' + nodes.map(({ html }) => html).join(' '))
    return faults
  })()`)
}

/** A session for each page. It stays open: at its end Chromium would forget that the page is printed, or dark. */
const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** Loads axe as a script rather than by `eval`: a renderer that has compiled it for the page before does not do so again. */
async function load(page: Page): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  const { exceptionDetails } = await (await session).send('Runtime.evaluate', { expression: AXE })
  if (exceptionDetails) throw new Error(exceptionDetails.text)
}

type Run = [{ include: string[][] } | null, axe.RunOptions]

/** Returns the runs of axe for these checks. A check of only some elements has a run of its own. */
function runsFor({ structure, targets = false, colours = false }: Partial<Checks>): Run[] {
  const whole = [...(targets === true ? TARGETS : []), ...(colours === true ? COLOURS : [])]
  const runs: Run[] = []
  if (structure) {
    const rules = { ...enabledRules(TARGETS, targets === true), ...enabledRules(COLOURS, colours === true) }
    runs.push([null, { ...BASE_OPTIONS, rules }])
  } else if (whole.length > 0) runs.push([null, { ...BASE_OPTIONS, runOnly: whole }])
  for (const [selectors, runOnly] of [
    [targets, TARGETS],
    [colours, COLOURS],
  ] as const)
    if (typeof selectors !== 'boolean' && selectors.length > 0)
      runs.push([
        { include: selectors.map((selector) => [selector]) },
        { ...BASE_OPTIONS, runOnly: [...runOnly] },
      ])
  return runs
}

function enabledRules(rules: readonly string[], enabled: boolean): axe.RuleObject {
  return Object.fromEntries(rules.map((rule) => [rule, { enabled }]))
}
