import type { Router } from 'express'
import { now } from '../../../common/runtime/clock.ts'
import { findTasks } from '../../../common/services/tasks/find-tasks.ts'
import { onConnection } from '../../../db/sql.ts'
import { inputOf, projectPage } from '../page.ts'
import { homeView } from './home-view.ts'

/** The first page of a shop: the tasks that wait. */
export const homePage: Router = projectPage({
  path: '',
  needs: 'view',
  view: async (visit, context) =>
    homeView({
      ...inputOf(visit, context),
      tasks: await onConnection((sql) => findTasks(sql, visit.scope, now())),
    }),
})
