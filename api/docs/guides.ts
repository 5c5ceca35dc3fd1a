import { readFileSync } from 'node:fs'
import { Marked } from 'marked'
import { viewsFolder } from '../../common/services/text/views.ts'

/** A guide of docs/, as a page. */
export interface Guide {
  /** `transfers`: its file and its address. */
  id: string
  title: string
  html: string
  /** Its headings, for the search. */
  headings: { id: string; text: string }[]
}

const FOLDER = `${viewsFolder}../docs/`

/** In the order in which a newcomer reads them. */
const FILES = [
  'guides/subscriptions.md',
  'money-rules.md',
  'guides/transfers.md',
  'webhooks/receivers.md',
  'guides/clocks.md',
  'guides/deploying.md',
  'guides/proxy.md',
  'guides/going-live.md',
  'guides/backup.md',
  'guides/upgrading.md',
] as const

const idOf = (file: string) => /([\w-]+)\.md$/.exec(file)?.[1] ?? ''
const IDS = new Set(FILES.map(idOf))

/** Returns all guides. They are our own text, so their markup is trusted. */
export function guides(): Guide[] {
  return FILES.map((file) => {
    const headings: Guide['headings'] = []
    const html = rendered(readFileSync(FOLDER + file, 'utf8'), headings)
    return { id: idOf(file), title: headings[0]?.text ?? '', html, headings: headings.slice(1) }
  })
}

function rendered(source: string, headings: Guide['headings']): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = slug(text)
        headings.push({ id, text: text.replaceAll('`', '') })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const url = addressOf(href)
        return url === null ? text : `<a href="${url}">${text}</a>`
      },
      code({ text }) {
        return `<pre><code>${escaped(text)}</code></pre>\n`
      },
    },
  })
  return marked.parse(source, { async: false })
}

/** As GitHub does, so that links between the files lead to the same places. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

/** Returns where a link of a guide leads; null for a file that only the sources have. */
function addressOf(href: string): string | null {
  if (/^(https?:|#)/.test(href)) return href
  const [path = '', hash] = href.split('#', 2)
  const id = idOf(path)
  return IDS.has(id) ? `/docs/guides/${id}${hash === undefined ? '' : `#${hash}`}` : null
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
