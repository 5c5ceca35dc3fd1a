import { rowOf } from '../../../db/model.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { projectProperties } from '../../domain/projects/object.ts'
import {
  changedSecrets,
  mergePaymentSettings,
  type PaymentSettingsChanges,
} from '../../domain/projects/payment-settings.ts'
import type { ProjectPlan } from '../../domain/projects/plan.ts'
import { type Changed, changedAttributes } from '../../kit/field.ts'
import { type FieldChange, fieldChanges } from '../../kit/field-changes.ts'
import type { Problems } from '../../kit/refusal.ts'
import { encrypt } from '../../kit/secrets.ts'
import type { Submission } from '../../kit/submission.ts'
import { isSetName } from '../../methods/settings.ts'
import { config } from '../../runtime/config.ts'
import { askForPicture } from '../images/ask-for-picture.ts'
import { getProject, lockStoredProject } from './find.ts'
import type { Project } from './project.ts'
import { serializeProject, toProject } from './rows.ts'

/** A valid body of `PATCH /v1/projects/:project_id`; null clears. */
export interface ProjectChanges extends Changed<typeof projectProperties> {
  /** Only the operator sets it. */
  plan?: ProjectPlan
  notifications?: { sale?: boolean; cancellation?: boolean }
  payment_methods?: PaymentSettingsChanges
  payment_method_order?: string[] | null
}

/**
 * Updates a project's settings, in both modes. Publish `project.changed` after the commit: every process
 * caches projects for a few seconds.
 */
export async function updateProject(
  tx: ModelTx,
  id: number,
  draft: Submission<ProjectChanges>,
): Promise<Project> {
  // Prices, codes with amounts and the first subscription are created under a shared lock on this row,
  // so none can appear between the checks below and the update.
  const row = await lockStoredProject(tx, id)
  const before = toProject(rowOf(row))
  const parts = draft.partial()
  await checkCurrency(tx, before, parts.currency, draft.problems)
  await checkTimezone(tx, before, parts.timezone, draft.problems)
  const settings = mergePaymentSettings(before.paymentSettings, parts.payment_methods, draft.problems)
  const changes = draft.valid()
  const { payment_methods, payment_method_order: order, notifications, logo_url: logo } = changes
  const values = {
    ...changedAttributes(projectProperties, changes),
    plan: changes.plan ?? row.plan,
    notifySale: notifications?.sale ?? row.notifySale,
    notifyCancellation: notifications?.cancellation ?? row.notifyCancellation,
    ...(payment_methods && {
      paymentSettings: encrypt(config().secretKey, Buffer.from(JSON.stringify(settings))),
    }),
    ...(order !== undefined && { paymentMethodOrder: order?.join(',') || null }),
    updatedAt: tx.now,
  }
  await row.update(values, { transaction: tx.transaction })
  if (logo !== undefined)
    await askForPicture(tx, { subject: 'project', id }, { projectId: id, isTest: false }, logo)
  const after = await getProject(tx.sql, id)
  tx.sql.noteFields('projects', id, settingsChanges(before, after))
  return after
}

/** Returns the settings that differ. A secret is noted by its name alone. */
function settingsChanges(before: Project, after: Project): FieldChange[] {
  const shown = fieldChanges(serializeProject(before), serializeProject(after))
  const secrets = changedSecrets(before.paymentSettings, after.paymentSettings)
  const isSecret = new Set(secrets.map((field) => isSetName(field)))
  return [...shown.filter(({ field }) => !isSecret.has(field)), ...secrets.map((field) => ({ field }))]
}

/**
 * Rows that prevent a change of currency. Most have amounts without a currency of their own. An open
 * checkout or invoice has one, but codes and prices used on it would be in the new currency.
 */
const AMOUNTS: readonly { what: string; table: string; where: string; advice: string }[] = [
  { what: 'prices', table: 'prices', where: 'TRUE', advice: 'Use another project.' },
  {
    what: 'promotion codes with amounts',
    table: 'promotion_codes',
    where: '(amount_off IS NOT NULL OR minimum_amount IS NOT NULL)',
    advice: 'Use another project.',
  },
  { what: 'payment links', table: 'payment_links', where: 'TRUE', advice: 'Use another project.' },
  {
    what: 'open checkouts',
    table: 'checkouts',
    where: "status IN ('open', 'pending')",
    advice: 'Expire them, or wait until they are paid.',
  },
  {
    what: 'open invoices',
    table: 'invoices',
    where: "status IN ('draft', 'open')",
    advice: 'Void or delete them, or wait until they are paid.',
  },
]

/** Adds a problem if stored amounts would change their meaning with the currency. */
async function checkCurrency(
  tx: ModelTx,
  { id, currency }: Project,
  wanted: string | undefined,
  problems: Problems,
): Promise<void> {
  if (wanted === undefined || wanted === currency) return
  for (const { what, table, where, advice } of AMOUNTS) {
    // Lists both modes so that MySQL uses the index by mode and status.
    const text = `SELECT id FROM ${table} WHERE project_id = ? AND is_test IN (FALSE, TRUE) AND ${where} LIMIT 1`
    if (!(await tx.sql.row(text, [id]))) continue
    const sentence = `currency cannot be changed: this project has ${what} in ${currency}. ${advice}`
    problems.add('validation_failed', 'currency', { sentence, fixed_by: what })
    return
  }
}

/** Adds a problem once there is a subscription: its periods end at midnight of the current zone. */
async function checkTimezone(
  tx: ModelTx,
  { id, timezone }: Project,
  wanted: string | undefined,
  problems: Problems,
): Promise<void> {
  if (wanted === undefined || wanted === timezone) return
  const subscription = await tx.sql.row('SELECT id FROM subscriptions WHERE project_id = ? LIMIT 1', [id])
  if (!subscription) return
  const sentence = `timezone cannot be changed: this project has subscriptions that count days in ${timezone}. Use another project.`
  problems.add('validation_failed', 'timezone', { sentence })
}
