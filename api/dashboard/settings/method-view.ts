import type { ProjectObject } from '../../../common/domain/projects/object.ts'
import { isSetName } from '../../../common/methods/settings.ts'
import { accountHintUrl } from '../../../common/services/links/hint.ts'
import { methodLabel } from '../../../common/services/text/method-label.ts'
import { fieldOf } from '../../pages/kit/fields.ts'
import type { FormDefinition } from '../kit/form-view.ts'
import { methodPath, type NamedForm, shownValues } from './methods-view.ts'

/** Returns the form with the settings of a method. A secret is never shown: it can only be replaced. */
export function methodForm(method: NamedForm): FormDefinition<ProjectObject> {
  const { name, fields, guide, reportsTo } = method
  return {
    path: methodPath(method),
    state: 'dashboard_settings_method',
    heading: (_settings, { t }) => methodLabel(name, t),
    ...(guide && { text: guide }),
    back: (_settings, { t }) => ({ path: '/settings/methods', label: t('dashboard.settings.methods') }),
    groups: (settings, form, presenter) => {
      const { t, input } = presenter
      const values = shownValues(settings, method, input.isTest)
      return [
        {
          legend: null,
          fields: [
            ...Object.entries(fields).map(([field, { label, secret, maxLength }]) => {
              const isSet = secret && values[isSetName(field)] === true
              const shown = fieldOf(form, field, {
                ...{ label: t(label), maxlength: maxLength, required: !isSet },
                known: secret ? null : ((values[field] as string | null) ?? null),
                ...(secret && { type: 'password', autocomplete: 'new-password' }),
                ...(isSet && { hint: t('dashboard.settings.secret_hint'), placeholder: '••••••••' }),
              })
              // The value is required. It may be empty because it is saved.
              return isSet ? { ...shown, optional: null } : shown
            }),
            fieldOf(form, 'enabled', {
              ...{ label: t('dashboard.settings.enabled'), known: values.enabled === true ? '1' : null },
              ...{ isBox: true, hint: values.enabled === true ? t('dashboard.settings.enabled_hint') : null },
            }),
          ],
        },
      ]
    },
    ...(reportsTo && {
      copies: ({ t, input: { project, isTest } }) => [
        { label: t(reportsTo), copy: accountHintUrl(name, { projectId: project.id, isTest }) },
      ],
    }),
    secrets: Object.keys(fields).filter((field) => fields[field]!.secret),
    version: ({ updated_at: at }) => at,
    submit: 'dashboard.settings.save',
    busy: 'dashboard.settings.saving',
  }
}
