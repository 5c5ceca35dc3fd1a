import { DAY, HOUR, SECOND } from './calendar.ts'
import { CODES, type Plan, PLANS, TEA } from './catalogue.ts'
import type { Effect } from './effects.ts'
import type { History } from './history.ts'
import { endOf, isEntitled, type Order, ownerOf, type Subscription, sum } from './ledger.ts'
import type { Random } from './random.ts'
import type { PaymentRow } from './rows.ts'
import type { Answer, Confirming, OpenBody, Opened } from './shop.ts'

/** An action with its description. */
export interface Act {
  name: string
  run: () => Promise<Done>
}

export interface Done {
  answer: Answer
  effects: Effect[]
  /** The effects of a simultaneous action, in any order with `effects`. */
  concurrent?: Effect[]
}

type Choose = (history: History, dice: Random) => Act | null

const ALL_PLANS = Object.keys(PLANS) as Plan[]
const PAID = { email: 'bat@example.com', payment_method: 'test', test_outcome: 'succeeds' }
const TRANSFERRED = { email: 'bat@example.com', payment_method: 'bank_transfer' }
/** The share of steps that go through the API or the page. */
const BY_HTTP = 0.08

/** Returns an item; newer ones are more likely. */
function newest<Item>(items: readonly Item[], dice: Random): Item | undefined {
  return items.at(-1 - Math.floor(dice.next() ** 2 * items.length))
}

const done = (answer: Answer, effect?: Effect | null): Done => ({ answer, effects: effect ? [effect] : [] })

/** Chooses a customer, a plan and perhaps a subscription, often as in an earlier order that waits. */
function wanted({ ledger }: History, dice: Random) {
  const orders = [...ledger.orders.values()]
  const waiting = dice.chance(0.5) ? orders.filter(({ status }) => status === 'pending') : []
  const before = dice.chance(0.3) ? newest(waiting.length > 0 ? waiting : orders, dice) : undefined
  if (before) {
    const named = before.target === null ? undefined : ledger.subscriptions.get(before.target)
    return { customer: before.customer, plan: before.plan, named }
  }
  const here = [...ledger.accounts.values()].filter(({ erased }) => !erased || dice.chance(0.1))
  const account = newest(here, dice)
  if (!account) return null
  const own = [...ledger.subscriptions.values()].filter(({ customer }) => customer === account.id)
  const living = own.filter((subscription) => isEntitled(subscription) || dice.chance(0.1))
  const named = dice.chance(0.8) ? newest(living, dice) : undefined
  const plan = named && dice.chance(0.25) ? named.plan : dice.of(ALL_PLANS)!
  return { customer: account.id, plan: dice.chance(0.06) ? null : plan, named }
}

function randomOrder(history: History, dice: Random) {
  const want = wanted(history, dice)
  if (!want) return null
  const { customer, plan, named } = want
  const quantity = dice.chance(0.8) ? 1 : 1 + dice.below(3)
  const price = plan ? PLANS[plan].amount : TEA
  const discount = dice.chance(0.2) ? Math.floor(dice.next() * price * 1.05) : 0
  const adjustable = dice.chance(0.15) && !(named && plan !== named.plan)
  const item = plan ? { price: plan } : { price_data: { unit_amount: TEA, product_data: { name: 'Tea' } } }
  const max = quantity + 2
  const body: OpenBody = {
    items: [{ ...item, quantity, ...(adjustable && { adjustable_quantity: { enabled: true, max } }) }],
    customer_id: customer,
    ...(named && plan && { subscription_id: named.id }),
    ...(discount > 0 && { discounts: [{ amount: discount, description: 'For a friend' }] }),
    allow_promotion_codes: true,
  }
  const effect = {
    customer,
    byKey: true,
    plan,
    most: adjustable ? max : quantity,
    named: plan && named ? named.id : null,
  }
  const description = [
    plan ?? 'tea',
    quantity,
    named && `for ${named.id}`,
    discount && `less ${discount}`,
  ].filter(Boolean)
  return { body, effect: { ...effect, discount }, description: `${customer}: ${description.join(' ')}` }
}

/** Opens a checkout, and perhaps continues on its page. */
function opens(name: string, then?: (history: History, of: Opened, dice: Random) => Promise<Done>): Choose {
  return (history, dice) => {
    const order = randomOrder(history, dice)
    if (!order) return null
    const byHttp = dice.chance(BY_HTTP)
    return {
      name: `${name}(${order.description})`,
      run: async () => {
        const opened = await history.shop.open(order.body, byHttp)
        if (!opened.data) return done(opened)
        const effect: Effect = {
          kind: 'opened',
          order: opened.data.id,
          url: opened.data.url,
          ...order.effect,
        }
        if (!then) return done(opened, effect)
        const { answer, effects } = await then(history, opened.data, dice)
        return { answer, effects: [effect, ...effects] }
      },
    }
  }
}

async function pays({ shop }: History, of: Opened, dice: Random): Promise<Done> {
  const code = dice.chance(0.15) ? { promotion_code: dice.of(Object.keys(CODES))! } : {}
  const answer = await shop.press(of, 'pay', { ...PAID, ...code }, dice.chance(BY_HTTP))
  return done(answer, {
    kind: 'pressed',
    order: of.id,
    accepted: answer.status === 200 && answer.data.length === 0,
  })
}

async function startsPayment(
  { shop }: History,
  of: Opened,
  form: Record<string, string>,
  dice: Random,
): Promise<Done> {
  const answer = await shop.press(of, 'pay', form, dice.chance(BY_HTTP))
  const isStarted = answer.status === 200 && answer.data.length === 0
  const later = form.test_outcome === 'delayed'
  return done(answer, isStarted ? { kind: 'started', order: of.id, later } : null)
}

async function reports(history: History, of: Opened, dice: Random): Promise<Done> {
  const { answer: started, effects } = await startsPayment(history, of, TRANSFERRED, dice)
  if (effects.length === 0) return done(started)
  const answer = await history.shop.press(of, 'claim_transfer', {}, dice.chance(BY_HTTP))
  return { answer, effects: [...effects, { kind: 'reported', order: of.id }] }
}

/** Presses something on the page of an existing order. */
function onPage(
  name: string,
  of: (order: Order) => boolean,
  press: (history: History, order: Order, dice: Random) => Promise<Done>,
): Choose {
  return (history, dice) => {
    const order = newest([...history.ledger.orders.values()].filter(of), dice)
    return order ? { name: `${name}(${order.id})`, run: () => press(history, order, dice) } : null
  }
}

const isOpen = ({ status }: Order) => status === 'open'

function onSubscription(
  name: string,
  act: (
    history: History,
    subscription: Subscription,
    dice: Random,
    byHttp: boolean,
  ) => { description?: string; run: () => Promise<Done> },
): Choose {
  return (history, dice) => {
    const all = [...history.ledger.subscriptions.values()]
    const subscription = newest(
      all.filter((one) => isEntitled(one) || dice.chance(0.05)),
      dice,
    )
    if (!subscription) return null
    const { description, run } = act(history, subscription, dice, dice.chance(BY_HTTP))
    return { name: `${name}(${[subscription.id, description].filter(Boolean).join(', ')})`, run }
  }
}

const cancels = (mode: 'at_period_end' | 'immediately') =>
  onSubscription(`cancel ${mode}`, ({ shop }, { id }, _, byHttp) => ({
    run: async () => {
      const answer = await shop.cancel(id, mode, byHttp)
      const effect: Effect = { kind: 'canceled', subscription: id, immediately: mode === 'immediately' }
      return done(answer, answer.status === 200 ? effect : null)
    },
  }))

/** Lets the merchant decide about a transfer that waits. */
const decides =
  (verb: 'confirm' | 'reject'): Choose =>
  (history, dice) => {
    const waiting = history.rows.payments.filter(({ status }) => status === 'pending')
    const payment = newest(waiting, dice)
    if (!payment) return null
    const { id, payable_id: order } = payment
    const byHttp = dice.chance(BY_HTTP)
    if (verb === 'confirm') return confirming(history, payment, {}, byHttp)
    return {
      name: `reject(${order})`,
      run: async () => {
        const answer = await history.shop.reject(id, byHttp)
        return done(answer, answer.status === 200 ? { kind: 'rejected', order, payment: id } : null)
      },
    }
  }

/** Records money for any transfer, reported or not, expired or not: the amount, more or less. */
const entersMoney: Choose = (history, dice) => {
  const all = history.rows.payments.filter(({ method }) => method === 'bank_transfer')
  const open = all.filter(({ status }) => status !== 'paid' && !status.startsWith('refund'))
  const payment = newest(open.length > 0 && dice.chance(0.9) ? open : all, dice)
  if (!payment) return null
  const missing = Math.max(0, payment.amount - (payment.amount_received ?? 0))
  const part = 1 + dice.below(Math.max(1, missing))
  const sum = dice.of([undefined, part, part, part, missing + 1 + dice.below(5_000)])
  const entry = { ...(sum !== undefined && { sum }), partly: dice.chance(0.2), late: dice.chance(0.5) }
  return confirming(history, payment, entry, dice.chance(BY_HTTP))
}

function confirming(
  { shop }: History,
  { id, payable_id: order, amount: asked }: PaymentRow,
  entry: Confirming,
  byHttp: boolean,
): Act {
  const { sum, partly = false, late = false } = entry
  const description = [order, sum, partly && 'enough', late && 'late'].filter(Boolean).join(', ')
  return {
    name: `confirm(${description})`,
    run: async () => {
      const answer = await shop.confirm(id, byHttp, entry)
      const isDone = answer.status === 200
      return done(answer, { kind: 'confirmed', order, payment: id, done: isDone, asked, ...entry })
    },
  }
}

/** Refunds a part, the whole amount, or more, which must be rejected. */
const refunds: Choose = (history, dice) => {
  const received = history.rows.payments.filter(
    ({ paid_at: at, status }) => at !== null || status === 'refund_required',
  )
  const payment = newest(received, dice)
  if (!payment) return null
  const { id } = payment
  const left = (payment.amount_received ?? 0) - payment.amount_refunded
  const amount = dice.of([left, left + 1, 1 + dice.below(Math.max(1, left))])!
  const byHttp = dice.chance(BY_HTTP)
  if (amount < 1) return null
  return {
    name: `refund(${id}, ${amount} of ${left})`,
    run: async () => {
      const answer = await history.shop.refund(id, amount, byHttp)
      const isDone = answer.status === 200 || answer.status === 201
      return done(answer, isDone ? { kind: 'refunded', payment: id, amount } : null)
    },
  }
}

const erases: Choose = (history, dice) => {
  const account = dice.of([...history.ledger.accounts.values()].filter(({ erased }) => !erased))
  if (!account) return null
  const byHttp = dice.chance(BY_HTTP)
  return { name: `erase(${account.id})`, run: () => erase(history, account.id, byHttp) }
}

export async function erase({ shop }: History, customer: number, byHttp = false): Promise<Done> {
  const answer = await shop.erase(customer, byHttp)
  return done(answer, {
    kind: 'erased',
    customer,
    refused: answer.status === 200 ? null : (answer.code ?? '?'),
  })
}

/** Pays, reports or leaves a page that the portal opened. */
async function fromPortal(
  history: History,
  opened: Opened,
  of: { customer: number; plan: Plan; named: number | null },
  dice: Random,
): Promise<Done> {
  const effect: Effect = {
    kind: 'opened',
    order: opened.id,
    url: opened.url,
    ...of,
    byKey: false,
    most: 0,
    discount: 0,
  }
  const then = dice.of([null, pays, reports])
  const next = then ? await then(history, opened, dice) : null
  return { answer: next?.answer ?? OK, effects: [effect, ...(next?.effects ?? [])] }
}

const OK: Answer = { status: 200, code: null, data: null }

/** Runs two actions at the same moment. */
const atOnce: Choose = (history, dice) => {
  const kinds = [
    'pay',
    'pay',
    'confirm',
    'erase',
    'buy',
    'open',
    'try',
    'cancel now',
    'cancel',
    'schedule',
    'report',
    'refund',
    'refund',
  ] as const
  const [first, second] = [
    choices[dice.of(kinds)!]!.choose(history, dice),
    choices[dice.of(kinds)!]!.choose(history, dice),
  ]
  if (!first || !second || first.name === second.name) return null
  return {
    name: `at once: ${first.name}, ${second.name}`,
    run: async () => {
      const [one, other] = await Promise.all([first.run(), second.run()])
      const answer = one.answer.status >= 500 ? one.answer : other.answer
      return { answer, effects: one.effects, concurrent: other.effects }
    },
  }
}

/** Lets time pass in real time or on the test clock. */
const advances: Choose = (history, dice) => {
  const { clock, ledger } = history
  const onClock = clock !== null && dice.chance(0.4)
  const now = onClock ? history.clockTime : history.time
  const how = dice.of(['hours', 'hours', 'days', 'days', 'due', 'due', 'end', 'end'] as const)!
  const hours = 1 + dice.below(60)
  const days = 1 + dice.below(35)
  const early = dice.chance(0.25) ? SECOND : 0
  const ends = [...ledger.subscriptions.values()]
    .filter(
      (subscription) =>
        isEntitled(subscription) && (ledger.accounts.get(subscription.customer)!.clock !== null) === onClock,
    )
    .map(endOf)
    .filter((end) => end - early > now)
  const end = newest(ends, dice)
  return {
    name: `${onClock ? 'clock' : 'time'}: ${how}${how === 'hours' ? ` ${hours}` : how === 'days' ? ` ${days}` : ''}`,
    run: async () => {
      const due = how === 'due' ? await history.shop.nextDue(onClock ? clock : null) : undefined
      const target =
        how === 'hours'
          ? now + hours * HOUR
          : how === 'due' && due
            ? due.due_at.getTime() - early
            : how === 'end' && end !== undefined
              ? end - early
              : now + days * DAY + 7 * HOUR
      return { answer: await history.moveTo(Math.max(target, now + SECOND), onClock), effects: [] }
    },
  }
}

const choices: Record<string, { weight: number; choose: Choose }> = {
  try: {
    weight: 2,
    choose: (history, dice) => {
      const account = newest([...history.ledger.accounts.values()], dice)!
      const plan = dice.of(ALL_PLANS)!
      const days = 1 + dice.below(40)
      const byHttp = dice.chance(BY_HTTP)
      return {
        name: `trial(${account.id}: ${plan}, ${days} days)`,
        run: async () => {
          const answer = await history.shop.trial(account.id, plan, days, byHttp)
          if (!answer.data) return done(answer)
          return done(answer, {
            kind: 'tried',
            subscription: answer.data.id,
            customer: account.id,
            plan,
            days,
          })
        },
      }
    },
  },
  open: { weight: 6, choose: opens('open') },
  buy: { weight: 7, choose: opens('buy', pays) },
  report: { weight: 6, choose: opens('report', reports) },
  pay: { weight: 5, choose: onPage('pay', isOpen, pays) },
  'pay without luck': {
    weight: 1,
    choose: onPage('pay without luck', isOpen, (history, order, dice) => {
      const test_outcome = dice.of(['declined', 'never', 'delayed'] as const)!
      return startsPayment(history, order, { ...PAID, test_outcome }, dice)
    }),
  },
  transfer: {
    weight: 1,
    choose: onPage('begin transfer', isOpen, (history, order, dice) =>
      startsPayment(history, order, TRANSFERRED, dice),
    ),
  },
  claim: {
    weight: 2,
    choose: onPage(
      'claim',
      () => true,
      async ({ shop }, order, dice) =>
        done(await shop.press(order, 'claim_transfer', {}, dice.chance(BY_HTTP)), {
          kind: 'reported',
          order: order.id,
        }),
    ),
  },
  'report it': { weight: 3, choose: onPage('report', isOpen, reports) },
  'change order': {
    weight: 1,
    choose: onPage('change order', isOpen, async ({ shop, rows }, order, dice) => {
      const code = dice.of(Object.keys(CODES))!
      const item = rows.orders.get(order.id)!.item_id
      const isQuantity = dice.chance(0.5)
      const form = isQuantity
        ? { [`quantity[${item}]`]: String(1 + dice.below(order.most)) }
        : { promotion_code: code }
      return done(
        await shop.press(order, isQuantity ? 'update_quantity' : 'apply_code', form, dice.chance(BY_HTTP)),
      )
    }),
  },
  confirm: { weight: 4, choose: decides('confirm') },
  'enter money': { weight: 4, choose: entersMoney },
  reject: { weight: 2, choose: decides('reject') },
  refund: { weight: 4, choose: refunds },
  cancel: { weight: 2, choose: cancels('at_period_end') },
  'cancel now': { weight: 2, choose: cancels('immediately') },
  resume: {
    weight: 1,
    choose: onSubscription('resume', ({ shop }, { id }, _, byHttp) => ({
      run: async () => {
        const answer = await shop.resume(id, byHttp)
        return done(answer, answer.status === 200 ? { kind: 'resumed', subscription: id } : null)
      },
    })),
  },
  schedule: {
    weight: 4,
    choose: onSubscription('schedule', ({ shop }, { id }, dice, byHttp) => {
      const plan = dice.chance(0.2) ? null : dice.of(ALL_PLANS)!
      return {
        description: plan ?? 'nothing',
        run: async () => {
          const answer = await shop.schedule(id, plan, byHttp)
          return done(answer, answer.status === 200 ? { kind: 'scheduled', subscription: id, plan } : null)
        },
      }
    }),
  },
  'renew in the portal': {
    weight: 2,
    choose: onSubscription('renew in the portal', (history, subscription, dice) => ({
      run: async () => {
        const opened = await history.shop.renewal(subscription.id, 1)
        if (!opened.data) return done(opened)
        // For an ended subscription, use the one that the customer has for its product now.
        const present = isEntitled(subscription)
          ? subscription
          : ownerOf(
              history.ledger,
              subscription.customer,
              subscription.plan,
              history.timeOf(subscription.customer),
            )
        const of = {
          customer: subscription.customer,
          plan: present?.plan ?? subscription.plan,
          named: present?.id ?? null,
        }
        return fromPortal(history, opened.data, of, dice)
      },
    })),
  },
  'change in the portal': {
    weight: 2,
    choose: onSubscription('change in the portal', (history, subscription, dice) => {
      const plan = dice.of(ALL_PLANS.filter((other) => other !== subscription.plan))!
      return {
        description: plan,
        run: async () => {
          const chosen = await history.shop.choosePlan(subscription.id, plan)
          if (chosen.status !== 200) return done(chosen)
          if (!chosen.data) return done(chosen, { kind: 'scheduled', subscription: subscription.id, plan })
          return fromPortal(
            history,
            chosen.data,
            { customer: subscription.customer, plan, named: subscription.id },
            dice,
          )
        },
      }
    }),
  },
  'start again': {
    weight: 1,
    choose: onPage(
      'start again',
      ({ status }) => status === 'expired',
      async ({ shop }, { id, ...before }) => {
        const again = await shop.startAgain({ id, url: before.url })
        if (!again.data) return done(again)
        const { customer, again: plan, byKey, most } = before
        const of = { order: again.data.id, url: again.data.url, customer, plan, byKey, most }
        return done(again, { kind: 'opened', ...of, named: null, discount: 0 })
      },
    ),
  },
  expire: {
    weight: 1,
    choose: onPage('expire', isOpen, async ({ shop }, order, dice) =>
      done(await shop.expire(order.id, dice.chance(BY_HTTP))),
    ),
  },
  erase: { weight: 1, choose: erases },
  'at once': { weight: 2, choose: atOnce },
  advance: { weight: 12, choose: advances },
}

const ALL = Object.entries(choices)
const WHOLE = sum(ALL.map(([, { weight }]) => weight))

/** Returns a kind of step, chosen by its weight. */
export function anyKind(dice: Random): string {
  let left = dice.next() * WHOLE
  return ALL.find(([, { weight }]) => (left -= weight) < 0)![0]
}

export function choose(kind: string, history: History, dice: Random): Act | null {
  return choices[kind]!.choose(history, dice)
}
