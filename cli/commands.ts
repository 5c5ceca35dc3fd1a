import type { Command } from './command.ts'
import { doctor } from './doctor/doctor.ts'
import { emailsFailed, emailsResend } from './emails.ts'
import { eventsTail } from './events-tail.ts'
import { memberAdd, memberList, memberRemove } from './member.ts'
import { paymentReject } from './payment.ts'
import { paymentConfirm } from './payment-confirm.ts'
import { paymentImport } from './payment-import.ts'
import { paymentList } from './payment-list.ts'
import { paymentReconcile } from './payment-reconcile.ts'
import { projectCreate } from './project-create.ts'
import { projectList, projectShow } from './project-show.ts'
import { projectUpdate } from './project-update.ts'
import { queuesOverdue } from './queues-overdue.ts'
import { queuesRebuild } from './queues-rebuild.ts'
import { queuesStatus } from './queues-status.ts'
import { secretsRotate } from './secrets-rotate.ts'
import { seed } from './seed.ts'
import { tokenCreate, tokenList, tokenRevoke } from './token.ts'
import { version } from './version.ts'
import { webhooksFailing } from './webhooks-failing.ts'

/** All commands, in the order of the help. */
export const commands: Command[] = [
  projectCreate,
  projectList,
  projectShow,
  projectUpdate,
  tokenCreate,
  tokenList,
  tokenRevoke,
  memberAdd,
  memberList,
  memberRemove,
  paymentList,
  paymentConfirm,
  paymentImport,
  paymentReject,
  paymentReconcile,
  eventsTail,
  queuesStatus,
  queuesOverdue,
  queuesRebuild,
  emailsFailed,
  emailsResend,
  webhooksFailing,
  secretsRotate,
  doctor,
  version,
  seed,
]
