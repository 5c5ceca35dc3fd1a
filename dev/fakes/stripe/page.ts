import type { Session } from './objects.ts'

const ACTIONS = {
  pay: 'Pay',
  decline: 'Try a card that is declined',
  slow: 'Pay with a slow bank',
  expire: 'Let it expire',
  back: 'Back to the shop',
}

/** The page on which the pretended Stripe is paid: it says what it is, and what each button does. */
export function paymentPage(
  { amount_total: amount, currency, status }: Session,
  isDeclined: boolean,
): string {
  const buttons = Object.entries(ACTIONS)
    .filter(([action]) => status === 'open' || action === 'back')
    .map(([action, label]) => `<p><button name="action" value="${action}">${label}</button>`)
  const sum = `${String(amount)} ${String(currency).toUpperCase()}`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pretended Stripe</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
    <style>body{font:1.1rem/1.5 system-ui;max-width:24rem;margin:10vh auto;padding:0 1rem}button{font:inherit;width:100%;padding:.6rem}</style>
    <main><h1>Pretended Stripe</h1>
    <p>${sum}, in Stripe’s smallest unit. No money is moved here.
    ${isDeclined ? '<p role="status"><b>Your card was declined.</b> Try another one.' : ''}
    ${status === 'open' ? '' : `<p><b>This session is ${String(status)}.</b>`}
    <form method="post">${buttons.join('')}</form></main></html>`
}
