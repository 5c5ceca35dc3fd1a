import type { Router } from 'express'
import { missingView } from './missing-view.ts'
import { inputOf, projectPage } from './page.ts'

/** An address below a shop and mode that leads to no page. */
export const unknownPage: Router = projectPage({
  path: '/*rest',
  needs: 'view',
  view: (visit, context) => missingView(inputOf(visit, context), null),
})
