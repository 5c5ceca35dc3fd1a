import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { Params } from '../../../common/services/text/translate.ts'
import { type FieldGroup, fieldsIn, type FormState, hasSearch, problemsIn } from '../../pages/kit/fields.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { listed, titleOf } from '../../pages/kit/problems.ts'
import { projectFrame, type ProjectInput } from '../frame.ts'
import { SEARCH_SCRIPTS } from './picker.ts'
import { Presenter } from './presenter.ts'

/** The appearance of a form. `FormPage` in form.ts adds what it saves. */
export interface FormDefinition<Item> {
  /** Below `/dashboard/:project/:mode`. With the parameter `:id` the form changes an object, otherwise it creates one. */
  path: string
  /** The name of the page for scripts and tests, such as `dashboard_product_form`. */
  state: string
  heading: (item: Item, presenter: Presenter) => string
  /** The effect of the form, if the heading and the fields do not say it. */
  text?: SentenceKey | ((presenter: Presenter) => SentenceKey)
  /** The page that the form belongs to. */
  back: (item: Item, presenter: Presenter) => { path: string; label: string }
  /** The fields in groups. `fieldOf` in api/pages/kit/fields.ts makes one, with its typed value and its error. */
  groups: (item: Item, form: FormState, presenter: Presenter) => FieldGroup[]
  /**
   * Returns the state of the object that the form changes, such as the time of its last change. If it differs when the form is
   * sent, someone else has changed the object meanwhile, and the member decides.
   */
  version?: (item: Item) => string
  /** Our values that the member enters elsewhere, such as an address. */
  copies?: (presenter: Presenter) => { label: string; copy: string }[]
  /** The fields that are not kept through a sign-in, such as passwords. */
  secrets?: readonly string[]
  submit: SentenceKey
  /** The label of the button while the form is sent. */
  busy: SentenceKey
}

export interface FormInput<Item> extends ProjectInput {
  item: Item
  /** The typed values; empty on a GET. */
  typed: Record<string, string>
  errors: Record<string, string>
  errorParams?: Record<string, Params>
  /** Identifies the form, so that sending it twice creates one object, see `createOnce`. */
  formKey?: string
  /** The query of the form's address, which a change of the language keeps. */
  query?: Record<string, string>
  /** The version of the object that a sent form was made from, if it stays so. */
  version?: string | undefined
}

/** Returns the page of a form. */
export function formView<Item>(definition: FormDefinition<Item>, input: FormInput<Item>): PageView {
  const { item, typed, errors, errorParams = {}, formKey = null, query = {}, version, ...frame } = input
  const presenter = new Presenter(frame)
  const { t, locale } = presenter
  const heading = definition.heading(item, presenter)
  const groups = definition.groups(item, { locale, typed, errors, errorParams }, presenter)
  const ids = new Map(groups.flatMap(fieldsIn).map(({ name, id }) => [name, id]))
  const problems = problemsIn({ locale, errors, errorParams }, (name) => ids.get(name) ?? null)
  const isSearched = hasSearch(groups)
  const { text } = definition
  const back = definition.back(item, presenter)
  return {
    status: 200,
    template: 'dashboard/form',
    view: {
      ...projectFrame(frame, definition.path, {
        title: problems.length > 0 ? t('title.error', { title: heading }) : heading,
        state: definition.state,
        keep: query,
        ...(isSearched && { scripts: SEARCH_SCRIPTS }),
      }),
      // Enter in a field presses the first button, which must not be one that only draws the form again.
      redraws: isSearched || groups.some(({ clear }) => clear !== undefined),
      heading,
      isInPlace: !definition.secrets?.length,
      formKey,
      version: version ?? definition.version?.(item) ?? null,
      text: text ? t(typeof text === 'function' ? text(presenter) : text) : null,
      back: { href: presenter.page(back.path), label: back.label },
      problems: listed(problems),
      problemsTitle: titleOf(problems, errors, locale),
      groups,
      copies: definition.copies?.(presenter) ?? [],
      submit: t(definition.submit),
      busy: t(definition.busy),
    },
  }
}
