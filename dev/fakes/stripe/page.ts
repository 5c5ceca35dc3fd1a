import type { Session } from './objects.ts'

const ACTIONS = {
  pay: 'Pay',
  decline: 'Try a card that is declined',
  slow: 'Pay with a slow bank',
  expire: 'Expire the session',
  back: 'Back to the shop',
}

/** Returns the payment page of a session, with a button for each action of a customer. */
export function paymentPage(
  { amount_total: amount, currency, status }: Session,
  isDeclined: boolean,
): string {
  const buttons = Object.entries(ACTIONS)
    .filter(([action]) => status === 'open' || action === 'back')
    .map(([action, label]) => `<p><button name="action" value="${action}">${label}</button>`)
  const sum = `${String(amount)} ${String(currency).toUpperCase()}`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Fake Stripe</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
    <style>body{font:1.1rem/1.5 system-ui;max-width:24rem;margin:10vh auto;padding:0 1rem}button{font:inherit;width:100%;padding:.6rem}</style>
    <main><h1>Fake Stripe</h1>
    <p>${sum}, in Stripe’s smallest unit. No real money moves.
    ${isDeclined ? '<p role="status"><b>Your card was declined.</b> Try another one.' : ''}
    ${status === 'open' ? '' : `<p><b>This session is ${String(status)}.</b>`}
    <form method="post">${buttons.join('')}</form></main></html>`
}
