import { formatAmount, formatShortDateTime } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { Task, Tasks } from '../../../common/services/tasks/find-tasks.ts'
import { translate } from '../../../common/services/text/translate.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { projectFrame, type ProjectInput } from '../frame.ts'

export interface HomeInput extends ProjectInput {
  tasks: Tasks
}

interface Line {
  name: SentenceKey
  detail?: SentenceKey
  /** The page with exactly these objects; null without such a page. */
  href: string | null
}

/** Returns the first page of a shop: the tasks that wait, or a sentence that nothing waits. */
export function homeView({ tasks, ...input }: HomeInput): PageView {
  const { locale, project, addresses, isTest } = input
  const t = translate(locale)
  const heading = t('dashboard.tasks.heading')
  const mode = isTest ? 'test' : 'live'
  const lines: Record<keyof Tasks, Line> = {
    transfers: {
      name: 'dashboard.tasks.transfers',
      detail: 'dashboard.tasks.transfers_detail',
      href: addresses.waiting(project.id, mode),
    },
    refunds: {
      name: 'dashboard.tasks.refunds',
      detail: 'dashboard.tasks.refunds_detail',
      href: addresses.inProject(project.id, mode, '/payments', { status: 'refund_required' }),
    },
    endpoints: { name: 'dashboard.tasks.endpoints', detail: 'dashboard.tasks.endpoints_detail', href: null },
    invoices: { name: 'dashboard.tasks.invoices', detail: 'dashboard.tasks.invoices_detail', href: null },
    subscriptions: { name: 'dashboard.tasks.subscriptions', href: null },
  }
  const shown = Object.entries(lines).flatMap(([name, line]) => {
    const { count, sum = 0, since = null }: Partial<Task> & { count: number } = tasks[name as keyof Tasks]
    if (count === 0) return []
    const params = {
      sum: formatAmount(sum, project.currency, locale),
      time: since ? formatShortDateTime(since, project.timezone, locale) : '',
    }
    return [
      { href: line.href, name: t(line.name, { count }), detail: line.detail ? t(line.detail, params) : null },
    ]
  })
  return {
    status: 200,
    template: 'dashboard/home',
    view: {
      ...projectFrame(input, '', { title: t('dashboard.nav.home'), state: 'dashboard_home' }),
      heading,
      tasks: shown,
      none: t('dashboard.tasks.none'),
    },
  }
}
