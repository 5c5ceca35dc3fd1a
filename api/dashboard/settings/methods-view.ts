import type { ProjectObject } from '../../../common/domain/projects/object.ts'
import { findMethod, settingsForms } from '../../../common/methods/all.ts'
import { offeredMethods } from '../../../common/methods/offered.ts'
import { isSetName, type SettingsForm } from '../../../common/methods/settings.ts'
import type { ConnectionCheck } from '../../../common/services/payments/check-method.ts'
import { findGateway } from '../../../common/services/payments/gateways.ts'
import { methodLabel } from '../../../common/services/text/method-label.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import type { Row } from '../../pages/kit/row.ts'
import { projectFrame, type ProjectInput } from '../frame.ts'
import { Presenter } from '../kit/presenter.ts'
import type { Tone } from '../kit/table.ts'

export type NamedForm = SettingsForm & { name: string }
export type ShownValues = Record<string, string | boolean | null>

export interface MethodsInput extends ProjectInput {
  settings: ProjectObject
  /** The method whose connection was tested, with the result; null if none was. */
  tested: { name: string; check: ConnectionCheck } | null
}

/** Returns the path of the form of a method. */
export function methodPath({ name }: Pick<NamedForm, 'name'>): string {
  return `/settings/methods/${name}`
}

/** Returns the settings of a method that this mode uses, without its secrets. */
export function shownValues(
  { payment_methods: shown }: ProjectObject,
  { name, byMode }: Pick<NamedForm, 'name' | 'byMode'>,
  isTest: boolean,
): ShownValues {
  const values = shown[name]!
  return (byMode ? (values as Record<string, ShownValues>)[isTest ? 'test' : 'live'] : values) as ShownValues
}

/** Returns the page with the ways in which customers can pay, and the settings of each. */
export function methodsView({ settings, tested, ...input }: MethodsInput): PageView {
  const presenter = new Presenter(input)
  const { t } = presenter
  const heading = t('dashboard.settings.methods')
  return {
    status: 200,
    template: 'dashboard/settings/methods',
    view: {
      ...projectFrame(input, '/settings', { title: heading, state: 'dashboard_settings_methods' }),
      heading,
      back: { href: presenter.page('/settings'), label: t('dashboard.settings.heading') },
      text: t(input.isTest ? 'dashboard.settings.methods_test' : 'dashboard.settings.methods_live'),
      methods: inUseFirst(
        settingsForms.map((form) => {
          const values = shownValues(settings, form, input.isTest)
          const isEntered = Object.keys(form.fields).some((one) => isKnown(values, one))
          const check = tested?.name === form.name ? tested.check : null
          return {
            name: form.name,
            label: methodLabel(form.name, t),
            status: statusOf(form, values, check, presenter),
            facts: isEntered ? factsOf(form, values, presenter) : [],
            change: presenter.page(methodPath(form)),
            changeLabel: t(isEntered ? 'dashboard.settings.change' : 'dashboard.settings.set_up'),
            // Without values the card shows what the method is.
            hint: isEntered ? null : t(findMethod(form.name)!.page.hint),
            testable: findGateway(form.name) !== null && isEntered,
            result: check && resultOf(check, methodLabel(form.name, t), presenter),
          }
        }),
      ),
    },
  }
}

/** Returns first the cards with values, which are tall, so that they stand next to each other. */
function inUseFirst<Card extends { facts: readonly Row[] }>(cards: readonly Card[]): Card[] {
  return [
    ...cards.filter(({ facts }) => facts.length > 0),
    ...cards.filter(({ facts }) => facts.length === 0),
  ]
}

/** Whether a later test can succeed with the same details, by the fault of the failed one. */
const IS_TEMPORARY: Record<NonNullable<ConnectionCheck['fault']>, boolean> = {
  unreachable: true,
  limited: true,
  account: false,
  refused: false,
  incomplete: false,
}

function isKnown(values: ShownValues, field: string): boolean {
  return Boolean(values[field] ?? values[isSetName(field)])
}

/** Returns the status of a method. A failed test outweighs the settings: customers could choose the method, but not pay. */
function statusOf(
  { name }: NamedForm,
  values: ShownValues,
  check: ConnectionCheck | null,
  { t, input: { project, isTest } }: Presenter,
): { text: string; tone: Tone } {
  const fault = check?.fault ?? null
  if (values.enabled === true && fault !== null)
    return { text: t('dashboard.settings.test_failed'), tone: IS_TEMPORARY[fault] ? 'awaited' : 'bad' }
  if (offeredMethods(project, isTest).some((one) => one.name === name))
    return { text: t('dashboard.settings.offered'), tone: 'good' }
  if (values.enabled !== true) return { text: t('dashboard.settings.off'), tone: 'neutral' }
  return { text: t('dashboard.settings.not_offered', { currency: project.currency }), tone: 'bad' }
}

/** Returns the entered values. For a secret: only whether it is entered. */
function factsOf({ fields }: NamedForm, values: ShownValues, { t }: Presenter): Row[] {
  return Object.entries(fields).map(([name, { label, secret }]) => ({
    label: t(label),
    text: secret
      ? t(values[isSetName(name)] === true ? 'dashboard.settings.secret_set' : 'dashboard.settings.not_set')
      : String(values[name] ?? t('dashboard.settings.not_set')),
  }))
}

/** Returns the result of a test: a sentence, and what the provider or its adapter said. */
function resultOf({ fault, problems }: ConnectionCheck, method: string, { t }: Presenter) {
  return fault === null
    ? { isGood: true, text: t('dashboard.settings.test_ok', { method }), said: null }
    : {
        isGood: false,
        text: t(`dashboard.settings.test_${fault}`, { method }),
        said: fault === 'incomplete' ? null : problems.join(' '),
      }
}
