import { createHash } from 'node:crypto'
import type { CDPSession, Page } from 'playwright-core'

/** What each kind of axe's rules reads of a page; what has the same print is judged the same. */
export interface Seen {
  structure: string
  targets: string
  /** One for each text, by how it is drawn, inside of what, and over what; and a selector of an element so drawn. */
  colours: ReadonlyMap<string, string>
}

/** Whether something is shown. */
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
/** What is drawn behind others. */
const PAINT = [
  'background-color',
  'background-image',
  'background-clip',
  'mix-blend-mode',
  'filter',
  'opacity',
]
/** How letters are drawn. */
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
const NOTHING = 'rgba(0, 0, 0, 0)'

type Box = [x: number, y: number, width: number, height: number]

/** How something is drawn. Most nodes of most pages are drawn like others, so each way is read once. */
interface Style {
  of: Readonly<Record<string, string>>
  all: number
  shown: number
  placed: number
  painted: number
  /** What it does to all that stands in it. */
  inside: number
}

/** A node of the page, and how it is drawn if it is. */
interface Drawn {
  name: string
  parent: Drawn | undefined
  children: Drawn[]
  /** Whether there are letters in it, at any depth. */
  words: boolean
  value: string
  /** Names and values, but for classes: a class is seen by what it does. */
  attributes: string[]
  number: number
  style?: Style
  box?: Box
  text?: string
  order?: number
}

const numbers = new Map<string, number>()
/** One number for each text, to compare by. */
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

/** Every node with its text and attributes, what is typed and chosen, and how and where each is drawn. */
export async function seenOn(page: Page, devtools: CDPSession): Promise<Seen> {
  const { documents, strings } = await devtools.send('DOMSnapshot.captureSnapshot', {
    computedStyles: STYLES,
    includePaintOrder: true,
  })
  const { nodes, layout } = documents[0]!
  const all: Drawn[] = []
  const unseen: boolean[] = [] // the inside of <noscript> is text with a script, and elements without
  let count = 0
  nodes.parentIndex!.forEach((at, node) => {
    const parent = all[at]
    unseen[node] = at >= 0 && (unseen[at]! || parent?.name === 'NOSCRIPT')
    const words = nodes.attributes![node]!.map((index) => strings[index]!)
    const drawn: Drawn = {
      name: strings[nodes.nodeName![node]!]!,
      parent,
      children: [],
      words: false,
      value: strings[nodes.nodeValue![node]!] ?? '',
      attributes: words.filter((_, word) => words[word - (word % 2)] !== 'class'),
      number: unseen[node] ? -1 : count++,
    }
    parent?.children.push(drawn)
    all.push(drawn)
  })
  layout.nodeIndex.forEach((at, entry) => {
    const node = all[at]!
    if (node.style) return // an element of several boxes is described by its first
    node.style = styleOf(layout.styles[entry]!.map((index) => strings[index] ?? ''))
    node.box = layout.bounds[entry] as Box
    node.order = layout.paintOrders![entry]!
    const text = strings[layout.text[entry]!]
    if (text === undefined) return
    node.text = text
    for (let over: Drawn | undefined = node; text.trim() && over; over = over.parent) over.words = true
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
  const structure = printed(['structure', elements, states, seen.map((node) => shownAs(node, width))])
  const places = seen.map(({ box, order, style }) => [box, order, style?.placed])
  return {
    structure,
    targets: printed(['targets', width, elements, places]),
    colours: coloursOf(seen, structure),
  }
}

/** Whether a node is shown, and whether it is outside of the page or scrolls; no matter where it stands. */
function shownAs({ style, box, text }: Drawn, viewport: number): unknown {
  if (!style || !box) return null
  const [x, y, width, height] = box
  const scrolls = /auto|scroll/.test(style.of.overflow!)
  const outside = [x + width <= 0, y + height <= 0, x >= viewport, width === 0, height === 0]
  return [style.shown, outside.map(Number).join(''), text !== undefined, scrolls && box]
}

function coloursOf(seen: readonly Drawn[], structure: string): Map<string, string> {
  // Axe lets the words of a control be that is switched off, and its label anywhere: such a page is one of its own.
  const off = seen.some(({ attributes }) => attributes.some((name) => /^(aria-)?disabled$/.test(name)))
  const painted = seen.filter(paints).sort((a, b) => a.order! - b.order!)
  const texts = seen.filter(({ name, text, box }) => box && (text?.trim() || FIELDS.has(name)))
  return new Map(
    texts.map((text) => [
      printed(['colours', off && structure, contrastOf(text, painted)]),
      selectorOf(elementOf(text)),
    ]),
  )
}

/** What axe is asked about for a text: the link that it is in, the field that it is typed into, its element. */
function elementOf(text: Drawn): Drawn {
  const path = [text, ...around(text, (over) => over)]
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
    REPLACED.has(name) || style.of['background-color'] !== NOTHING || style.of['background-image'] !== 'none'
  )
}

/** All that the contrast of a text goes by: itself, what it stands in, and what is painted where it stands. */
function contrastOf(text: Drawn, painted: readonly Drawn[]): unknown {
  const place = text.box!
  const behind = painted
    .filter((other) => other !== text && meet(other.box!, place))
    .map((other) => [
      ...[other.name, other.style!.painted, around(other, ({ style }) => style?.inside)],
      covers(other.box!, place) ? 'all of it' : other.box!.map((side, at) => side - place[at]!),
      other.order! > text.order!,
    ])
  const words = text.text?.trim() ?? ''
  const letters = [words.length > 1, /[\p{L}\p{N}]/u.test(words)]
  const isForEars = place[2] <= 1 || place[3] <= 1
  const within = around(text, (over, under) => [
    ...[over.name, over.style?.all],
    over.children.some((other) => other.words && other !== under), // a link must be told from words beside it
  ])
  return [text.name, text.style!.all, letters, isForEars, within, behind]
}

/** What is asked of each node around one, from within. */
function around<Answer>(node: Drawn, ask: (over: Drawn, under: Drawn) => Answer): Answer[] {
  const answers: Answer[] = []
  for (let under = node; under.parent; under = under.parent) answers.push(ask(under.parent, under))
  return answers
}

function meet([x, y, width, height]: Box, [left, top, wide, high]: Box): boolean {
  return x < left + wide && left < x + width && y < top + high && top < y + height
}

function covers([x, y, width, height]: Box, [left, top, wide, high]: Box): boolean {
  return x <= left && y <= top && x + width >= left + wide && y + height >= top + high
}

function printed(what: unknown): string {
  return createHash('sha256').update(JSON.stringify(what)).digest('base64')
}
