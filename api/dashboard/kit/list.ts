import { type Request, Router } from 'express'
import type { Permission } from '../../../common/domain/members/role.ts'
import type { CsvColumn } from '../../../common/kit/csv.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import { type Found as Search, type SearchText, searchTextOf } from '../../../common/kit/wanted.ts'
import { now } from '../../../common/runtime/clock.ts'
import { restartDeadline } from '../../../common/runtime/deadline.ts'
import { findNamesOf, type ObjectName } from '../../../common/services/audit-log/names.ts'
import { csvParts } from '../../../common/services/lists/csv-parts.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import { weightOf } from '../../../db/find-by-prefix.ts'
import type { ListQuery, Page } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import { pathAndQuery } from '../../context.ts'
import type { Download } from '../../pages/kit/page-view.ts'
import { csvDownload } from '../csv-download.ts'
import { readForMember } from '../own-changes.ts'
import { inputOf, projectPage, type ProjectVisit } from '../page.ts'
import {
  type Asked,
  type Chosen,
  chosenOf,
  type Filters,
  listQueryOf,
  objectsIn,
  readAsked,
} from './filters.ts'
import { type ListDefinition, listView } from './list-view.ts'

/**
 * A list of objects, newest first, 50 at a time. Its address has the search text and the filters, so that it can be shared
 * and needs no script.
 */
export interface ListPage<Item extends { id: number }, Given extends Filters> extends ListDefinition<Item> {
  /** Default: `view`. */
  needs?: Permission
  filters: Given
  /** Lists objects by the filters. This is the service that the API uses. */
  find: (sql: Sql, scope: Scope, query: Chosen<Given> & ListQuery, now: Date) => Promise<Page<Item>>
  /** Finds at most 20 objects by the beginning of a text. A search ignores the filters. */
  search?: (sql: Sql, scope: Scope, text: SearchText, now: Date) => Promise<Search<Item>>
}

/** Creates the routes of a list: its page, and all its objects as a file. */
export function listPage<Item extends { id: number }, Given extends Filters>(
  page: ListPage<Item, Given>,
): Router {
  const { path, needs = 'view', csv } = page
  const router = Router()
  if (csv)
    router.use(
      projectPage({
        path: `${path}.csv`,
        needs,
        view: ({ scope }, { request }) => {
          const asked = readAsked(request.query, page.filters)
          // The list says what is wrong with its address. A file of everything would be mistaken for the one that was asked for.
          if (asked.problem !== null) return { goTo: pathAndQuery(request).replace('.csv', '') }
          return fileOf(page, typeof csv === 'function' ? csv(asked) : csv, asked, request, scope)
        },
      }),
    )
  const list = projectPage({
    path,
    needs,
    view: async (visit, context) => {
      const asked = readAsked(context.request.query, page.filters)
      return listView(page, {
        ...inputOf(visit, context),
        asked,
        ...(await found(page, asked, context.request, visit)),
        names: await namesIn(page, asked, context.request, visit),
      })
    },
  })
  return router.use(list)
}

/** Returns all objects that the filters of an address select, as a file. */
function fileOf<Item extends { id: number }, Given extends Filters>(
  page: ListPage<Item, Given>,
  columns: readonly CsvColumn<Item>[],
  asked: Asked,
  request: Request,
  scope: Scope,
): Download {
  const { id, timezone } = scope.project
  const filters = { ...listQueryOf(asked, timezone), ...chosenOf(asked, page.filters) }
  const parts = csvParts(columns, timezone, (part) => {
    restartDeadline()
    const query = { ...filters, ...part }
    return readForMember(request, query, (sql) => page.find(sql, scope, query, now()))
  })
  const today = now().toISOString().slice(0, 10)
  return csvDownload(id, `${page.path.split('/').at(-1)!}-${today}.csv`, parts)
}

/** Finds the names of the objects by whose id the list is filtered. */
async function namesIn<Item extends { id: number }, Given extends Filters>(
  { filters }: ListPage<Item, Given>,
  asked: Asked,
  request: Request,
  { scope }: ProjectVisit,
): Promise<Map<string, ObjectName>> {
  const objects = asked.text === '' ? objectsIn(asked, filters) : []
  return objects.length === 0
    ? new Map()
    : readForMember(request, {}, (sql) => findNamesOf(sql, scope, objects))
}

interface Found<Item> {
  items: Item[]
  hasMore: boolean
  isCut?: boolean
  problem: string | null
}

/** The least characters to search for, as in the API. */
const LEAST = 3

async function found<Item extends { id: number }, Given extends Filters>(
  page: ListPage<Item, Given>,
  asked: Asked,
  request: Request,
  { scope }: ProjectVisit,
): Promise<Found<Item>> {
  const { text } = asked
  const none = { items: [], hasMore: false }
  if (asked.problem !== null) return { ...none, problem: asked.problem }
  if (page.search && text !== '') {
    if (weightOf(text) < LEAST) return { ...none, problem: 'errors.search_short' }
    const wanted = searchTextOf(text, scope.project.country)
    const { items, isCut } = await readForMember(request, {}, (sql) =>
      page.search!(sql, scope, wanted, now()),
    )
    return { items, hasMore: false, isCut, problem: null }
  }
  const query = { ...listQueryOf(asked, scope.project.timezone), ...chosenOf(asked, page.filters) }
  try {
    const list = await readForMember(request, query, (sql) => page.find(sql, scope, query, now()))
    return { items: list.items, hasMore: 'hasMore' in list && list.hasMore, problem: null }
  } catch (error) {
    // Several filters that each match many objects, and no index for all of them.
    if (!(error instanceof Refusal && error.code === 'unsupported_filter_combination')) throw error
    return { ...none, problem: 'errors.filters_too_many' }
  }
}
