import type { Request, Router } from 'express'
import type { AuditedObject } from '../../../common/domain/audit-log/audited.ts'
import { may, type Permission } from '../../../common/domain/members/role.ts'
import { findNames } from '../../../common/services/audit-log/names.ts'
import { findChangesOf } from '../../../common/services/audit-log/of-object.ts'
import { onConnection } from '../../../db/sql.ts'
import { idOf } from '../../context.ts'
import type { Form } from '../../pages/form.ts'
import type { Exchange } from '../../pages/hosted-page.ts'
import { missingView } from '../missing-view.ts'
import { type ActionResult, type Faults, inputOf, projectPage, type ProjectVisit } from '../page.ts'
import { type Changes, SHOWN_CHANGES } from './changes.ts'
import { type DetailDefinition, detailView } from './detail-view.ts'

/** The page of an object: its facts, what belongs to it, its history, and what can be done with it. */
export interface DetailPage<Item> extends DetailDefinition<Item> {
  /** Default: `view`. */
  needs?: Permission
  /** Shown only to a member who has proved recently who they are, such as the page of a secret. */
  fresh?: true
  /** Whether a button has a field for a file. */
  takesFile?: true
  /**
   * Finds the object by the id in the address, and the options that the sent form of a button searches for. Null shows that
   * there is no such page.
   */
  find: (visit: ProjectVisit, id: number, form: Form | null) => Promise<Item | null>
  /** Returns the form that the address of the page fills in; null without one. */
  formIn?: (query: Request['query']) => Form | null
  actions?: Readonly<
    Record<
      string,
      NonNullable<DetailDefinition<Item>['actions']>[string] & {
        /** Whether the member must first prove who they are, as for `Action` in page.ts. */
        fresh?: true
        /** Returns the errors of a form that could not be saved, as for `Action` in page.ts. */
        check?: (visit: ProjectVisit, item: Item, form: Form) => Faults
        /** Runs the operation of the button. The page then shows the object again. */
        run: (visit: ProjectVisit, item: Item, form: Form, exchange: Exchange) => Promise<ActionResult>
      }
    >
  >
}

/** Creates the routes of an object's page. */
export function detailPage<Item>(page: DetailPage<Item>): Router {
  const find = async (visit: ProjectVisit, given: unknown, form: Form | null) => {
    const id = idOf(given as string)
    return id === null ? null : page.find(visit, id, form)
  }
  return projectPage({
    path: page.path,
    needs: page.needs ?? 'view',
    ...(page.fresh && { fresh: page.fresh }),
    ...(page.takesFile && { takesFile: page.takesFile }),
    redraws: true,
    actions: Object.fromEntries(
      Object.entries(page.actions ?? {}).map(([name, { needs, fresh, check, run }]) => [
        name,
        {
          needs,
          ...(fresh && { fresh }),
          check:
            check &&
            (async (visit: ProjectVisit, form: Form, exchange: Exchange) => {
              const item = await find(visit, exchange.request.params.id, form)
              return item === null ? null : check(visit, item, form)
            }),
          run: async (visit: ProjectVisit, form: Form, exchange: Exchange) => {
            const item = await find(visit, exchange.request.params.id, form)
            return item === null ? {} : run(visit, item, form, exchange)
          },
        },
      ]),
    ),
    view: async (visit, context) => {
      const given = context.request.params.id
      const { form, errors, errorParams } = context
      const item = await find(visit, given, form)
      if (item === null) return missingView(inputOf(visit, context), page.path)
      return detailView(page, {
        ...{
          ...inputOf(visit, context),
          item,
          typed: form ?? page.formIn?.(context.request.query) ?? {},
          errors,
          errorParams,
        },
        changes: page.audited ? await changesOf(visit, page.audited, idOf(given as string)!) : null,
      })
    },
  })
}

/** Returns the latest changes of an object; null if this member may not see them. */
async function changesOf(
  { scope, role }: ProjectVisit,
  object: AuditedObject,
  id: number,
): Promise<Changes | null> {
  if (!may(role, 'operate')) return null
  return onConnection(async (sql) => {
    const entries = await findChangesOf(sql, scope, object, id, SHOWN_CHANGES)
    return { object, id, entries, names: await findNames(sql, scope, entries) }
  })
}
