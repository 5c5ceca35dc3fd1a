import { type PasskeysInput, passkeysView } from '../../api/dashboard/account/passkeys-view.ts'
import { sessionsView } from '../../api/dashboard/account/sessions-view.ts'
import { shopsView } from '../../api/dashboard/account/shops-view.ts'
import { deniedView, roleDeniedView } from '../../api/dashboard/denied-view.ts'
import { DONE } from '../../api/dashboard/done.ts'
import { detailView } from '../../api/dashboard/kit/detail-view.ts'
import { readAsked } from '../../api/dashboard/kit/filters.ts'
import { formView } from '../../api/dashboard/kit/form-view.ts'
import { listView } from '../../api/dashboard/kit/list-view.ts'
import { memberDetail, memberForm, memberList, type ShownMember } from '../../api/dashboard/members/view.ts'
import { missingView } from '../../api/dashboard/missing-view.ts'
import { type WaitingInput, waitingView } from '../../api/dashboard/payments/waiting-view.ts'
import { type ProofInput, proofView } from '../../api/dashboard/proof/proof-view.ts'
import { codeView } from '../../api/dashboard/sign-in/code-view.ts'
import { linkView, type OverInput, overView, signedInView } from '../../api/dashboard/sign-in/link-view.ts'
import {
  type NotKeptInput,
  notKeptView,
  type RequestInput,
  requestView,
  type SignInAgainInput,
  signInAgainView,
} from '../../api/dashboard/sign-in/request-view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import { ROLES } from '../../common/domain/members/role.ts'
import type { PaymentObject } from '../../common/domain/payments/object.ts'
import type { Locale } from '../../common/kit/languages.ts'
import type { ListedMember } from '../../common/services/members/list.ts'
import { payment, project } from '../pages/view/fixtures.ts'
import { LONG } from '../portal/fixtures.ts'
import { auditStates, memberChanges, rareAuditStates } from './audit-states.ts'
import { catalogueStates, rareCatalogueStates } from './catalogue-states.ts'
import { checkoutFormStates, rareCheckoutFormStates } from './checkout-form-states.ts'
import { checkoutStates, rareCheckoutStates } from './checkout-states.ts'
import { codeStates, rareCodeStates } from './code-states.ts'
import { customerStates, rareCustomerStates } from './customer-states.ts'
import { developerStates, rareDeveloperStates } from './developer-states.ts'
import { homeStates, rareHomeStates } from './home-states.ts'
import { importStates, rareImportStates } from './import-states.ts'
import { account, EMAIL, inShop } from './in-shop.ts'
import { invoiceStates, rareInvoiceStates } from './invoice-states.ts'
import { everyField, kitStates, rareKitStates } from './kit-states.ts'
import { paymentLinkStates, rarePaymentLinkStates } from './payment-link-states.ts'
import { paymentStates, rarePaymentStates } from './payment-states.ts'
import { rareRefundStates, refundStates } from './refund-states.ts'
import { rareSettingsStates, settingsStates } from './settings-states.ts'
import { rareSubscriptionStates, subscriptionStates } from './subscription-states.ts'

type State = (locale: Locale) => PageView

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1'

function request(changes: Partial<RequestInput>): State {
  return (locale) =>
    requestView({
      ...account(locale),
      ...{ typed: {}, errors: {}, ended: null, goal: null, passkey: { challenge: 'c' } },
      ...changes,
    })
}

function code(
  problem?: 'wrong' | 'guessed' | 'expired' | 'used' | 'closed',
  address: string | null = EMAIL,
): State {
  return (locale) =>
    codeView({
      ...{ ...account(locale), address, again: '/dashboard/sign-in' },
      ...(problem
        ? { typed: { code: '482913' }, errors: { code: `errors.sign_in_${problem}` } }
        : { typed: {}, errors: {} }),
    })
}

function again(changes: Partial<SignInAgainInput>): State {
  return (locale) =>
    signInAgainView({
      ...account(locale),
      ...{ ended: 'expired', keeping: 'kept', typed: [], signIn: '/dashboard/sign-in' },
      ...changes,
    })
}

const typed = [
  { name: 'item[0][name]', value: 'Ном "A" & <b>' },
  { name: 'note', value: `${LONG}\n${LONG}` },
]

function notKept(keeping: NotKeptInput['keeping']): State {
  return (locale) => notKeptView({ ...account(locale), keeping, typed, page: '/dashboard' })
}

function over(why: OverInput['why']): State {
  return (locale) => overView({ ...account(locale), why, again: '/dashboard/sign-in' })
}

function proof(changes: Partial<ProofInput>): State {
  return (locale) =>
    proofView({
      ...account(locale),
      ...{ pressed: { action: 'save', name: LONG }, isSent: true, problem: null, back: '/dashboard' },
      ...{ passkey: null, passkeyProblem: null, project: inShop(locale).project },
      ...changes,
    })
}

const used = new Date('2026-08-20T04:00:00Z')
const begun = new Date('2026-08-12T11:04:00Z')
const session = { lastUsedAt: used, createdAt: begun }

function waits(changes: Partial<PaymentObject>): PaymentObject {
  return payment({ status: 'pending', claimed_at: '2026-08-12T11:04:00.000000Z', ...changes })
}

function waiting(changes: Partial<WaitingInput>): State {
  return (locale) =>
    waitingView({
      ...inShop(locale),
      payments: [
        waits({ id: 90, payer_name: 'Бат-Эрдэнийн Сарантуяа', client_reference_id: 'order-7' }),
        waits({ id: 91, amount_received: 10_000 }),
      ],
      bought: new Map([['checkout-41', { name: 'Ном: «Тунгалаг Тамир»', quantity: 2, others: 1 }]]),
      now: new Date('2026-08-13T09:30:00Z'),
      ...{ next: 91, isFirst: true, decided: [], failed: [], inProgress: [], errors: {} },
      ...changes,
    })
}

function passkeys(changes: Partial<PasskeysInput>): State {
  return (locale) =>
    passkeysView({
      ...account(locale),
      passkeys: [
        { id: 1, name: 'iPhone', lastUsedAt: used, createdAt: begun },
        { id: 2, name: LONG.slice(0, 100), lastUsedAt: null, createdAt: begun },
      ],
      ...{ mayAdd: true, options: null, skip: null, typed: {}, errors: {} },
      ...changes,
    })
}

const people: ListedMember[] = ROLES.map((role, at) => ({
  ...{ id: at + 1, project_id: 1, role, created_at: '2026-08-12T11:04:00.000000Z' },
  email: at === 0 ? EMAIL : `${role}@nomynulgii.mn`,
  name: at === 1 ? LONG.slice(0, 100) : null,
  isAwaited: role === 'viewer',
}))

function membersOf(changes: Partial<Parameters<typeof listView<ListedMember>>[1]> = {}): State {
  return (locale) =>
    listView(memberList, {
      ...inShop(locale),
      ...{ items: people, asked: readAsked({}, {}), hasMore: false, problem: null },
      ...changes,
    })
}

function member(changes: Partial<Parameters<typeof detailView<ShownMember>>[1]> = {}): State {
  return (locale) =>
    detailView<ShownMember>(memberDetail, {
      ...{ ...inShop(locale), item: { ...people[0]!, isLastOwner: false }, typed: {}, errors: {} },
      changes: memberChanges,
      ...changes,
    })
}

function memberAdded(changes: Partial<Parameters<typeof formView<undefined>>[1]> = {}): State {
  return (locale) =>
    formView(memberForm, { ...inShop(locale), item: undefined, typed: {}, errors: {}, ...changes })
}

/** Pages of the dashboard, by the name of their state. */
export const dashboardStates: Record<string, State> = {
  'dashboard-sign-in': request({}),
  'dashboard-sign-in-wrong': request({
    typed: { email: 'saraa@' },
    errors: { email: 'errors.sign_in_email' },
  }),
  'dashboard-sign-in-limited': request({ typed: { email: EMAIL }, errors: { '': 'errors.sign_in_limited' } }),
  'dashboard-sign-in-signed-out': request({ ended: 'signed_out' }),
  'dashboard-sign-in-removed': request({ ended: 'removed' }),
  'dashboard-code': code(),
  'dashboard-code-wrong': code('wrong'),
  'dashboard-code-guessed': code('guessed'),
  'dashboard-proof': proof({}),
  'dashboard-proof-page': proof({ pressed: {}, isSent: false }),
  'dashboard-proof-wrong': proof({ problem: 'errors.sign_in_wrong' }),
  'dashboard-proof-passkey': proof({ isSent: false, passkey: { challenge: 'c' } }),
  'dashboard-passkeys': passkeys({}),
  'dashboard-passkeys-none': passkeys({ passkeys: [], skip: '/dashboard' }),
  'dashboard-passkeys-add': passkeys({ options: { challenge: 'c' } }),
  'dashboard-passkeys-wrong': passkeys({
    ...{ options: { challenge: 'c' }, typed: { name: LONG } },
    errors: { name: 'errors.passkey_name', passkey: 'errors.passkey_refused' },
  }),
  'dashboard-members': membersOf(),
  'dashboard-member': member(),
  'dashboard-member-last': member({
    typed: { action: 'change_role', role: 'staff' },
    errors: { '': 'errors.last_owner' },
  }),
  'dashboard-member-only-owner': member({ item: { ...people[0]!, isLastOwner: true } }),
  'dashboard-member-form': memberAdded(),
  'dashboard-member-form-wrong': memberAdded({
    typed: { email: 'saraa@', name: LONG, role: 'viewer' },
    errors: { email: 'errors.member_email', name: 'errors.member_name' },
  }),
  'dashboard-link': (locale) =>
    linkView({ ...account(locale), email: `${'a'.repeat(64)}@${'b'.repeat(60)}.example.mn` }),
  'dashboard-link-used': over('used'),
  'dashboard-link-signed-in': (locale) => signedInView({ ...account(locale), dashboard: '/dashboard' }),
  'dashboard-unknown': (locale) => missingView(inShop(locale), null),
  'dashboard-missing-member': (locale) => missingView(inShop(locale), '/members/:id'),
  'dashboard-missing': (locale) => missingView(inShop(locale), '/payments/:id'),
  'dashboard-denied': (locale) => deniedView(account(locale)),
  'dashboard-denied-role': (locale) => roleDeniedView(inShop(locale, { role: 'viewer' }), '/payments/:id'),
  'dashboard-ended': again({ ended: 'removed', keeping: 'nothing' }),
  'dashboard-ended-kept': again({ keeping: 'kept' }),
  'dashboard-ended-too-long': again({ keeping: 'too_long', typed }),
  'dashboard-ended-other-kept': again({ keeping: 'other_kept', typed }),
  'dashboard-not-kept': notKept('too_long'),
  'dashboard-not-kept-other': notKept('other_kept'),
  'dashboard-kept': (locale) =>
    formView(everyField, {
      ...inShop(locale, { kept: { form: {}, isPartial: true } }),
      ...{ item: undefined, typed: { name: LONG, sum: '5000', note: 'typed' }, errors: {} },
    }),
  'dashboard-kept-button': (locale) =>
    waitingView({
      ...inShop(locale, { kept: { form: {}, isPartial: false } }),
      ...{ payments: [waits({ id: 90, payer_name: 'Саруул' })], bought: new Map(), next: null },
      ...{
        now: new Date('2026-08-13T09:30:00Z'),
        isFirst: true,
        decided: [],
        failed: [],
        inProgress: [],
        errors: {},
      },
      ticked: [{ id: 90, missing: waits({}).amount }],
    }),
  'dashboard-sessions': (locale) =>
    sessionsView({
      ...{ ...account(locale), current: 7 },
      sessions: [
        { ...session, id: 7, userAgent: IPHONE },
        { ...session, id: 6, userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36' },
        { ...session, id: 5, userAgent: 'curl' },
      ],
    }),
  'dashboard-sessions-alone': (locale) =>
    sessionsView({
      ...{ ...account(locale), from: { project, isTest: true, role: 'owner' }, current: 7 },
      sessions: [{ ...session, id: 7, userAgent: IPHONE }],
    }),
  'dashboard-passkeys-shop': passkeys({ from: { project, isTest: false, role: 'viewer' } }),
  'dashboard-shops': (locale) =>
    shopsView({
      ...account(locale),
      shops: [
        { id: 1, name: project.name },
        { id: 2, name: LONG },
      ],
    }),
  'dashboard-waiting': waiting({}),
  'dashboard-waiting-none': waiting({ payments: [] }),
  'dashboard-waiting-viewer': waiting({ role: 'viewer', isFirst: false }),
  'dashboard-waiting-results': waiting({
    decided: [
      payment({ id: 89, status: 'paid', verified_by: EMAIL, amount_received: 25_000 }),
      payment({ status: 'paid', verified_by: 'bat@nomynulgii.mn', amount_received: 25_000 }),
      waits({ id: 91, amount_received: 10_000 }),
      waits({ id: 92 }),
      waits({ id: 94, reference: null }),
    ],
    ...{ failed: [92], inProgress: [94] },
  }),
  'dashboard-waiting-others': waiting({
    decided: [90, 91].map((id) =>
      payment({ id, status: 'paid', verified_by: 'bat@nomynulgii.mn', amount_received: 25_000 }),
    ),
  }),
  'dashboard-waiting-confirmed': waiting({
    decided: [90, 91].map((id) =>
      payment({ id, status: 'paid', verified_by: EMAIL, amount_received: 25_000 }),
    ),
  }),
  'dashboard-waiting-nothing-ticked': waiting({ errors: { '': 'errors.nothing_ticked' } }),
  'dashboard-waiting-ugly': waiting({
    project: { ...project, name: LONG, color: '#ff00ff' },
    payments: [waits({ id: 93, currency: 'USD', amount: 999_999_999_999, payer_name: LONG.slice(0, 100) })],
  }),
  ...auditStates,
  ...homeStates,
  ...kitStates,
  ...importStates,
  ...customerStates,
  ...subscriptionStates,
  ...invoiceStates,
  ...checkoutStates,
  ...checkoutFormStates,
  ...paymentLinkStates,
  ...paymentStates,
  ...developerStates,
  ...settingsStates,
  ...refundStates,
  ...catalogueStates,
  ...codeStates,
}

/** Pages that only differ by a sentence from those above. */
export const rareDashboardStates: State[] = [
  code(undefined, null),
  ...rareHomeStates,
  ...rareKitStates,
  ...rareImportStates,
  ...rareCustomerStates,
  ...rareSubscriptionStates,
  ...rareInvoiceStates,
  ...rareCheckoutStates,
  ...rareCheckoutFormStates,
  ...rarePaymentLinkStates,
  ...rarePaymentStates,
  ...rareDeveloperStates,
  ...rareSettingsStates,
  ...rareRefundStates,
  ...rareCatalogueStates,
  ...rareCodeStates,
  ...[
    payment({ status: 'refund_required', verified_by: 'api' }),
    payment({ status: 'failed', failure_code: 'rejected', verified_by: 'cli' }),
    payment({ status: 'paid', verified_by: 'email_link' }),
    payment({ status: 'canceled', verified_by: null }),
  ].map((decided) => waiting({ decided: [decided] })),
  waiting({ decided: [90, 91].map((id) => payment({ id, status: 'paid', verified_by: 'api' })) }),
  waiting({
    decided: [
      payment({ id: 90, status: 'refund_required', verified_by: 'api' }),
      payment({ id: 91, status: 'failed', failure_code: 'rejected', verified_by: 'cli' }),
      payment({ id: 92, status: 'canceled', verified_by: null }),
    ],
  }),
  ...(['expired', 'guessed', 'unknown'] as const).map(over),
  ...(['signed_out', 'expired'] as const).flatMap((ended) => [
    request({ ended }),
    again({ ended, keeping: 'nothing' }),
  ]),
  ...(['expired', 'used', 'closed'] as const).map((problem) => code(problem)),
  ...['proof_expired', 'proof_used', 'proof_guessed', 'proof_closed', 'sign_in_limited'].map((problem) =>
    proof({ problem: `errors.${problem}` }),
  ),
  proof({ project: null }),
  membersOf({ items: [], hasMore: false }),
  ...rareAuditStates,
  memberAdded({ typed: { email: EMAIL }, errors: { email: 'errors.member_known' } }),
  ...people.map((one) =>
    member({ item: { ...one, isLastOwner: false }, changes: { ...memberChanges, entries: [] } }),
  ),
  ...(['owner', 'staff'] as const).map(
    (role) => (locale: Locale) => roleDeniedView(inShop(locale, { role }), '/settings'),
  ),
  ...DONE.filter((done) => done !== 'cancel_set').map(
    (done) => (locale: Locale) => missingView(inShop(locale, { isTest: false, done }), '/payments/:id'),
  ),
]
