import type { Router } from 'express'
import type { ProjectObject } from '../../../common/domain/projects/object.ts'
import { settingsForms } from '../../../common/methods/all.ts'
import { checkConnection } from '../../../common/services/payments/check-method.ts'
import { getProject } from '../../../common/services/projects/find.ts'
import { serializeProject } from '../../../common/services/projects/rows.ts'
import { onConnection } from '../../../db/sql.ts'
import type { Form } from '../../pages/form.ts'
import { formPage } from '../kit/form.ts'
import { inputOf, projectPage } from '../page.ts'
import { textProblem } from '../selling/problems.ts'
import { methodForm } from './method-view.ts'
import { methodsView, type NamedForm } from './methods-view.ts'
import { saveSettings } from './save.ts'
import { presentSettings } from './shop.ts'

/** The ways in which customers can pay. Its button tests the connection to a provider, which changes nothing here. */
const methodsPage = projectPage({
  path: '/settings/methods',
  needs: 'administer',
  actions: {
    // The page shows the result at once, so nothing is kept for a next request.
    check: { needs: 'administer', run: async () => ({ errors: {} }) },
  },
  view: async (visit, context) => {
    const { isTest } = visit.scope
    const project = await onConnection((sql) => getProject(sql, visit.scope.project.id))
    // A kept press must not ask a provider by itself.
    const { action, method } = visit.kept ? {} : (context.form ?? {})
    const name = action === 'check' ? settingsForms.find((one) => one.name === method)?.name : undefined
    const check = name === undefined ? null : await checkConnection({ project, isTest }, name)
    return methodsView({
      ...{ ...inputOf(visit, context), project, settings: serializeProject(project) },
      tested: check && { name: name!, check },
    })
  },
})

/** Returns the page with the settings of a method. */
function methodPage(method: NamedForm): Router {
  const { name, byMode, fields } = method
  return formPage<ProjectObject>({
    ...methodForm(method),
    needs: 'administer',
    fresh: true,
    find: presentSettings,
    save: (visit, _settings, form) => {
      const values = valuesIn(method, form)
      const changes = byMode ? { [visit.mode]: values } : values
      return saveSettings(visit, { payment_methods: { [name]: changes } }, '/settings/methods', (problem) => {
        const field = problem.path!.split('.').at(-1)!
        const wrong = fields[field]?.problem ?? textProblem(problem) ?? 'form_refused'
        return [field, form[field] ? wrong : 'settings_required']
      })
    },
  })
}

/** Returns the typed values of a method. An empty secret stays as it is. */
function valuesIn({ fields }: NamedForm, form: Form): Record<string, string | boolean | null> {
  const values = Object.entries(fields).flatMap(([field, { secret }]) =>
    secret && !form[field] ? [] : [[field, form[field] || null] as const],
  )
  return { enabled: form.enabled === '1', ...Object.fromEntries(values) }
}

export const methodPages: readonly Router[] = [methodsPage, ...settingsForms.map(methodPage)]
