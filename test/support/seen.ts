import { createHash } from 'node:crypto'
import type { CDPSession } from 'playwright-core'

/** Fingerprints of the data that each kind of axe's rules reads. Equal fingerprints have equal results. */
export interface Seen {
  /**
   * One fingerprint for all elements. Of texts it has only what the rules read: whether they are empty, and which are
   * equal. So a page has the same structure in another language, or with other amounts.
   */
  structure: string
  /** One fingerprint for each small target near others: with everything near it. The value selects its element. */
  targets: ReadonlyMap<string, string>
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

/** Attributes with a text for people. Rules compare some with the texts of elements. */
const TEXTS = /^(placeholder|label|aria-(label|description|roledescription|valuetext))$/
const COMPARED = /^(title|alt|summary)$/
const LANDMARKS = new Set(['NAV', 'MAIN', 'ASIDE', 'HEADER', 'FOOTER', 'SECTION', 'FORM'])
/** Attributes with an address. The rules follow only addresses within the page. */
const ADDRESSES = /^(href|src|srcset|action|formaction|poster|cite)$/
const LANGUAGES = /^(lang|hreflang)$/
/** The most letters of an element's text that is compared with others. */
const MAX_NAME = 200

/** Elements that customers press, besides those with a `tabindex`. */
const PRESSED = new Set(['A', 'BUTTON', 'INPUT', 'SELECT', 'TEXTAREA', 'SUMMARY'])
/** Attributes that decide whether an element, or all elements in it, can be pressed. */
const PRESSABLE = /^(tabindex|role|contenteditable|type|disabled|inert|aria-hidden|style)$/
/** The least side of a target, and the least distance of a smaller one from others (WCAG 2.2, 2.5.8). */
const TARGET_SIDE = 24
/** Their text is not shown. */
const UNREAD = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'HEAD'])
const BLOCKS = /^(block|list-item|table|flex|grid)$|^table-/

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
  /** Its whole text, or null if that is long. */
  whole: string | null
  value: string
  /** Names and values in turn, without classes: the effect of a class is in the style. */
  attributes: string[]
  number: number
  /** Its position among the children of its parent. */
  at: number
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
  const shown = SHOWN.map((name) =>
    name === 'content' ? of[name]!.replace(/\S.*\S(?=")/s, 'text') : of[name],
  )
  const style = styles.get(key) ?? {
    of,
    all: numberOf(key),
    shown: numberOf(shown.join('|')),
    placed: picked([...SHOWN, ...PLACE]),
    painted: picked(PAINT),
    inside: picked(['opacity', 'filter', 'mix-blend-mode']),
  }
  styles.set(key, style)
  return style
}

/** Returns the fingerprints of the current page, from all nodes, attributes, inputs, styles and boxes. */
export async function seenOn(devtools: CDPSession): Promise<Seen> {
  const [{ documents, strings }, { result }] = await Promise.all([
    devtools.send('DOMSnapshot.captureSnapshot', { computedStyles: STYLES, includePaintOrder: true }),
    devtools.send('Runtime.evaluate', { expression: 'innerWidth', returnByValue: true }),
  ])
  const { nodes, layout } = documents[0]!
  const all: Drawn[] = []
  const unseen: boolean[] = [] // <noscript> contains text if scripts run, and elements if not
  let count = 0
  nodes.parentIndex!.forEach((at, node) => {
    const parent = all[at]
    unseen[node] = at >= 0 && (unseen[at]! || parent?.name === 'NOSCRIPT')
    const attributes = nodes.attributes![node]!.map((index) => strings[index] ?? '')
    const drawn: Drawn = {
      name: strings[nodes.nodeName![node]!]!,
      parent,
      children: [],
      hasText: false,
      whole: '',
      value: strings[nodes.nodeValue![node]!] ?? '',
      attributes: attributes.filter((_, at) => attributes[at - (at % 2)] !== 'class'),
      number: unseen[node] ? -1 : count++,
      at: parent?.children.length ?? 0,
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
  for (const node of all.toReversed()) {
    if (node.name === '#text') node.whole = node.value
    const { parent, whole } = node
    if (!parent || UNREAD.has(node.name)) continue
    const isLong = whole === null || parent.whole === null || whole.length + parent.whole.length > MAX_NAME
    parent.whole = isLong ? null : whole + parent.whole
  }
  const rare = ({ index = [], value = [] }: { index?: number[]; value?: number[] } = {}) =>
    index.map((node, at): [Drawn, string] => [all[node]!, strings[value[at] ?? -1] ?? ''])
  const states = [nodes.inputValue, nodes.textValue, nodes.inputChecked, nodes.optionSelected].map(rare)
  const seen = all.filter(({ number, style }) => number >= 0 || style)
  const structure = structureOf(seen, states, Number(result.value))
  return { structure, targets: targetsOf(seen), colours: coloursOf(seen, structure) }
}

function structureOf(seen: readonly Drawn[], states: [Drawn, string][][], width: number): string {
  const names = namesOn(seen)
  const whole = seen.filter((node) => node.name !== 'WBR' && !isRest(node))
  const places = new Map(whole.map((node, at) => [node, at]))
  const elements = whole.map((node) => [
    node.name,
    node.parent && places.get(node.parent),
    kindOf(node.name === '#text' ? untilBreak(node) : node.value),
    names.get(wordOf(node.whole ?? '')),
    readAttributes(node, names),
    shownAs(node, width),
  ])
  const landmarks = numbered(seen.flatMap((node) => (isLandmark(node) ? [nameOf(node, seen)] : [])))
  const values = states.map((list) => list.map(([node, value]) => [places.get(node), Boolean(value.trim())]))
  return fingerprint(['structure', elements, landmarks, values])
}

/** Whether a text is empty, a space, one sign, or has no letters. */
function kindOf(text: string): unknown {
  const word = wordOf(text)
  return word ? [word.length === 1, /[\p{L}\p{N}]/u.test(word)] : text && ' '
}

/** Numbers the texts that rules compare with the text of an element. */
function namesOn(seen: readonly Drawn[]): Map<string, number> {
  const names = seen.flatMap(({ name, attributes, whole }) => [
    ...attributes.filter((_, at) => at % 2 === 1 && COMPARED.test(attributes[at - 1]!)),
    ...(name === 'CAPTION' && whole ? [whole] : []),
  ])
  return new Map([...new Set(names.map(wordOf))].filter(Boolean).map((name, at) => [name, at]))
}

function isLandmark({ name, attributes }: Drawn): boolean {
  return LANDMARKS.has(name) || attributes.includes('role')
}

/** Returns the name of a landmark. No two landmarks of a kind may have the same one. */
function nameOf({ attributes }: Drawn, seen: readonly Drawn[]): string {
  const ids = attribute(attributes, 'aria-labelledby')?.split(' ') ?? []
  const texts = ids.map((id) => seen.find((node) => attribute(node.attributes, 'id') === id)?.whole)
  return wordOf(texts.join(' ')) || wordOf(attribute(attributes, 'aria-label') ?? '')
}

/** Returns for each text the position of the first equal one. */
function numbered(texts: readonly string[]): number[] {
  return texts.map((text) => texts.indexOf(text))
}

function attribute(attributes: readonly string[], name: string): string | undefined {
  const at = attributes.findIndex((own, at) => at % 2 === 0 && own === name)
  return at < 0 ? undefined : attributes[at + 1]
}

function wordOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}

/** Whether a text continues another one after a place where it may break (`<wbr>`). */
function isRest({ name, parent, at }: Drawn): boolean {
  return (
    name === '#text' && parent?.children[at - 1]?.name === 'WBR' && parent.children[at - 2]?.name === '#text'
  )
}

/** Returns a text with the texts that continue it. */
function untilBreak({ value, parent, at }: Drawn): string {
  const next = parent?.children[at + 2]
  return next && isRest(next) ? value + untilBreak(next) : value
}

/** Returns what the rules read of the attributes of an element. Another language may be the current one. */
function readAttributes({ attributes }: Drawn, names: ReadonlyMap<string, number>): unknown[] {
  const isLanguage = attributes.includes('hreflang')
  const isButton = /^(submit|button|reset)$/.test(attribute(attributes, 'type') ?? '')
  const isForOthers = attributes.includes('property')
  return attributes.flatMap((text, at): unknown[] => {
    const name = attributes[at - (at % 2)]!
    if (isLanguage && name === 'aria-current') return []
    if (at % 2 === 0) return [name]
    if (COMPARED.test(name)) return [kindOf(text), names.get(wordOf(text))]
    if (TEXTS.test(name) || (isButton && name === 'value')) return [kindOf(text)]
    if (ADDRESSES.test(name)) return [/^(#|javascript:|$)/.test(text) ? text : 'address']
    if (LANGUAGES.test(name)) return [/^(en|mn)$/.test(text) ? 'known' : text]
    if (name === 'value') return [Boolean(text.trim())]
    return [name.startsWith('data-') || (isForOthers && name === 'content') ? '' : text]
  })
}

/** Returns whether a node is shown, outside of the page, or scrolls. Its position does not matter. */
function shownAs(node: Drawn, viewport: number): unknown {
  const { style, box, text } = node
  if (!style || !box) return null
  const [x, y, width, height] = box
  const outside = [x + width <= 0, y + height <= 0, x >= viewport, width === 0, height === 0]
  const scrolls = /auto|scroll/.test(style.of.overflow!)
  return [style.shown, outside.map(Number).join(''), text !== undefined, scrolls && scrollsTo(node)]
}

/** Returns in which directions an element scrolls: not at all, certainly, or else its box and what is outside. */
function scrollsTo({ box, children }: Drawn): unknown {
  const [x, y, width, height] = box!
  const outside: Drawn[] = []
  const find = (node: Drawn): void => {
    if (node.box) {
      const [left, top, wide, high] = node.box
      if (left < x || top < y || left + wide > x + width || top + high > y + height) outside.push(node)
    }
    if (!node.style || node.style.of.overflow === 'visible') node.children.forEach(find)
  }
  children.forEach(find)
  if (outside.length === 0) return 'not at all'
  const ends = outside.map(
    ({ box }) => [box![0] + box![2] - x - width, box![1] + box![3] - y - height] as const,
  )
  const over = [Math.max(...ends.map(([right]) => right)), Math.max(...ends.map(([, below]) => below))]
  // Texts of elements in it are far outside, and nothing is placed on its own.
  const isCertain =
    outside.every(({ style }) => !/absolute|fixed/.test(style?.of.position ?? '')) &&
    outside.some((node, at) => node.text?.trim() && !children.includes(node) && Math.max(...ends[at]!) > 0) &&
    over.every((by) => by <= 0 || by > 40)
  return isCertain ? over.map((by) => by > 0) : [box, outside.map(({ box }) => box)]
}

/** Whether the keyboard may reach an element. The rules do not fail others. */
function isPressed({ name, attributes }: Drawn): boolean {
  if (attribute(attributes, 'tabindex')?.startsWith('-')) return false
  return PRESSED.has(name) || attributes.includes('tabindex')
}

/** Returns the fingerprints of the targets that may have a fault: small, and not far enough from others. */
function targetsOf(seen: readonly Drawn[]): Map<string, string> {
  const elements = seen.filter((node) => node.box && isElement(node) && !isInShadow(node))
  const targets = elements.filter(isPressed)
  const covering = new Map(targets.map((target) => [target, elementsOver(target, elements)]))
  const prints = new Map<string, string>()
  for (const target of targets) {
    const [x, y, width, height] = target.box!
    const around: Box = [x - TARGET_SIDE, y - TARGET_SIDE, width + 2 * TARGET_SIDE, height + 2 * TARGET_SIDE]
    const near = targets.filter((other) => other !== target && overlap(other.box!, around))
    const isFree = [target, ...near].every((one) => covering.get(one)!.length === 0)
    if (isFree && near.every((other) => areApart(target.box!, other.box!))) continue
    if (isLarge(target.box!) && !near.some((other) => overlap(other.box!, target.box!))) continue
    const placeOf = ({ box }: Drawn) =>
      covers(box!, around) ? 'all around' : box!.map((side, at) => side - target.box![at]!)
    const pressable = (node: Drawn) => [
      ...[node.name, node.style?.placed, mapAncestors(node, attributesToPress), attributesToPress(node)],
      covering
        .get(node)!
        .map((over) => [over.name, over.style!.placed, placeOf(over), over.order! > node.order!]),
    ]
    const isBlock = ({ style }: Drawn) => BLOCKS.test(style?.of.display ?? '')
    const block = isBlock(target) ? undefined : mapAncestors(target, (over) => over).find(isBlock)
    const print = ['targets', pressable(target), [width, height], block && contentsOf(block)]
    const others = near.map((other) => [pressable(other), placeOf(other)])
    prints.set(fingerprint([print, others]), selectorOf(target))
  }
  return prints
}

/** Returns the elements that may cover a part of a target: not those around it, and not its own parts. */
function elementsOver(target: Drawn, elements: readonly Drawn[]): Drawn[] {
  const around = new Set(mapAncestors(target, (over) => over))
  return elements.filter((other) => {
    if (other === target || !overlap(other.box!, target.box!)) return false
    if (around.has(other)) return other.order! > target.order!
    if (other.order! < target.order!) return false
    return isPressed(other) || !mapAncestors(other, (over) => over).includes(target)
  })
}

function isLarge([, , width, height]: Box): boolean {
  return width >= TARGET_SIDE && height >= TARGET_SIDE
}

/** Whether a circle of 24 pixels on the centre of a target touches neither another target nor its circle. */
function areApart([x, y, width, height]: Box, other: Box): boolean {
  const [left, top, wide, high] = other
  const [across, down] = [x + width / 2, y + height / 2]
  const beside = Math.max(left - across, 0, across - left - wide)
  const below = Math.max(top - down, 0, down - top - high)
  const centres = Math.hypot(left + wide / 2 - across, top + high / 2 - down)
  return Math.hypot(beside, below) >= TARGET_SIDE / 2 && (isLarge(other) || centres >= TARGET_SIDE)
}

/** Returns the attributes that decide whether an element can be pressed, of an address only that it has one. */
function attributesToPress({ attributes }: Drawn): string[] {
  return attributes.filter((text, at) => text === 'href' || PRESSABLE.test(attributes[at - (at % 2)]!))
}

/** Returns the elements and texts in a block: a target within a text may be small. */
function contentsOf(block: Drawn): unknown {
  return block.children.map((node) => [
    ...[node.name, node.style?.placed, Boolean(node.value.trim()), attributesToPress(node)],
    contentsOf(node),
  ])
}

function isInShadow(node: Drawn): boolean {
  return mapAncestors(node, ({ name }) => name).includes('#document-fragment')
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
