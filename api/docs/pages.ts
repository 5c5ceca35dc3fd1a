import { INSTEAD, OTHER_NAMES } from '../other-names.ts'
import { openApi } from '../openapi/document.ts'
import { render } from '../pages/render.ts'
import { type Guide, guides } from './guides.ts'
import { docsView } from './view.ts'

/** An entry of the search index. `searchText` is in lower case. */
interface Entry {
  title: string
  url: string
  searchText: string
  /** For a name that only other APIs have: the name here. */
  text?: string
}

/** The HTML of each page of the reference, by its path, and the search index. */
export interface Reference {
  pages: ReadonlyMap<string, string>
  index: readonly Entry[]
}

interface Page {
  path: string
  name: string
  /** The part of the template that this page shows. */
  here: Record<string, unknown>
}

/** Renders all pages of the reference: the start, a page for each chapter of the API, and the guides. */
export function referencePages(): Reference {
  const view = docsView(openApi())
  const allGuides = guides()
  const apiPages: Page[] = [
    { path: '/docs', name: 'Start', here: { start: true } },
    ...view.chapters.map((chapter) => ({
      path: `/docs/${chapter.id}`,
      name: chapter.name,
      here: { chapter },
    })),
    { path: '/docs/webhooks', name: 'Webhooks', here: { webhooks: true } },
    { path: '/docs/objects', name: 'Objects', here: { objects: true } },
    { path: '/docs/codes', name: 'Error codes', here: { codes: true } },
    { path: '/docs/changes', name: 'Changes', here: { changes: true } },
  ]
  const chapters = apiPages.map(({ path, name, here }) => ({ path, name, ...partsOf(here, view) }))
  const all: Page[] = [
    ...apiPages,
    ...allGuides.map((guide) => ({ path: pathOf(guide), name: guide.title, here: { guide } })),
  ]
  const rendered = all.map(({ path, name, here }) => {
    const contents = chapters.map((chapter) => ({ ...chapter, isHere: chapter.path === path }))
    const guideLinks = allGuides.map((guide) => ({
      path: pathOf(guide),
      title: guide.title,
      isHere: pathOf(guide) === path,
    }))
    const html = render('docs/page', { ...view, name, here, contents, guides: guideLinks })
    // Templates escape every value, so the HTML of a guide is inserted here.
    const guide = (here.guide as Guide | undefined)?.html ?? ''
    return { path, html: html.replace(EMPTY_GUIDE, () => GUIDE_START + guide + GUIDE_END) }
  })
  const pathOfAnchor = pathsByAnchor(rendered)
  const linked = rendered.map(({ path, html }) => [path, withPagesInLinks(html, path, pathOfAnchor)] as const)
  return { pages: new Map(linked), index: indexOf(view, allGuides, pathOfAnchor) }
}

const GUIDE_START = '<article class="guide">'
const GUIDE_END = '</article>'
/** The element for a guide in the rendered template. */
const EMPTY_GUIDE = GUIDE_START + GUIDE_END

function pathOf({ id }: Guide): string {
  return `/docs/guides/${id}`
}

/** Returns the parts of a page for the table of contents: its calls, events or objects. */
function partsOf(here: Record<string, unknown>, view: ReturnType<typeof docsView>) {
  const { chapter } = here as { chapter?: (typeof view.chapters)[number] }
  if (chapter) return { parts: chapter.calls.map(({ id, summary }) => ({ id, name: summary })) }
  if (here.webhooks) return { parts: view.events.map(({ id, type }) => ({ id, name: type })) }
  return { parts: here.objects ? view.objects.map(({ id, name }) => ({ id, name })) : [] }
}

/** Returns the path of the page that has each anchor. The headings of guides are not included. */
function pathsByAnchor(pages: readonly { path: string; html: string }[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { path, html } of pages.filter(({ html }) => !html.includes('class="guide"')))
    for (const [, id = ''] of html.matchAll(/ id="([^"]+)"/g)) if (!found.has(id)) found.set(id, path)
  return found
}

/** Adds the path to links whose anchor is on another page. */
function withPagesInLinks(html: string, path: string, pathOfAnchor: ReadonlyMap<string, string>): string {
  return html.replace(/href="#([^"]+)"/g, (link, id: string) => {
    const page = pathOfAnchor.get(id)
    return page === undefined || page === path || html.includes(` id="${id}"`) ? link : `href="${page}#${id}"`
  })
}

/** Returns the search index: calls, events, objects, error codes, guides, and the names of other APIs. */
function indexOf(
  view: ReturnType<typeof docsView>,
  allGuides: readonly Guide[],
  pathOfAnchor: ReadonlyMap<string, string>,
): Entry[] {
  const at = (id: string) => `${pathOfAnchor.get(id) ?? '/docs'}#${id}`
  const calls = view.chapters.flatMap(({ calls }) => calls)
  return [
    ...calls.map(({ id, summary, path, groups, codes }) => ({
      title: summary,
      url: at(id),
      searchText: [
        id,
        path,
        ...groups.flatMap(({ fields }) => namesOf(fields)),
        ...codes.map(({ code }) => code),
      ].join(' '),
    })),
    ...view.events.map(({ id, type }) => ({ title: type, url: at(id), searchText: '' })),
    ...view.objects.map(({ id, name, fields }) => ({
      title: name,
      url: at(id),
      searchText: namesOf(fields).join(' '),
    })),
    ...view.codes.map(({ code }) => ({ title: code, url: at(`code-${code}`), searchText: '' })),
    ...allGuides.flatMap((guide) => [
      { title: guide.title, url: pathOf(guide), searchText: 'guide' },
      ...guide.headings.map(({ id, text }) => ({
        title: text,
        url: `${pathOf(guide)}#${id}`,
        searchText: guide.title,
      })),
    ]),
    ...Object.entries(INSTEAD).map(([name, text]) => ({
      title: name,
      url: at('from-stripe'),
      searchText: asWords(name),
      text,
    })),
    ...Object.entries(OTHER_NAMES).map(([name, ours]) => ({
      ...{ title: name, url: at('from-stripe'), searchText: asWords(name) },
      text: `Here: ${ours.join(', ')}.`,
    })),
  ].map((entry) => ({ ...entry, searchText: `${entry.title} ${entry.searchText}`.toLowerCase() }))
}

function asWords(name: string): string {
  return name.replaceAll('_', ' ')
}

interface Named {
  name: string
  inner: { fields: Named[] } | null
}

function namesOf(fields: readonly Named[]): string[] {
  return fields.flatMap(({ name, inner }) => [name, ...namesOf(inner?.fields ?? [])])
}
