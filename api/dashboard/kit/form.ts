import type { Request, Router } from 'express'
import type { Permission } from '../../../common/domain/members/role.ts'
import { isFaulty } from '../../../common/kit/form.ts'
import { randomToken } from '../../../common/kit/secrets.ts'
import { idOf } from '../../context.ts'
import type { Form } from '../../pages/form.ts'
import type { Exchange } from '../../pages/hosted-page.ts'
import type { Done } from '../done.ts'
import { missingView } from '../missing-view.ts'
import { type ActionResult, type Faults, inputOf, projectPage, type ProjectVisit } from '../page.ts'
import { type FormDefinition, formView } from './form-view.ts'
import { isRedrawn } from './picker.ts'

/** A page with a form that creates or changes an object. */
export interface FormPage<Item> extends FormDefinition<Item> {
  needs: Permission
  /** Whether the member must first prove who they are, as for `Action` in page.ts. */
  fresh?: true
  /** Returns the errors of a form that could not be saved, as for `Action` in page.ts. */
  check?: (visit: ProjectVisit, form: Form) => Promise<Faults> | Faults
  /** The result that the next page states. Default: `saved`. */
  done?: Done
  /**
   * Finds the object that the form needs, by the id in the address if it has one, and the options that the sent form chooses or
   * searches for. Null shows that there is no such page. Absent if the form needs none.
   */
  find?: (
    visit: ProjectVisit,
    id: number | null,
    query: Readonly<Record<string, unknown>>,
    form: Form | null,
  ) => Promise<Item | null> | Item | null
  /**
   * Saves the form. Returns the address to go to, or errors by field: the page then shows them next to the fields, with
   * everything that was typed.
   */
  save: (visit: ProjectVisit, item: Item, form: Form, exchange: Exchange) => Promise<ActionResult>
}

/** Creates the routes of a form. */
export function formPage<Item>(page: FormPage<Item>): Router {
  const find = async (visit: ProjectVisit, { params, query }: Request, form: Form | null) => {
    if (!page.find) return undefined as Item
    const id = params.id === undefined ? null : idOf(params.id as string)
    return params.id !== undefined && id === null ? null : page.find(visit, id, query, form)
  }
  return projectPage({
    path: page.path,
    needs: page.needs,
    secrets: page.secrets,
    redraws: true,
    actions: {
      save: {
        needs: page.needs,
        ...(page.fresh && { fresh: page.fresh }),
        check: page.check,
        run: async (visit, form, exchange) => {
          const item = await find(visit, exchange.request, form)
          if (item === null) return {}
          // The page then has the present version, so that a second press saves.
          if (page.version && form.form_version !== page.version(item))
            return { errors: { '': 'changed_meanwhile' } }
          const result = await page.save(visit, item, form, exchange)
          return isFaulty(result.errors ?? {}) ? result : { done: page.done ?? 'saved', ...result }
        },
      },
    },
    view: async (visit, context) => {
      const { form, errors, errorParams } = context
      const item = await find(visit, context.request, form)
      if (item === null) return missingView(inputOf(visit, context), page.path)
      const formKey = form?.form_key ?? randomToken()
      const { lang: _, ...query } = context.request.query as Record<string, string>
      const typed = form ?? {}
      // This is not a press: the form still says which version it was made from.
      const version = isRedrawn(typed) || visit.kept ? typed.form_version : undefined
      return formView(page, {
        ...inputOf(visit, context),
        item,
        typed,
        errors,
        errorParams,
        formKey,
        query,
        version,
      })
    },
  })
}
