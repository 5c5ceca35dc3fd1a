import type { Router } from 'express'
import { now } from '../../../common/runtime/clock.ts'
import { findFirstSteps } from '../../../common/services/figures/first-steps.ts'
import { latestFigures } from '../../../common/services/figures/latest.ts'
import { findTasks } from '../../../common/services/tasks/find-tasks.ts'
import { readForMember } from '../own-changes.ts'
import { inputOf, projectPage } from '../page.ts'
import { homeView } from './home-view.ts'

/** The first page of a shop: the tasks that wait, and the figures; in a new shop the steps to the first payment. */
export const homePage: Router = projectPage({
  path: '',
  needs: 'view',
  view: async (visit, context) => {
    const { scope } = visit
    const { request } = context
    const tasks = await readForMember(request, {}, (sql) => findTasks(sql, scope, now()))
    const steps = await readForMember(request, {}, (sql) => findFirstSteps(sql, scope))
    const figures = steps ? null : await latestFigures(scope)
    return homeView({ ...inputOf(visit, context), tasks, steps, figures, now: now() })
  },
})
