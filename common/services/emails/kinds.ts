import { bankDetailsChanged } from './kinds/bank-details-changed.ts'
import { cancellation } from './kinds/cancellation.ts'
import { cancellationRequested } from './kinds/cancellation-requested.ts'
import { cancellationWithdrawn } from './kinds/cancellation-withdrawn.ts'
import { changeScheduled } from './kinds/change-scheduled.ts'
import { changeWithdrawn } from './kinds/change-withdrawn.ts'
import { endpointDisabled } from './kinds/endpoint-disabled.ts'
import { invoice } from './kinds/invoice.ts'
import { memberAdded } from './kinds/member-added.ts'
import { memberInvited } from './kinds/member-invited.ts'
import { passkeyAdded } from './kinds/passkey-added.ts'
import { paymentDiscrepancy } from './kinds/payment-discrepancy.ts'
import { paymentRefunded } from './kinds/payment-refunded.ts'
import { portalLink } from './kinds/portal-link.ts'
import { proofCode } from './kinds/proof-code.ts'
import { receipt } from './kinds/receipt.ts'
import { refundDue } from './kinds/refund-due.ts'
import { refundFailed } from './kinds/refund-failed.ts'
import { refundRequired } from './kinds/refund-required.ts'
import { renewalBlocked } from './kinds/renewal-blocked.ts'
import { sale } from './kinds/sale.ts'
import { signIn } from './kinds/sign-in.ts'
import { subscriptionCanceled } from './kinds/subscription-canceled.ts'
import { subscriptionCreated } from './kinds/subscription-created.ts'
import { subscriptionPastDue } from './kinds/subscription-past-due.ts'
import { renewalReminder } from './kinds/subscription-reminder.ts'
import { transferDetails } from './kinds/transfer-details.ts'
import { transferIncomplete } from './kinds/transfer-incomplete.ts'
import { transferReceivedNote } from './kinds/transfer-received-note.ts'
import { transferRejected } from './kinds/transfer-rejected.ts'
import { transferDue, transferReported } from './kinds/transfer-reported.ts'
import { transfersWaiting } from './kinds/transfers-waiting.ts'

/** Every kind of email. A worker leaves rows of other kinds to a newer release. */
export const emailKinds = {
  receipt,
  invoice,
  transfer_reported: transferReported,
  transfer_due: transferDue,
  transfers_waiting: transfersWaiting,
  transfer_rejected: transferRejected,
  transfer_details: transferDetails,
  transfer_received_note: transferReceivedNote,
  transfer_incomplete: transferIncomplete,
  payment_refunded: paymentRefunded,
  refund_required: refundRequired,
  refund_due: refundDue,
  refund_failed: refundFailed,
  payment_discrepancy: paymentDiscrepancy,
  renewal_blocked: renewalBlocked,
  sale,
  cancellation,
  endpoint_disabled: endpointDisabled,
  subscription_created: subscriptionCreated,
  renewal_reminder: renewalReminder,
  subscription_past_due: subscriptionPastDue,
  subscription_canceled: subscriptionCanceled,
  cancellation_requested: cancellationRequested,
  cancellation_withdrawn: cancellationWithdrawn,
  change_scheduled: changeScheduled,
  change_withdrawn: changeWithdrawn,
  portal_link: portalLink,
  sign_in: signIn,
  proof_code: proofCode,
  member_added: memberAdded,
  member_invited: memberInvited,
  passkey_added: passkeyAdded,
  bank_details_changed: bankDetailsChanged,
}

export type EmailKind = keyof typeof emailKinds

/** The payload of each kind. */
export type EmailPayloads = { [Kind in EmailKind]: Parameters<(typeof emailKinds)[Kind]['content']>[0] }
