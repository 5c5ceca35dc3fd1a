import type { Router } from 'express'
import { inputOf, projectPage } from '../page.ts'
import { brandPages } from './brand.ts'
import { methodPages } from './methods.ts'
import { settingsView } from './overview-view.ts'
import { shopPage } from './shop.ts'

const settingsPage = projectPage({
  path: '/settings',
  needs: 'administer',
  view: (visit, context) => settingsView(inputOf(visit, context)),
})

/** The settings of a shop, for owners. */
export const settingsPages: readonly Router[] = [settingsPage, shopPage, ...brandPages, ...methodPages]
