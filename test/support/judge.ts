import { createHash } from 'node:crypto'
import type { CDPSession, Page } from 'playwright-core'
import { faultsOf } from './axe.ts'

/** The styles that axe reads. */
const STYLES = [
  ...[
    'display',
    'visibility',
    'opacity',
    'position',
    'overflow',
    'clip',
    'clip-path',
    'transform',
    'z-index',
    'float',
  ],
  ...[
    'width',
    'height',
    'padding-top',
    'padding-right',
    'padding-bottom',
    'padding-left',
    'direction',
    'content',
  ],
  ...[
    'color',
    'background-color',
    'background-image',
    'background-clip',
    'mix-blend-mode',
    'filter',
    'pointer-events',
  ],
  ...[
    'font-family',
    'font-size',
    'font-style',
    'font-weight',
    'text-decoration',
    'text-indent',
    'text-shadow',
  ],
  ...['white-space', 'border-bottom', 'outline', 'cursor', '-webkit-text-fill-color', '-webkit-text-stroke'],
]

/**
 * Asks axe about a page only if none that is the same in all that axe can see was found faultless before: most
 * pages are drawn with and without a script alike, and axe takes longer than everything else about them.
 */
export class Judge {
  readonly #faultless = new Set<string>()

  async faultsOf(page: Page, devtools: CDPSession, only: 'all' | 'colours' = 'all'): Promise<string[]> {
    const seen = await seenOn(page, devtools)
    if (this.#faultless.has(`all ${seen}`) || this.#faultless.has(`${only} ${seen}`)) return []
    const faults = await faultsOf(page, only)
    if (faults.length === 0) this.#faultless.add(`${only} ${seen}`)
    return faults
  }
}

/** Every node with its text and attributes, what is typed and chosen, and how and where each is drawn. */
async function seenOn(page: Page, devtools: CDPSession): Promise<string> {
  const { documents, strings } = await devtools.send('DOMSnapshot.captureSnapshot', {
    computedStyles: STYLES,
    includePaintOrder: true,
  })
  const { nodes, layout } = documents[0]!
  const names = nodes.nodeName!.map((name) => strings[name])
  const unseen: boolean[] = [] // the inside of <noscript> is text with a script, and elements without
  nodes.parentIndex!.forEach((parent, node) => {
    unseen[node] = parent >= 0 && (unseen[parent]! || names[parent] === 'NOSCRIPT')
  })
  const texts = (indices: readonly number[] = []) => indices.map((index) => strings[index])
  const attributes = (node: number) => {
    const all = texts(nodes.attributes![node]) // a class is seen by what it does, as in what page.js tells of itself
    return all.filter((_, at) => all[at - (at % 2)] !== 'class')
  }
  const order = new Map<number, number>() // nodes by their number among the seen
  unseen.forEach((is, node) => !is && order.set(node, order.size))
  const rare = ({ index = [], value = [] }: { index?: number[]; value?: number[] } = {}) =>
    index.map((node, at) => [order.get(node), strings[value[at] ?? -1]])
  const seen = [
    page.viewportSize(),
    Array.from(order.keys(), (node) => [
      names[node],
      order.get(nodes.parentIndex![node]!),
      strings[nodes.nodeValue![node]!],
      attributes(node),
    ]),
    [nodes.inputValue, nodes.textValue, nodes.inputChecked, nodes.optionSelected, nodes.pseudoType].map(rare),
    layout.nodeIndex.map((node, at) => [
      order.get(node) ?? names[node],
      layout.bounds[at],
      strings[layout.text[at]!],
      texts(layout.styles[at]),
      layout.paintOrders![at],
    ]),
  ]
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex')
}
