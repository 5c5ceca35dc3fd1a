import { constants, crc32, deflateRawSync } from 'node:zlib'
import Handlebars from 'handlebars'
import { sheet } from '../../api/pages/sheets.ts'
import type { Read } from './read.ts'

/** The start of the page, the same for all checkouts: it is compressed once, and ends at a byte boundary. */
const START = Buffer.from(`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<style>${sheet('page.css')}</style>
`)
const DEFLATED = deflateRawSync(START, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
const CHECKSUM = crc32(START)
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** The rest of the payment page in our own markup: texts and icons are fixed, and there is no QR code. */
const template = Handlebars.compile<Read>(`<title>Pay ₮{{amount_total}} · Bench</title>
<meta property="og:title" content="Pay ₮{{amount_total}} · Bench">
<link rel="icon" href="data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%20viewBox%3D%220%200%2032%2032%22%3E%3Crect%20width%3D%2232%22%20height%3D%2232%22%20rx%3D%228%22%20fill%3D%22%231f5fd0%22%2F%3E%3Ctext%20x%3D%2216%22%20y%3D%2222%22%20font-family%3D%22sans-serif%22%20font-size%3D%2218%22%20text-anchor%3D%22middle%22%20fill%3D%22%23ffffff%22%3EB%3C%2Ftext%3E%3C%2Fsvg%3E">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f1f6ff">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e141e">
<style nonce="0a9ab704-42a2-4e3c-9e04-8fde6c50c89d">
:root{ --button:#1f5fd0;--on-button:#ffffff;--button-edge:#1f5fd0;--link:#1f5fd0;--tint:#f1f6ff;--press:#e8f1ff }
@media screen and (prefers-color-scheme:dark){:root{ --button:#2565d7;--on-button:#ffffff;--button-edge:#2b6bde;--link:#4e8cfb;--tint:#0e141e;--press:#202732 } }
</style>
<script src="/assets/page.e663f2dddd67.js" defer></script>
</head>
<body>
<header class="band"><span class="sr">Test mode. No real money moves.</span></header>
<main class="sheet" data-state="pay">
<section class="order brief" aria-label="Your order">
<p class="sign">
<span class="initial" aria-hidden="true">B</span>
<span class="shop">Bench</span>
<span class="pill test">Test</span>
</p>
<h1 class="label">Pay Bench</h1>
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
</div>
</section>
<section class="step">
<form method="post" id="pay" novalidate>
<input type="hidden" name="form_token" value="P3P_mGeC-Edw88I4cwsq4JntIf1FG9cCxfIi3r3nH-8">
<input type="hidden" name="amount_total" value="{{amount_total}}">
<div class="fields">
<div class="field">
<label for="email">Email</label>
<input type="email" id="email" name="email" value="" autocomplete="email" inputmode="email" enterkeyhint="go" maxlength="254" required autocapitalize="off" spellcheck="false" aria-describedby="email-hint">
<p class="hint" id="email-hint">We send the receipt here.</p>
</div>

</div>
<div class="tiles alone">
<input type="hidden" name="payment_method" value="test">
<div>
<p class="title">Test payment</p>
<fieldset class="options" role="radiogroup">
<legend>Test mode: choose what should happen</legend>
<label class="choice"><input type="radio" name="test_outcome" id="test_outcome-succeeds" value="succeeds" checked> The payment succeeds</label>
<label class="choice"><input type="radio" name="test_outcome" id="test_outcome-declined" value="declined"> The payment is declined</label>
<label class="choice"><input type="radio" name="test_outcome" id="test_outcome-delayed" value="delayed"> It succeeds after 5 seconds</label>
<label class="choice"><input type="radio" name="test_outcome" id="test_outcome-never" value="never"> It never finishes</label>
</fieldset>
</div>
<svg class="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="M9 3h6m-5 0v6L5 18.5A1.7 1.7 0 0 0 6.5 21h11a1.7 1.7 0 0 0 1.5-2.5L14 9V3M7.5 15h9"/></svg>
</div>
<div class="bar"><button type="submit" class="primary" name="action" value="pay" data-busy="Paying…">Pay ₮{{amount_total}}
</button></div>
<p class="quiet-line"><button type="submit" class="quiet" name="action" value="cancel">Cancel and return to Bench</button></p>
</form>
</section>
<p class="sr" role="status" data-status></p>
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

/** Returns the page, compressed by gzip. */
export function page(checkout: Read): Buffer {
  const rest = Buffer.from(template(checkout))
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(rest, CHECKSUM), 0)
  trailer.writeUInt32LE(START.length + rest.length, 4)
  return Buffer.concat([GZIP_HEADER, DEFLATED, deflateRawSync(rest, { level: 5 }), trailer])
}
