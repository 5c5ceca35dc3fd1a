import type { CustomFieldInput } from '../../../common/domain/checkouts/custom-fields.ts'
import type { Question } from '../../../common/domain/payment-links/object.ts'
import type { FormErrors } from '../../../common/kit/form.ts'
import type { Form } from '../../pages/form.ts'
import { type FieldGroup, fieldOf, type FormState } from '../../pages/kit/fields.ts'
import type { Presenter } from '../kit/presenter.ts'

/** The most questions that a payment page has. */
const MOST_QUESTIONS = 3
const TYPES = ['text', 'numeric', 'dropdown'] as const
const PARTS = ['label', 'type', 'options', 'optional'] as const

type Part = (typeof PARTS)[number]

/** Returns the fields of the questions for customers, one group for each. */
export function questionGroups(form: FormState, { t }: Presenter, known: readonly Question[]): FieldGroup[] {
  return Array.from({ length: MOST_QUESTIONS }, (_, row) => {
    const own = fieldsOf(known[row])
    const named = (part: Part) => `question[${row}][${part}]`
    const fields = [
      fieldOf(form, named('label'), {
        ...{ label: t('dashboard.sell.question'), known: own.label, required: false, maxlength: 100 },
      }),
      fieldOf(form, named('type'), {
        ...{ label: t('dashboard.sell.answer'), known: own.type },
        options: TYPES.map((value) => ({
          value,
          label: t(`dashboard.sell.answer_${value}`),
          selected: false,
        })),
      }),
      fieldOf(form, named('options'), {
        ...{ label: t('dashboard.sell.options'), known: own.options, required: true, rows: 3 },
        ...{ hint: t('dashboard.sell.options_hint'), maxlength: 5_000 },
      }),
      fieldOf(form, named('optional'), {
        ...{ label: t('dashboard.sell.answer_optional'), known: own.optional, isBox: true },
      }),
    ]
    const isUsed = fields.some(({ name, value, error }) =>
      name.endsWith('[type]') ? false : error !== null || value !== '',
    )
    const legend = t(row === 0 ? 'dashboard.sell.ask' : 'dashboard.sell.ask_more')
    const title = t('dashboard.sell.question_number', { number: row + 1 })
    return { legend, oneMore: { open: isUsed, title }, fields }
  })
}

/** Returns the values of a question's form fields. */
function fieldsOf(question: Question | undefined): Record<Part, string> {
  return {
    label: question?.label ?? '',
    type: question?.type ?? 'text',
    options: question?.dropdown?.options.map(({ label }) => label).join('\n') ?? '',
    optional: question?.optional ? '1' : '',
  }
}

/**
 * Reads the questions of a form. Those that are known keep their keys, and the values of their options, so that the answers
 * before and after a change can be compared.
 */
export function readQuestions(
  form: Form,
  known: readonly Question[],
): { questions: CustomFieldInput[]; isChanged: boolean; errors: FormErrors } {
  const questions: CustomFieldInput[] = []
  const errors: FormErrors = {}
  let isChanged = false
  for (let row = 0; row < MOST_QUESTIONS; row += 1) {
    const own = known[row]
    const typed = (part: Part) => form[`question[${row}][${part}]`] ?? ''
    isChanged ||= PARTS.some((part) => (typed(part) || fieldsOf(undefined)[part]) !== fieldsOf(own)[part])
    const label = typed('label')
    if (label === '') continue
    const type = TYPES.find((one) => one === typed('type')) ?? 'text'
    const labels = typed('options')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    if (type === 'dropdown' && labels.length === 0) errors[`question[${row}][options]`] = 'question_options'
    questions.push({
      ...{ label, type, optional: typed('optional') === '1' },
      ...(own && { key: own.key }),
      ...(type === 'dropdown' && { dropdown: { options: labels.map((one) => optionOf(one, own)) } }),
    })
  }
  return { questions, isChanged, errors }
}

function optionOf(label: string, question: Question | undefined): { label: string; value?: string } {
  const known = question?.dropdown?.options.find((one) => one.label === label)
  return { label, ...(known && { value: known.value }) }
}
