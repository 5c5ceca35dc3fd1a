import { mergePaymentSettings } from '../common/domain/projects/payment-settings.ts'
import { Submission } from '../common/kit/submission.ts'
import { config } from '../common/runtime/config.ts'
import { addMember } from '../common/services/members/add.ts'
import { createProject, PROJECT_DEFAULTS } from '../common/services/projects/create.ts'
import { serializeProject } from '../common/services/projects/rows.ts'
import { updateProject } from '../common/services/projects/update.ts'
import type { Command } from './command.ts'
import { operate } from './operate.ts'
import { projectText } from './project-show.ts'
import { projectOptions, typedProjectValues } from './project-values.ts'

export const projectCreate: Command = {
  name: 'project create',
  summary: 'Create a project for a merchant, with a token for each mode; --email makes the first owner',
  options: { ...projectOptions, name: { ...projectOptions.name!, required: true } },
  async run({ options }) {
    const draft = await typedProjectValues(options)
    mergePaymentSettings({}, draft.partial().payment_methods, draft.problems)
    const { name = '', currency, timezone, locale, country, plan, ...settings } = draft.valid()
    const chosen = { currency, timezone, locale, country, plan }
    const input = {
      name,
      ...PROJECT_DEFAULTS,
      plan: config().defaultPlan,
      ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value)),
    }

    const { project, tokens } = await operate(async (tx) => {
      const created = await createProject(tx, input)
      if (settings.email) await addMember(tx, created.id, { email: settings.email, role: 'owner' })
      return {
        project: await updateProject(tx, created.id, new Submission(settings)),
        tokens: created.tokens,
      }
    })
    const json = { ...serializeProject(project), tokens }
    return { json, text: `${projectText(project)}\n\n${tokensText(tokens)}` }
  },
}

/** Formats new tokens. They are shown only once, since only hashes are stored. */
export function tokensText({ test, live }: { test: string; live: string }): string {
  return `Its tokens, shown only once:\n  test  ${test}\n  live  ${live}`
}
