import type { Router } from 'express'
import { inputOf, projectPage } from '../page.ts'
import { developersView, toDevelopers } from './developers-view.ts'

/** The page that leads to the lists for developers. */
export const developersPage: Router = projectPage({
  path: toDevelopers.path,
  needs: 'view',
  view: (visit, context) => developersView(inputOf(visit, context)),
})
