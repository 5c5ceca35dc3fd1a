// A shop that sells with Tolbor. There are no accounts: a cookie identifies the customer.
import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import express from 'express'
import { Tolbor, TolborError, webhooks } from 'tolbor'

const { API, TOKEN, WEBHOOK_SECRET, PORT = '8080', DATA = 'data' } = process.env
const ADDRESS = process.env.ADDRESS ?? `http://127.0.0.1:${PORT}`
if (!API || !TOKEN || !WEBHOOK_SECRET) {
  console.error(
    'API, TOKEN or WEBHOOK_SECRET is missing. "bin/dev show" prints the first two; the README creates the third.',
  )
  process.exit(1)
}
const tolbor = new Tolbor({ api: API, token: TOKEN })
mkdirSync(DATA, { recursive: true })

const shop = express()
shop.use(express.static(fileURLToPath(new URL('public', import.meta.url))))

// The signature covers the raw bytes: this route must come before any body parser.
shop.post('/webhooks', express.raw({ type: () => true, limit: '1mb' }), (request, response) => {
  let event
  try {
    event = webhooks.verify(request.body, request.headers, WEBHOOK_SECRET)
  } catch (error) {
    return response.status(401).send(`${error.message}\n`)
  }
  if (event.type === 'checkout.completed') deliver(event.webhook_id, event.data.object)
  response.sendStatus(200)
})

/** Delivers once, even if the event comes twice: a file name is unique, like a unique key in a database. */
function deliver(id, checkout) {
  const goods = checkout.items.map(({ name, quantity }) => `${quantity} × ${name}`)
  const draft = `${DATA}/${randomUUID()}.draft`
  writeFileSync(draft, JSON.stringify({ user: checkout.client_reference_id, checkout: checkout.id, goods }))
  try {
    linkSync(draft, `${DATA}/${id}.json`)
    console.log(`Delivered for checkout ${checkout.id}: ${goods.join(', ')}`)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error // no 200: Tolbor sends it again
  } finally {
    rmSync(draft)
  }
}

const deliveredTo = (user) =>
  readdirSync(DATA)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(`${DATA}/${name}`, 'utf8')))
    .filter((delivery) => delivery.user === user)

shop.use(express.urlencoded(), (request, response, next) => {
  request.user = /shop_user=([\w-]+)/.exec(request.headers.cookie)?.[1] ?? `user-${randomUUID()}`
  response.cookie('shop_user', request.user, { httpOnly: true, sameSite: 'lax', maxAge: 1e10 })
  next()
})

shop.get('/', async (request, response) => {
  const prices = []
  for await (const price of tolbor.listPrices({ active: true, after: 0 })) prices.push(price)
  const goods = prices.filter(({ type }) => type === 'one_time').map((price) => product(price, [price]))
  const plans = prices.filter(({ type }) => type === 'recurring')
  const hero = `<header><h1>Coffee, roasted every Monday</h1><p>Small batches, on your table by Thursday.</p></header>`
  const clubs = plans.length ? `<ul class="club">${product(plans[0], plans)}</ul>` : ''
  response.send(page('Coffee', `${hero}<ul class="goods">${goods.join('')}</ul>${clubs}`))
})

const product = ({ product: { name, description, image_url } }, prices) => `<li>
  ${image_url ? `<img src="${text(image_url)}" alt="" width="720" height="720">` : ''}
  <div><h2><b>${text(name)}</b></h2><p>${text(description ?? '')}</p>${prices.map(buyButton).join('')}</div>`

// The order number is created with the form: pressing Buy twice returns the same checkout.
const buyButton = ({ id, unit_amount, recurring_interval: interval }) => `<form method="post" action="/buy">
  <input type="hidden" name="price" value="${id}"><input type="hidden" name="order" value="${randomUUID()}">
  <strong>${money(unit_amount)}${interval ? ` a ${interval}` : ''}</strong> <button>${interval ? 'Join' : 'Buy'}</button></form>`

shop.post('/buy', async ({ user, body }, response) => {
  const customer = await tolbor.saveCustomer({ client_reference_id: user })
  const checkout = await tolbor.createCheckout(
    {
      items: [{ price_id: Number(body.price), quantity: 1 }],
      customer_id: customer.id,
      client_reference_id: user,
      success_url: `${ADDRESS}/orders?checkout={CHECKOUT_ID}`,
      cancel_url: ADDRESS,
    },
    { idempotencyKey: body.order },
  )
  response.redirect(303, checkout.url)
})

shop.get('/orders', ({ user, query }, response) => {
  const orders = deliveredTo(user)
  const isWaiting = query.checkout && !orders.some(({ checkout }) => checkout === Number(query.checkout))
  const lines = orders.map(({ checkout, goods }) => `<li>Order ${checkout}: ${text(goods.join(', '))}`)
  const news = isWaiting ? '<meta http-equiv="refresh" content="1"><p>Thank you! We are packing it …</p>' : ''
  const list = `<ul class="lines">${lines.join('') || '<li>Nothing yet. <a href="/">Choose a coffee</a>'}</ul>`
  response.send(page('Your orders', `<h1>Your orders</h1>${news}${list}`))
})

shop.get('/members', async ({ user }, response) => {
  const entitlements = await tolbor.listEntitlements({ client_reference_id: user })
  const isMember = entitlements.length > 0
  const lines = entitlements.map((held) => `<li>${text(held.product_name)}, until ${held.until.slice(0, 10)}`)
  const portal = '<form method="post" action="/portal"><button>Renew, change or cancel</button></form>'
  const recipe = `<p>This month’s recipe: 18 g, water at 93 °C, three minutes.</p><ul class="lines">${lines.join('')}</ul>`
  const invitation = '<p>Join the club first. <a href="/">See what members get</a></p>'
  response
    .status(isMember ? 200 : 403)
    .send(page('Members', `<h1>Members</h1>${isMember ? recipe + portal : invitation}`))
})

shop.post('/portal', async ({ user }, response) => {
  const session = { client_reference_id: user, return_url: `${ADDRESS}/members` }
  response.redirect(303, (await tolbor.createBillingPortalSession(session)).url)
})

// oxlint-disable-next-line no-unused-vars -- Express recognises an error handler by its four parameters
shop.use((error, request, response, next) => {
  if (!(error instanceof TolborError)) console.error(error)
  response
    .status(error.status >= 400 ? error.status : 502)
    .send(page('Sorry', `<h1>Sorry</h1><p>${text(error.message)}`))
})

const text = (string) => string.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
const money = (amount) => `₮${amount.toLocaleString('en')}` // the project's currency: cents would be divided first
const page = (
  title,
  body,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title} · Altan Coffee</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/shop.css"><link rel="icon" href="/logo.png">
<nav><a href="/"><img src="/logo.png" alt="" width="40" height="40"><b>Altan Coffee</b></a>
<a href="/orders">Orders</a><a href="/members">Members</a></nav><main>${body}</main>
<footer>Altan Coffee LLC, Ulaanbaatar. Payments by Tolbor.</footer>`

shop.listen(Number(PORT), '127.0.0.1', (error) => {
  if (error) {
    console.error(`Port ${PORT} cannot be used (${error.code}). Set PORT to a free one.`)
    process.exit(1)
  }
  console.log(`The shop is at ${ADDRESS}`)
})
