import { createHash } from 'node:crypto'
import type { CDPSession, Page } from 'playwright-core'

/** Fingerprints of the data that each kind of axe's rules reads. Equal fingerprints have equal results. */
export interface Seen {
  structure: string
  targets: string
  /** One fingerprint for each text: its style, its ancestors and its background. The value selects its element. */
  colours: ReadonlyMap<string, string>
}

/** Styles that decide whether an element is shown. */
const SHOWN = [
  ...[
    'display',
    'visibility',
    'opacity',
    'position',
    'overflow',
    'clip',
    'clip-path',
    'content',
    'direction',
  ],
]
/** Styles that are painted behind other elements. */
const PAINT = [
  'background-color',
  'background-image',
  'background-clip',
  'mix-blend-mode',
  'filter',
  'opacity',
]
/** Styles of letters. */
const LETTERS = [
  ...['color', 'font-size', 'font-style', 'font-weight', 'text-decoration', 'text-indent', 'text-shadow'],
  ...['-webkit-text-fill-color', '-webkit-text-stroke', 'border-bottom', 'outline'],
]
const PLACE = ['transform', 'z-index', 'float', 'white-space', 'pointer-events', 'cursor', 'font-family']
const STYLES = [...new Set([...SHOWN, ...PAINT, ...LETTERS, ...PLACE])]

const REPLACED = new Set([
  'IMG',
  'svg',
  'CANVAS',
  'VIDEO',
  'INPUT',
  'SELECT',
  'TEXTAREA',
  'BUTTON',
  'PROGRESS',
])
const FIELDS = new Set(['INPUT', 'SELECT', 'TEXTAREA'])
const TRANSPARENT = 'rgba(0, 0, 0, 0)'

type Box = [x: number, y: number, width: number, height: number]

/** The style of a node. Most nodes have the same style as others, so each style is computed once. */
interface Style {
  of: Readonly<Record<string, string>>
  all: number
  shown: number
  placed: number
  painted: number
  /** The styles that affect all descendants. */
  inside: number
}

/** A node of the page, with its style and box if it is drawn. */
interface Drawn {
  name: string
  parent: Drawn | undefined
  children: Drawn[]
  /** Whether it contains text at any depth. */
  hasText: boolean
  value: string
  /** Names and values in turn, without classes: the effect of a class is in the style. */
  attributes: string[]
  number: number
  style?: Style
  box?: Box
  text?: string
  order?: number
}

const numbers = new Map<string, number>()
/** Returns the same number for the same text, for faster comparison. */
function numberOf(text: string): number {
  const number = numbers.get(text) ?? numbers.size
  numbers.set(text, number)
  return number
}

const styles = new Map<string, Style>()
function styleOf(values: readonly string[]): Style {
  const key = values.join('|')
  const of = Object.fromEntries(STYLES.map((name, at) => [name, values[at] ?? '']))
  const picked = (names: readonly string[]) => numberOf(names.map((name) => of[name]).join('|'))
  const style = styles.get(key) ?? {
    of,
    all: numberOf(key),
    shown: picked(SHOWN),
    placed: picked([...SHOWN, ...PLACE]),
    painted: picked(PAINT),
    inside: picked(['opacity', 'filter', 'mix-blend-mode']),
  }
  styles.set(key, style)
  return style
}

/** Returns the fingerprints of the current page, from all nodes, attributes, inputs, styles and boxes. */
export async function seenOn(page: Page, devtools: CDPSession): Promise<Seen> {
  const { documents, strings } = await devtools.send('DOMSnapshot.captureSnapshot', {
    computedStyles: STYLES,
    includePaintOrder: true,
  })
  const { nodes, layout } = documents[0]!
  const all: Drawn[] = []
  const unseen: boolean[] = [] // <noscript> contains text if scripts run, and elements if not
  let count = 0
  nodes.parentIndex!.forEach((at, node) => {
    const parent = all[at]
    unseen[node] = at >= 0 && (unseen[at]! || parent?.name === 'NOSCRIPT')
    const attributes = nodes.attributes![node]!.map((index) => strings[index]!)
    const drawn: Drawn = {
      name: strings[nodes.nodeName![node]!]!,
      parent,
      children: [],
      hasText: false,
      value: strings[nodes.nodeValue![node]!] ?? '',
      attributes: attributes.filter((_, at) => attributes[at - (at % 2)] !== 'class'),
      number: unseen[node] ? -1 : count++,
    }
    parent?.children.push(drawn)
    all.push(drawn)
  })
  layout.nodeIndex.forEach((at, entry) => {
    const node = all[at]!
    if (node.style) return // only the first of several boxes counts
    node.style = styleOf(layout.styles[entry]!.map((index) => strings[index] ?? ''))
    node.box = layout.bounds[entry] as Box
    node.order = layout.paintOrders![entry]!
    const text = strings[layout.text[entry]!]
    if (text === undefined) return
    node.text = text
    for (let over: Drawn | undefined = node; text.trim() && over; over = over.parent) over.hasText = true
  })
  const rare = ({ index = [], value = [] }: { index?: number[]; value?: number[] } = {}) =>
    index.map((node, at) => [all[node]!.number, strings[value[at] ?? -1]])
  const states = [nodes.inputValue, nodes.textValue, nodes.inputChecked, nodes.optionSelected].map(rare)
  const seen = all.filter(({ number, style }) => number >= 0 || style)
  const width = page.viewportSize()!.width

  const elements = seen.map(({ name, parent, value, attributes }) => [
    name,
    parent?.number,
    value,
    attributes,
  ])
  const structure = fingerprint(['structure', elements, states, seen.map((node) => shownAs(node, width))])
  const places = seen.map(({ box, order, style }) => [box, order, style?.placed])
  return {
    structure,
    targets: fingerprint(['targets', width, elements, places]),
    colours: coloursOf(seen, structure),
  }
}

/** Returns whether a node is shown, outside of the page, or scrolls. Its position does not matter. */
function shownAs({ style, box, text }: Drawn, viewport: number): unknown {
  if (!style || !box) return null
  const [x, y, width, height] = box
  const scrolls = /auto|scroll/.test(style.of.overflow!)
  const outside = [x + width <= 0, y + height <= 0, x >= viewport, width === 0, height === 0]
  return [style.shown, outside.map(Number).join(''), text !== undefined, scrolls && box]
}

function coloursOf(seen: readonly Drawn[], structure: string): Map<string, string> {
  // Axe skips the text of disabled controls and their labels anywhere, so such a page is compared as a whole.
  const hasDisabled = seen.some(({ attributes }) =>
    attributes.some((name) => /^(aria-)?disabled$/.test(name)),
  )
  const painted = seen.filter(paints).sort((a, b) => a.order! - b.order!)
  const texts = seen.filter(({ name, text, box }) => box && (text?.trim() || FIELDS.has(name)))
  return new Map(
    texts.map((text) => [
      fingerprint(['colours', hasDisabled && structure, contrastOf(text, painted)]),
      selectorOf(elementOf(text)),
    ]),
  )
}

/** Returns the element that axe checks for a text: its link, its field, or its element. */
function elementOf(text: Drawn): Drawn {
  const path = [text, ...mapAncestors(text, (over) => over)]
  const inside = path.findLast(({ name }) => name === '#document-fragment')
  const outside = inside ? path.slice(path.indexOf(inside) + 1) : path
  return outside.find(({ name }) => name === 'A') ?? outside.find(isElement)!
}

function isElement({ name }: Drawn): boolean {
  return !/^(#|::|html$)/.test(name)
}

function selectorOf(element: Drawn): string {
  const siblings = element.parent?.children.filter(isElement) ?? []
  const own = `:nth-child(${String(siblings.indexOf(element) + 1)})`
  return element.parent && element.name !== 'HTML' ? `${selectorOf(element.parent)} > ${own}` : 'html'
}

function paints({ name, style, box }: Drawn): boolean {
  if (!style || !box || box[2] === 0 || box[3] === 0) return false
  return (
    REPLACED.has(name) ||
    style.of['background-color'] !== TRANSPARENT ||
    style.of['background-image'] !== 'none'
  )
}

/** Returns all data that decides the contrast of a text: its style, its ancestors, and everything painted there. */
function contrastOf(text: Drawn, painted: readonly Drawn[]): unknown {
  const place = text.box!
  const behind = painted
    .filter((other) => other !== text && overlap(other.box!, place))
    .map((other) => [
      ...[other.name, other.style!.painted, mapAncestors(other, ({ style }) => style?.inside)],
      covers(other.box!, place) ? 'all of it' : other.box!.map((side, at) => side - place[at]!),
      other.order! > text.order!,
    ])
  const content = text.text?.trim() ?? ''
  const letters = [content.length > 1, /[\p{L}\p{N}]/u.test(content)]
  const isForScreenReaders = place[2] <= 1 || place[3] <= 1
  const within = mapAncestors(text, (over, under) => [
    ...[over.name, over.style?.all],
    over.children.some((other) => other.hasText && other !== under), // a link must differ from the text next to it
  ])
  return [text.name, text.style!.all, letters, isForScreenReaders, within, behind]
}

/** Maps each ancestor of a node, from the nearest. */
function mapAncestors<Result>(node: Drawn, map: (over: Drawn, under: Drawn) => Result): Result[] {
  const results: Result[] = []
  for (let under = node; under.parent; under = under.parent) results.push(map(under.parent, under))
  return results
}

function overlap([x, y, width, height]: Box, [left, top, wide, high]: Box): boolean {
  return x < left + wide && left < x + width && y < top + high && top < y + height
}

function covers([x, y, width, height]: Box, [left, top, wide, high]: Box): boolean {
  return x <= left && y <= top && x + width >= left + wide && y + height >= top + high
}

function fingerprint(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('base64')
}
