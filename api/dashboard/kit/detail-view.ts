import type { AuditedObject } from '../../../common/domain/audit-log/audited.ts'
import type { Permission } from '../../../common/domain/members/role.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { Params } from '../../../common/services/text/translate.ts'
import { type FieldView, type FormState, problemsIn } from '../../pages/kit/fields.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { listed, titleOf } from '../../pages/kit/problems.ts'
import type { Row } from '../../pages/kit/row.ts'
import { projectFrame, type ProjectInput } from '../frame.ts'
import { type Changes, changesSection } from './changes.ts'
import { isRedrawn, SEARCH_SCRIPTS } from './picker.ts'
import { Presenter } from './presenter.ts'
import type { TableView, Tone } from './table.ts'

/** A moment in the history of an object. */
export interface Moment {
  at: string | Date
  text: string
  /** Details below the text, such as old and new values. */
  lines?: readonly string[]
  hint?: string | null
  href?: string | null
  /** `bad`: something failed, and is marked. */
  tone?: 'bad' | null
  /** Moments of the same day that the text sums up, behind it. */
  folded?: readonly Moment[]
}

/** A part of the page below the facts: related objects, a history, more facts, or a template of its own. */
export type Section = {
  heading: string
  /** Whether it is above the facts, because it is what to do next. */
  isLeading?: true
  /** One line instead of an empty table or timeline. Without it an empty section is left out. */
  none?: string
  /** The page with everything that this part shows the newest of. */
  more?: { href: string; label: string }
} & ({ table: TableView } | { timeline: Moment[] } | { facts: Row[] } | { part: Part })

/** A template with its view. */
export interface Part {
  template: string
  view: object
  /** A script that the part uses. */
  script?: string
}

/** A sentence at the top of a page. `isNeutral`: it reports neither success nor a problem, such as a refund that is being sent. */
export interface Notice {
  text: string
  nextSteps?: readonly string[]
  /** The words of a provider's program, in English. */
  said?: string | null
  isGood: boolean
  isNeutral?: true
}

/** The content of an object's page. */
export interface Detail {
  heading: string
  status?: { text: string; tone: Tone }
  /** The latest event that the reader should know, above the facts. */
  notice?: Notice | null
  /** The first fact, with a template of its own. */
  top?: Part | null
  facts: Row[]
  /** Further facts, below a line. */
  moreFacts?: Row[]
  sections?: Section[]
  /** The parameters of the sentence that states the result of the last press. */
  about?: Params
}

/** A button of an object's page, as a form of its own. With fields it unfolds first, and so it does if it `unfolds`. */
export interface Button {
  label: string
  /** The label of the button inside an unfolded form, if it differs from the label that unfolds it. */
  submit?: string
  /** The label while the form is sent. */
  busy?: string
  isPrimary?: boolean
  /** Whether it needs a second press, because its effect cannot be undone. */
  unfolds?: true
  /** The effects of the button. */
  hint?: string | null
  fields?: FieldView[]
  /** Further fields, such as reasons to choose from. */
  part?: Part
  /** Values that the button sends, such as the amount that the page showed. */
  hidden?: Record<string, string>
}

/** A link to another page of the project, for members with the permission. */
export interface PageLink {
  path: string
  query?: Record<string, string>
  label: string
  needs: Permission
  /** Whether it is the next step, if no button is. */
  isPrimary?: true
}

/** The appearance of an object's page. `DetailPage` in detail.ts adds how the object is found, and what the buttons do. */
export interface DetailDefinition<Item> {
  /** Below `/dashboard/:project/:mode`, with the parameter `:id`. */
  path: string
  /** The name of the page for scripts and tests, such as `dashboard_payment`. */
  state: string
  /** The list that the object is on. */
  back: { path: string; label: SentenceKey }
  /** Its kind in the audit log: the page then shows its latest changes to owners and staff. */
  audited?: AuditedObject
  /** Pages next to the heading, such as the one that changes the object. */
  links?: (item: Item, presenter: Presenter) => PageLink[]
  show: (item: Item, presenter: Presenter) => Detail
  /** Whether something can happen to the object that the reader waits for: the page then stays current. */
  isAwaited?: (item: Item) => boolean
  actions?: Readonly<
    Record<
      string,
      {
        needs: Permission
        /** Whether the button comes last, away from the usual ones, because it destroys or ends something. */
        isLast?: true
        /** Whether the button is red: it cannot be undone, or ends something that a customer has. */
        isDanger?: true
        /** Returns the button; null if there is nothing to do in this state of the object. */
        button: (item: Item, presenter: Presenter, form: FormState) => Button | null
      }
    >
  >
}

export interface DetailInput<Item> extends ProjectInput {
  item: Item
  /** The form of the button that was pressed, with its errors; empty on a GET. */
  typed: Record<string, string>
  errors: Record<string, string>
  errorParams?: Record<string, Params>
  /** Its latest changes in the audit log; null for members who may not see them. */
  changes?: Changes | null
}

/** Returns the page of an object. */
export function detailView<Item>(definition: DetailDefinition<Item>, input: DetailInput<Item>): PageView {
  const { item, typed, errors, errorParams = {}, changes, ...frame } = input
  const presenter = new Presenter(frame)
  const { t, locale } = presenter
  const { heading, status, notice, about = {}, ...content } = definition.show(item, presenter)
  const { top = null, facts, moreFacts = [], sections = [] } = content
  const choices = choicesOf(definition, input, presenter)
  const changesPart = changes ? changesSection(changes, presenter) : null
  const problems = problemsIn({ locale, errors, errorParams })
  // An open panel covers the page below the title, so that its problems are inside of it.
  const opened = choices?.opened
  const shown = [...sections, ...(changesPart ? [changesPart] : [])].flatMap((section, at) =>
    sectionView(section, `section-${at}`, presenter),
  )
  const told = { problems: listed(problems), problemsTitle: titleOf(problems, errors, locale) }
  if (opened) Object.assign(opened, told)
  return {
    status: 200,
    template: 'dashboard/detail',
    view: {
      ...projectFrame(frame, definition.path, {
        title: problems.length > 0 ? t('title.error', { title: heading }) : heading,
        state: definition.state,
        about,
        scripts: ['fold.js', ...(choices?.isSearched ? SEARCH_SCRIPTS : []), ...scriptsOf(sections)],
        // After a press the page shows what was typed and its errors, which a GET does not have.
        isLive: typed.action === undefined && definition.isAwaited?.(item) === true,
      }),
      heading,
      status: status ?? null,
      back: { href: presenter.page(definition.back.path), label: t(definition.back.label) },
      choices,
      notice: notice ?? null,
      ...(opened ? { problems: [] } : told),
      ...{ top, facts, moreFacts },
      leading: shown.filter(({ isLeading }) => isLeading),
      sections: shown.filter(({ isLeading }) => !isLeading),
      // Names the zone of all times. It is last, since `hasTimes` is set when a time is formatted.
      zone: presenter.hasTimes ? presenter.zone() : null,
    },
  }
}

/**
 * Returns what this member can do: the main step, next to the title, and everything else, in the fold. The main step is the
 * primary button, else the first link, else the first usual button, else the only one: a fold with one entry would hide it for
 * nothing. Null if there is nothing to do.
 */
function choicesOf<Item>(definition: DetailDefinition<Item>, input: DetailInput<Item>, presenter: Presenter) {
  const buttons = buttonsOf(definition, input, presenter)
  const links = (definition.links?.(input.item, presenter) ?? [])
    .filter(({ needs }) => presenter.may(needs))
    .map(({ path, query, label, isPrimary = false }) => ({
      ...{ href: presenter.page(path, query), label, isPrimary },
    }))
  const usual = buttons.filter(({ isLast }) => !isLast)
  const all = [...links, ...usual, ...buttons.filter(({ isLast }) => isLast)]
  const only = all.length === 1 ? all[0] : undefined
  const main = usual.find(({ isPrimary }) => isPrimary) ?? links[0] ?? usual[0] ?? only
  const more = all.filter((one) => one !== main)
  if (!main && more.length === 0) return null
  const isOpen = (one: object) => 'open' in one && one.open === true
  const shown = main ? { ...main, isMain: true } : null
  return {
    main: shown,
    more,
    isMoreOpen: more.some(isOpen),
    isSearched: buttons.some(({ isSearched }) => isSearched),
    /** The pressed button, if it is in an open panel. */
    opened: [...more, ...(shown && 'unfolds' in shown && shown.unfolds ? [shown] : [])].find(isOpen) ?? null,
  }
}

/** Returns the buttons that this member may press now. One with errors stays open, with the typed values. */
function buttonsOf<Item>(
  { actions = {} }: DetailDefinition<Item>,
  { item, typed, errors, errorParams = {} }: DetailInput<Item>,
  presenter: Presenter,
) {
  const { locale } = presenter
  return Object.entries(actions).flatMap(([name, { needs, button, isLast = false, isDanger = false }]) => {
    if (!presenter.may(needs)) return []
    // A button that only draws the form again has a value of its own.
    const isSent = typed.action === name || (isRedrawn(typed) && typed.button === name)
    const form = isSent ? { locale, typed, errors, errorParams } : { locale, typed: {}, errors: {} }
    const found = button(item, presenter, form)
    if (!found) return []
    const { fields = [], part = null, unfolds = false, ...own } = found
    const isSearched = fields.some(({ search }) => search !== undefined)
    const hidden = { ...own.hidden, ...(isSearched && { button: name }) }
    return [
      {
        ...{ name, isLast, isDanger, hint: null, busy: null, isPrimary: false, ...own },
        ...{ fields, part, unfolds: unfolds || fields.length > 0 || part !== null, open: isSent },
        takesFile: fields.some(({ accept }) => accept !== null),
        isSearched,
        hidden: Object.entries(hidden).map(([key, value]) => ({ name: key, value })),
      },
    ]
  })
}

function scriptsOf(sections: readonly Section[]): string[] {
  return sections.flatMap((section) =>
    'part' in section && section.part.script ? [section.part.script] : [],
  )
}

/** A section for its template. */
interface SectionView {
  isLeading: boolean
  [attribute: string]: unknown
}

/** Returns a section; one line or nothing if there is nothing in it. */
function sectionView(section: Section, id: string, presenter: Presenter): SectionView[] {
  const { heading, none, more = null, isLeading = false } = section
  if (isEmpty(section)) return none === undefined ? [] : [{ isLeading, isEmpty: true, none }]
  const common = { id, heading, more, isLeading }
  if (!('timeline' in section)) return [{ ...section, ...common }]
  let above = ''
  const timeline = section.timeline.map(({ at, lines = [], hint = null, href = null, ...moment }) => {
    const day = presenter.date(at)
    const isSameDay = day === above
    above = day
    const folded = moment.folded?.map((one) => ({ ...one, time: presenter.clock(one.at) })) ?? null
    const whole = folded ? day : presenter.time(at)
    const short = folded ? null : presenter.clock(at)
    return {
      ...{ text: moment.text, lines, hint, href, folded, isBad: moment.tone === 'bad' },
      time: isSameDay ? short : whole,
    }
  })
  return [{ ...common, timeline }]
}

function isEmpty(section: Section): boolean {
  if ('table' in section) return section.table.rows.length === 0
  if ('facts' in section) return section.facts.length === 0
  return 'timeline' in section && section.timeline.length === 0
}
