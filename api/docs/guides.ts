import { readFileSync } from 'node:fs'
import { Marked } from 'marked'
import { viewsFolder } from '../../common/services/text/views.ts'

/** A guide from docs/ as a page of the reference. */
export interface Guide {
  /** The name of its file, also in its address, such as `transfers`. */
  id: string
  title: string
  html: string
  /** Its headings, for the search index. */
  headings: { id: string; text: string }[]
}

const FOLDER = `${viewsFolder}../docs/`

/** The guides in reading order for newcomers. */
const FILES = [
  'guides/subscriptions.md',
  'money-rules.md',
  'guides/dashboard.md',
  'guides/transfers.md',
  'webhooks/receivers.md',
  'guides/clocks.md',
  'guides/deploying.md',
  'guides/proxy.md',
  'guides/going-live.md',
  'guides/operations.md',
  'guides/backup.md',
  'guides/upgrading.md',
] as const

const idOf = (file: string) => /([\w-]+)\.md$/.exec(file)?.[1] ?? ''
const IDS = new Set(FILES.map(idOf))

/** Returns all guides. They are our own files, so their HTML is trusted. */
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

/** Returns the anchor of a heading, as GitHub does, so that links between the files work here too. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

/** Returns the address for a link in a guide. Null if the file is only in the repository. */
function addressOf(href: string): string | null {
  if (/^(https?:|#)/.test(href)) return href
  const [path = '', hash] = href.split('#', 2)
  const id = idOf(path)
  return IDS.has(id) ? `/docs/guides/${id}${hash === undefined ? '' : `#${hash}`}` : null
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
