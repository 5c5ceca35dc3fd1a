import { mergePaymentSettings } from '../common/domain/projects/payment-settings.ts'
import { Submission } from '../common/kit/submission.ts'
import { config } from '../common/runtime/config.ts'
import { addMember } from '../common/services/members/add.ts'
import { createProject, PROJECT_DEFAULTS } from '../common/services/projects/create.ts'
import type { Project } from '../common/services/projects/project.ts'
import { serializeProject } from '../common/services/projects/rows.ts'
import { updateProject } from '../common/services/projects/update.ts'
import type { Command } from './command.ts'
import { operate } from './operate.ts'
import { projectText, signInText } from './project-show.ts'
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
    const notes = notesOn(project, { ...(currency && { currency }), ...(timezone && { timezone }) })
    return {
      json,
      text: `${projectText(project)}\n\n${notes}${tokensText(tokens)}\n\n${nextSteps(project, tokens.test)}`,
    }
  },
}

/** Says how to send a request, and who can sign in. */
function nextSteps(project: Project, token: string): string {
  const request = `For requests in test mode:\n  export API=${config().baseUrl}/v1/projects/${project.id} TOKEN=${token}`
  return `${request}\n\n${signInText(project, project.email === null ? [] : [project.email])}`.trimEnd()
}

/** Says which defaults are hard to change later, and how to change them now. Empty if both were chosen. */
function notesOn(
  { id, currency, country, timezone }: Project,
  chosen: { currency?: string; timezone?: string },
) {
  const zone = country === 'MN' ? 'Asia/Ulaanbaatar' : 'ZONE'
  const notes = [
    ...(chosen.currency === undefined
      ? [
          `The currency is ${currency}, the default. It cannot change once there are prices. To change it now: bin/tolbor project update ${id} --currency CODE`,
        ]
      : []),
    ...(chosen.timezone === undefined
      ? [
          `The time zone is ${timezone}, the default. It cannot change once there is a subscription. To change it now: bin/tolbor project update ${id} --timezone ${zone}${zone === 'ZONE' ? ', where ZONE is a name such as Europe/Berlin' : ''}`,
        ]
      : []),
  ]
  return notes.length > 0 ? `${notes.join('\n')}\n\n` : ''
}

/** Formats new tokens. They are shown only once, since only hashes are stored. */
export function tokensText({ test, live }: { test: string; live: string }): string {
  return `Its tokens, shown only once:\n  test  ${test}\n  live  ${live}`
}
