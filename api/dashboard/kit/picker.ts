import { type Found, MOST_FOUND, type SearchText, searchTextOf } from '../../../common/kit/wanted.ts'
import type { Form } from '../../pages/form.ts'
import { type FieldSearch, idOf } from '../../pages/kit/fields.ts'
import type { ProjectVisit } from '../project-visit.ts'
import { LONGEST_TEXT } from './filters.ts'
import type { Presenter } from './presenter.ts'

/** The further script of a page with a search. Without it, its button loads the page again. */
export const SEARCH_SCRIPTS = ['picker.js']

/** The beginning of the values of buttons that only draw the form again. */
const REDRAW = 'redraw '
/** The button of a search has this and the name of the field as its value. */
const FIND = `${REDRAW}find `
/** The button that empties fields has this and the beginning of their names as its value. */
const CLEAR = `${REDRAW}clear `

/** Returns whether a sent form changes nothing: the page shows it again with everything that was typed. */
export function isRedrawn(form: Form): boolean {
  return form.action?.startsWith(REDRAW) === true || searchedField(form) !== null
}

/** Returns the value of the button that empties the fields with this beginning. */
export function clearAction(beginning: string): string {
  return `${CLEAR}${beginning}`
}

/** Returns the name of the field with the text to search for. */
function searchName(field: string): string {
  return `${field}:search`
}

/** Returns the name of the hidden field with the text whose results the page shows. */
function shownName(field: string): string {
  return `${field}:shown`
}

/**
 * Returns the field whose options a sent form searches for; null if it searches for none. Without a script, Enter in the
 * field of the search sends the form as its main button does. A new text is then searched for, and nothing is saved.
 */
export function searchedField(form: Form): string | null {
  const { action = '' } = form
  if (action.startsWith(FIND)) return action.slice(FIND.length)
  const name = Object.keys(form).find(
    (one) => one.endsWith(':search') && form[one] !== (form[one.replace(/:search$/, ':shown')] ?? ''),
  )
  return name?.replace(/:search$/, '') ?? null
}

/** Returns a form without the texts of its searches, which are not part of the object that it creates. */
export function withoutSearches(form: Form): Form {
  return Object.fromEntries(Object.entries(form).filter(([name]) => !/:(?:search|shown)$/.test(name)))
}

/** The options of a field: the newest, and the results of its search. */
export interface Choices<Item> {
  /** If it is not cut, these are all; otherwise the newest. */
  newest: readonly Item[]
  /** Whether there are others, so that the form has a search. */
  isCut: boolean
  /** The results of searches, by the field. */
  found: ReadonlyMap<string, Found<Item>>
}

/** The results of a sent form's searches, by the field. The button reads them, and the page that is then shown, too. */
const searched = new WeakMap<Form, Map<string, Found<unknown>>>()

/**
 * Finds the results of the searches of a form, by the field that `isField` accepts. Equal texts are searched for once, and each
 * field once for a sent form.
 */
export async function findSearched<Item>(
  { scope: { project } }: ProjectVisit,
  form: Form | null,
  isField: (name: string) => boolean,
  search: (wanted: SearchText) => Promise<Found<Item>>,
): Promise<Map<string, Found<Item>>> {
  const results = new Map<string, Found<Item>>()
  const found = new Map<string, Found<Item>>()
  const known = (form && searched.get(form)) ?? new Map<string, Found<unknown>>()
  if (form) searched.set(form, known)
  for (const [name, typed] of Object.entries(form ?? {})) {
    const field = name.replace(/:search$/, '')
    if (field === name || typed === '' || !isField(field)) continue
    const text = typed.slice(0, LONGEST_TEXT)
    const result =
      (known.get(field) as Found<Item> | undefined) ??
      results.get(text) ??
      (await search(searchTextOf(text, project.country)))
    results.set(text, result)
    known.set(field, result)
    found.set(field, result)
  }
  return found
}

/** Returns the options that a field offers now. */
export function offeredTo<Item>(field: string, { newest, found }: Choices<Item>): readonly Item[] {
  return found.get(field)?.items ?? newest
}

/** Returns the search of a field; undefined if the field offers all options there are. */
export function searchOf(
  field: string,
  typed: Form,
  { isCut, found }: Choices<unknown>,
  { t }: Presenter,
  /** Whether the options are boxes to tick, and not a menu. */
  areBoxes = false,
): FieldSearch | undefined {
  if (!isCut) return undefined
  const id = idOf(searchName(field))
  const text = typed[searchName(field)] ?? ''
  const result = found.get(field)
  const isSearched = searchedField(typed) === field
  const isInsteadOfAction = isSearched && typed.action?.startsWith(REDRAW) !== true
  const hasResults = result !== undefined && result.items.length > 0
  return {
    ...{ id, name: searchName(field), shown: shownName(field), action: `${FIND}${field}` },
    ...{ label: t('dashboard.picker.label'), text, most: LONGEST_TEXT },
    status: [
      ...(isInsteadOfAction ? [t('dashboard.picker.not_saved')] : []),
      statusOf(result, text, { t }),
    ].join(' '),
    // Next the member chooses in the menu, if it has results. Boxes follow the search.
    focus: isSearched && (areBoxes || !hasResults),
    focusOptions: isSearched && !areBoxes && hasResults,
  }
}

/** Returns whether a search has a text, or its button was just pressed. */
export function isInUse(search: FieldSearch | undefined): boolean {
  return search !== undefined && (search.text !== '' || search.focus || search.focusOptions)
}

function statusOf(result: Found<unknown> | undefined, text: string, { t }: Pick<Presenter, 't'>): string {
  if (result === undefined) return t('dashboard.picker.newest', { most: MOST_FOUND })
  if (result.isCut)
    return result.items.length < MOST_FOUND
      ? t('dashboard.list.not_all_searched')
      : t('dashboard.list.most_found', { most: MOST_FOUND })
  if (result.items.length === 0) return t('dashboard.picker.none', { text })
  return t('dashboard.picker.found', { count: result.items.length, text })
}
