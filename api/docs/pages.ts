import { INSTEAD, OTHER_NAMES } from '../other-names.ts'
import { openApi } from '../openapi/document.ts'
import { render } from '../pages/render.ts'
import { type Guide, guides } from './guides.ts'
import { docsView } from './view.ts'

/** An entry of the search: `words` are found, too. In lower case. */
interface Entry {
  title: string
  url: string
  words: string
  /** What to do, for a name that we do not have. */
  text?: string
}

/** The reference: its pages by address, and what its filter searches. */
export interface Reference {
  pages: ReadonlyMap<string, string>
  index: readonly Entry[]
}

interface Place {
  path: string
  name: string
  /** Which part of the template is shown. */
  here: Record<string, unknown>
}

/** Renders all pages of the reference: the start, one for each chapter of the API, and the guides. */
export function referencePages(): Reference {
  const view = docsView(openApi())
  const told = guides()
  const places: Place[] = [
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
  const chapters = places.map(({ path, name, here }) => ({ path, name, ...partsOf(here, view) }))
  const all: Place[] = [
    ...places,
    ...told.map((guide) => ({ path: `/docs/guides/${guide.id}`, name: guide.title, here: { guide } })),
  ]
  const rendered = all.map(({ path, name, here }) => {
    const contents = chapters.map((chapter) => ({ ...chapter, isHere: chapter.path === path }))
    const guideLinks = told.map(({ id, title }) => ({
      path: `/docs/guides/${id}`,
      title,
      isHere: here.guide === idOf(told, id),
    }))
    const html = render('docs/page', { ...view, name, here, contents, guides: guideLinks })
    // No template writes markup as it is; a guide is put into its place here.
    const guide = (here.guide as Guide | undefined)?.html ?? ''
    return { path, html: html.replace(GUIDE, () => `${GUIDE.slice(0, -END.length)}${guide}${END}`) }
  })
  const pageOf = pagesOfIds(rendered)
  const linked = rendered.map(({ path, html }) => [path, withPages(html, path, pageOf)] as const)
  return { pages: new Map(linked), index: indexOf(view, told, pageOf) }
}

const END = '</article>'
const GUIDE = `<article class="guide">${END}`

const idOf = (all: readonly Guide[], id: string) => all.find((guide) => guide.id === id)

/** Returns what the contents show below a page: its calls, events or objects. */
function partsOf(here: Record<string, unknown>, view: ReturnType<typeof docsView>) {
  const { chapter } = here as { chapter?: (typeof view.chapters)[number] }
  if (chapter) return { parts: chapter.calls.map(({ id, summary }) => ({ id, name: summary })) }
  if (here.webhooks) return { parts: view.events.map(({ id, type }) => ({ id, name: type })) }
  return { parts: here.objects ? view.objects.map(({ id, name }) => ({ id, name })) : [] }
}

function pagesOfIds(pages: readonly { path: string; html: string }[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { path, html } of pages.filter(({ html }) => !html.includes('class="guide"')))
    for (const [, id = ''] of html.matchAll(/ id="([^"]+)"/g)) if (!found.has(id)) found.set(id, path)
  return found
}

/** Lets a link to a part that is on another page lead there. */
function withPages(html: string, path: string, pageOf: ReadonlyMap<string, string>): string {
  return html.replace(/href="#([^"]+)"/g, (link, id: string) => {
    const page = pageOf.get(id)
    return page === undefined || page === path || html.includes(` id="${id}"`) ? link : `href="${page}#${id}"`
  })
}

function indexOf(
  view: ReturnType<typeof docsView>,
  told: readonly Guide[],
  pageOf: ReadonlyMap<string, string>,
): Entry[] {
  const at = (id: string) => `${pageOf.get(id) ?? '/docs'}#${id}`
  const calls = view.chapters.flatMap(({ calls }) => calls)
  return [
    ...calls.map(({ id, summary, path, groups, codes }) => ({
      title: summary,
      url: at(id),
      words: [
        id,
        path,
        ...groups.flatMap(({ fields }) => namesOf(fields)),
        ...codes.map(({ code }) => code),
      ].join(' '),
    })),
    ...view.events.map(({ id, type }) => ({ title: type, url: at(id), words: '' })),
    ...view.objects.map(({ id, name, fields }) => ({
      title: name,
      url: at(id),
      words: namesOf(fields).join(' '),
    })),
    ...view.codes.map(({ code }) => ({ title: code, url: at(`code-${code}`), words: '' })),
    ...told.flatMap(({ id, title, headings }) => [
      { title, url: `/docs/guides/${id}`, words: 'guide' },
      ...headings.map(({ id: heading, text }) => ({
        title: text,
        url: `/docs/guides/${id}#${heading}`,
        words: title,
      })),
    ]),
    ...Object.entries(INSTEAD).map(([name, text]) => ({
      title: name,
      url: at('from-stripe'),
      words: plainly(name),
      text,
    })),
    ...Object.entries(OTHER_NAMES).map(([name, ours]) => ({
      ...{ title: name, url: at('from-stripe'), words: plainly(name) },
      text: `Here: ${ours.join(', ')}.`,
    })),
  ].map((entry) => ({ ...entry, words: `${entry.title} ${entry.words}`.toLowerCase() }))
}

const plainly = (name: string) => name.replaceAll('_', ' ')

interface Named {
  name: string
  inner: { fields: Named[] } | null
}

function namesOf(fields: readonly Named[]): string[] {
  return fields.flatMap(({ name, inner }) => [name, ...namesOf(inner?.fields ?? [])])
}
