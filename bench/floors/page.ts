import Handlebars from 'handlebars'
import type { Read } from './read.ts'

/** The payment page in our own markup: texts and icons are fixed, and there is no QR code. */
const template = Handlebars.compile<Read>(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Pay ₮{{amount_total}} · Bench</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/page.css">
<script src="/assets/page.js" defer></script>
</head>
<body class="">
<header class="band">Test mode. No real money moves.</header>
<main class="sheet" data-state="pay">
<section class="order" aria-label="Your order">
<p class="sign">
<span class="initial" aria-hidden="true">B</span>
<span class="shop">Bench</span>
</p>
<p class="label">Amount to pay</p>
<p class="amount">₮{{amount_total}}</p>
<div class="lines">
<ul class="items">
{{#each items}}
<li>
<span class="name">{{name}}</span>
<span class="money">₮{{amount_subtotal}}</span>
<span class="detail">₮{{unit_amount}} × {{quantity}}</span>
</li>
{{/each}}
</ul>
<dl class="sums">
<div class="total"><dt>Total</dt><dd class="money">₮{{amount_total}}</dd></div>
</dl>
</div>
</section>
<section class="step">
<h1>Payment</h1>
<form method="post" action="/checkout/{{id}}/{{token}}" id="pay" novalidate>
<input type="hidden" name="amount_total" value="{{amount_total}}">
<div class="fields">
<div class="field">
<label for="email">Email</label>
<input type="email" id="email" name="email" value="" autocomplete="email" inputmode="email" maxlength="254" required aria-describedby="email-hint">
<p class="hint" id="email-hint">We send the receipt here.</p>
</div>

</div>
<fieldset class="methods" role="radiogroup">
<legend>How do you want to pay?</legend>
<div class="method">
<label>
<input type="radio" name="payment_method" id="method-0" value="test" required checked>
<span><span class="title">Test payment</span> <span class="hint">Try the page, pay nothing</span></span>
<svg class="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="M9 3h6m-5 0v6L5 18.5A1.7 1.7 0 0 0 6.5 21h11a1.7 1.7 0 0 0 1.5-2.5L14 9V3M7.5 15h9"/></svg>
</label>
<div class="more">
<fieldset class="options" role="radiogroup">
<legend class="stripes">Test mode: choose what should happen</legend>
<label class="choice"><input type="radio" name="test_outcome" id="test_outcome-succeeds" value="succeeds" checked> The payment succeeds</label>
<label class="choice"><input type="radio" name="test_outcome" id="test_outcome-declined" value="declined"> The payment is declined</label>
<label class="choice"><input type="radio" name="test_outcome" id="test_outcome-delayed" value="delayed"> It succeeds after 5 seconds</label>
<label class="choice"><input type="radio" name="test_outcome" id="test_outcome-never" value="never"> It never finishes</label>
</fieldset>
</div>
</div>
</fieldset>
<div class="bar"><button type="submit" class="primary" name="action" value="pay" data-busy="Paying…">Pay ₮{{amount_total}}</button></div>
</form>
</section>
<p class="sr" role="status" data-said></p>
</main>
<footer class="foot">
<div>
<nav class="languages" aria-label="Language">
<svg class="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c2.5 2.5 3.8 5.6 3.8 9S14.5 18.5 12 21c-2.5-2.5-3.8-5.6-3.8-9S9.5 5.5 12 3Z"/></svg>
<a href="?lang=en" lang="en" hreflang="en" aria-current="true">English</a>
<a href="?lang=mn" lang="mn" hreflang="mn">Монгол</a>
</nav>
<p class="by">Checkout by Tolbor</p>
</div>
</footer>
</body>
</html>
`)

export function page(checkout: Read): string {
  return template(checkout)
}
