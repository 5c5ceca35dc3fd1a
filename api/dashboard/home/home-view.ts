import type { Figures } from '../../../common/domain/figures/figures.ts'
import type { FirstSteps } from '../../../common/services/figures/first-steps.ts'
import type { Tasks } from '../../../common/services/tasks/find-tasks.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { projectFrame, type ProjectInput } from '../frame.ts'
import { Presenter } from '../kit/presenter.ts'
import { mayOpen } from '../nav.ts'
import { figuresView } from './figures-view.ts'
import { tasksView } from './tasks-view.ts'

export interface HomeInput extends ProjectInput {
  tasks: Tasks
  /** Null if the shop has been paid before. */
  steps: FirstSteps | null
  /** Null in a new shop, and before they were counted for the first time. */
  figures: Figures | null
  now: Date
}

/** Returns the first page of a shop: the tasks that wait, and the figures or the first steps. */
export function homeView({ tasks, steps, figures, now, ...input }: HomeInput): PageView {
  const presenter = new Presenter(input)
  const { t } = presenter
  // Viewers may take none of the steps.
  const guide = steps && presenter.may('operate') ? stepsView(steps, presenter) : null
  return {
    status: 200,
    template: 'dashboard/home',
    view: {
      ...projectFrame(input, '', { title: t('dashboard.nav.home'), state: 'dashboard_home', isLive: true }),
      heading: t('dashboard.tasks.heading'),
      tasks: tasksView(tasks, presenter),
      none: guide ? null : t(steps ? 'dashboard.tasks.none_new' : 'dashboard.tasks.none'),
      steps: guide,
      figures: figures && figuresView(figures, now, presenter),
      counting: !steps && !figures ? t('dashboard.figures.counting') : null,
    },
  }
}

/** Returns the steps to the first payment. A step that this member may not take has no link, and names who may. */
function stepsView({ hasMethod, hasOrder }: FirstSteps, presenter: Presenter) {
  const { t, input } = presenter
  const steps = [
    { name: 'method', text: 'method_text', verb: 'set_up', isDone: hasMethod, path: '/settings' },
    { name: 'order', text: 'order_text', verb: 'create', isDone: hasOrder, path: '/checkouts' },
    {
      name: 'pay',
      text: input.isTest ? 'pay_text_test' : 'pay_text',
      verb: 'open',
      isDone: false,
      path: hasOrder ? '/checkouts' : '',
    },
  ] as const
  const next = steps.findIndex(({ isDone }) => !isDone)
  return {
    heading: t('dashboard.steps.heading'),
    list: steps.map(({ name, text, verb, isDone, path }, at) => {
      const isOpen = mayOpen(input.role, path) === true
      return {
        name: t(`dashboard.steps.${name}`),
        text: isDone ? null : t(`dashboard.steps.${isOpen ? text : 'by_owner'}`),
        done: isDone ? t('dashboard.steps.done') : null,
        href: !isDone && isOpen ? presenter.page(path) : null,
        // Only the next one has a button.
        verb: at === next ? t(`dashboard.steps.${verb}`) : null,
      }
    }),
  }
}
