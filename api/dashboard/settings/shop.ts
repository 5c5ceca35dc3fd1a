import type { Router } from 'express'
import type { ProjectObject } from '../../../common/domain/projects/object.ts'
import type { ProblemKey } from '../../../common/kit/sentence-key.ts'
import { getProject } from '../../../common/services/projects/find.ts'
import { serializeProject } from '../../../common/services/projects/rows.ts'
import { onConnection } from '../../../db/sql.ts'
import type { Form } from '../../pages/form.ts'
import { formPage } from '../kit/form.ts'
import type { ProjectVisit } from '../project-visit.ts'
import { textProblem } from '../selling/problems.ts'
import { saveSettings } from './save.ts'
import { SHOP_EMAILS, SHOP_TEXTS, shopForm } from './shop-view.ts'

const PROBLEMS: Readonly<Record<string, ProblemKey>> = {
  name: 'settings_name',
  email: 'email_invalid',
  support_phone: 'settings_phone',
  website_url: 'settings_address',
  terms_url: 'settings_address',
  invoice_prefix: 'settings_prefix',
  timezone: 'settings_timezone',
  currency: 'settings_currency',
}

/** The form with the details of the shop: both modes share them. */
export const shopPage: Router = formPage<ProjectObject>({
  ...shopForm,
  needs: 'administer',
  find: presentSettings,
  save: (visit, _shop, form) =>
    saveSettings(visit, changesIn(form), '/settings', (problem) => {
      const { path = '', params = {} } = problem
      if (params.fixed_by !== undefined) return [path, 'settings_currency_fixed']
      return [path, PROBLEMS[path] ?? textProblem(problem) ?? 'choice_unknown']
    }),
})

/** Returns the present settings, not from a cache: the form must not put back what another owner has just changed. */
export async function presentSettings({ scope }: ProjectVisit): Promise<ProjectObject> {
  return serializeProject(await onConnection((sql) => getProject(sql, scope.project.id)))
}

/** Returns the fields of the form as a PATCH. An empty field clears the value. */
function changesIn(form: Form): object {
  return {
    ...Object.fromEntries(SHOP_TEXTS.map((name) => [name, form[name] || null])),
    notifications: Object.fromEntries(SHOP_EMAILS.map((name) => [name, form[name] === '1'])),
  }
}
