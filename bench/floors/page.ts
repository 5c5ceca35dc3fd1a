import Handlebars from 'handlebars'
import type { Read } from './read.ts'

/** What a payment page cannot do without: the order, a field and a button. */
const template = Handlebars.compile<Read>(`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Pay {{amount_total}} {{currency}}</title>
  <link rel="stylesheet" href="/assets/page.css">
</head>
<body>
<main>
  <section>
    <h1>{{amount_total}} {{currency}}</h1>
    <table>
    {{#each items}}
      <tr><td>{{name}}</td><td>{{quantity}} × {{unit_amount}}</td><td>{{amount_subtotal}}</td></tr>
    {{/each}}
      <tr><td>Subtotal</td><td></td><td>{{amount_subtotal}}</td></tr>
      <tr><td>Total</td><td></td><td>{{amount_total}}</td></tr>
    </table>
  </section>
  <form method="post" action="/checkout/{{id}}/{{token}}">
    <label for="email">Email</label>
    <input id="email" name="email" type="email" autocomplete="email" required maxlength="254">
    <fieldset>
      <legend>How do you want to pay?</legend>
      <label><input type="radio" name="method" value="test" checked> Test payment</label>
      <label><input type="radio" name="method" value="bank_transfer"> Bank transfer</label>
    </fieldset>
    <button>Pay</button>
  </form>
</main>
</body>
</html>
`)

export function page(checkout: Read): string {
  return template(checkout)
}
