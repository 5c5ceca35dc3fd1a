import { formatAmount, formatShortDateTime } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { MOST_TASKS, type Task, type Tasks } from '../../../common/services/tasks/find-tasks.ts'
import { orMore } from '../kit/or-more.ts'
import type { Presenter } from '../kit/presenter.ts'
import { mayOpen } from '../nav.ts'

interface Line {
  name: SentenceKey
  detail?: SentenceKey
  /** The section whose list has exactly these objects, and the query for them. */
  path: string
  query?: Record<string, string>
  /** Whether something fails or is late, or a customer waits for money. */
  isUrgent?: true
}

const LINES: Record<keyof Tasks, Line> = {
  payments: {
    name: 'dashboard.tasks.payments',
    detail: 'dashboard.tasks.payments_detail',
    path: '/payments/waiting',
  },
  refunds: {
    name: 'dashboard.tasks.refunds',
    detail: 'dashboard.tasks.refunds_detail',
    path: '/payments',
    query: { status: 'refund_required' },
    isUrgent: true,
  },
  endpoints: {
    name: 'dashboard.tasks.endpoints',
    detail: 'dashboard.tasks.endpoints_detail',
    path: '/developers/webhooks',
    query: { health: 'failing' },
    isUrgent: true,
  },
  invoices: {
    name: 'dashboard.tasks.invoices',
    detail: 'dashboard.tasks.invoices_detail',
    path: '/invoices',
    query: { overdue: 'yes' },
    isUrgent: true,
  },
  subscriptions: {
    name: 'dashboard.tasks.subscriptions',
    detail: 'dashboard.tasks.subscriptions_detail',
    path: '/subscriptions',
    query: { status: 'past_due' },
    isUrgent: true,
  },
}

/** Returns the tasks that wait, without those whose list this member may not open. */
export function tasksView(tasks: Tasks, presenter: Presenter) {
  return Object.entries(LINES).flatMap(([name, line]) => {
    const task = tasks[name as keyof Tasks]
    const isOpen = mayOpen(presenter.input.role, line.path)
    if (task.count === 0 || isOpen === false) return []
    return [
      {
        href: isOpen ? presenter.page(line.path, line.query) : null,
        isUrgent: line.isUrgent ?? false,
        ...textsOf(task, line, presenter),
      },
    ]
  })
}

function textsOf({ count, sums, since }: Task, { name, detail }: Line, { t, locale, input }: Presenter) {
  const amounts = Object.entries(sums).map(([currency, sum]) => formatAmount(sum, currency, locale))
  const params = {
    sum: amounts.join(' + '),
    time: since ? formatShortDateTime(since, input.project.timezone, locale) : '',
  }
  return {
    name: t(name, { count: count >= MOST_TASKS ? orMore(count, t) : count }),
    detail: detail && (since || amounts.length > 0) ? t(detail, params) : null,
  }
}
