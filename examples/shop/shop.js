// A shop that sells with Tolbor. There are no accounts: a cookie identifies the customer.
import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import express from 'express'
import { Tolbor, TolborError, webhooks } from 'tolbor'

const { API, TOKEN, WEBHOOK_SECRET, PORT = '8080', DATA = 'data' } = process.env
const ADDRESS = process.env.ADDRESS ?? `http://127.0.0.1:${PORT}`
const tolbor = new Tolbor({ api: API, token: TOKEN })
mkdirSync(DATA, { recursive: true })

const shop = express()

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
  const offers = []
  for await (const price of tolbor.listPrices({ active: true, after: 0 })) offers.push(offer(price))
  response.send(page('Shop', `<ul class="offers">${offers.join('')}</ul>`))
})

// The order number is created with the form: pressing Buy twice returns the same checkout.
const offer = ({ id, product, name, unit_amount, recurring_interval }) => `<li>
  <h2><b>${text(product.name)}</b> ${text(name ?? '')}</h2><p>${text(product.description ?? '')}</p>
  <p class="price">${money(unit_amount)}${recurring_interval ? ` a ${recurring_interval}` : ''}</p>
  <form method="post" action="/buy"><input type="hidden" name="price" value="${id}">
    <input type="hidden" name="order" value="${randomUUID()}"><button>Buy</button></form>`

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
  response.send(page('Delivered', `${news}<ul>${lines.join('') || '<li>Nothing yet.'}</ul>`))
})

shop.get('/members', async ({ user }, response) => {
  const entitlements = await tolbor.listEntitlements({ client_reference_id: user })
  if (entitlements.length === 0) return response.status(403).send(page('Members', '<p>Join the club first.'))
  const lines = entitlements.map((held) => `<li>${text(held.product_name)}, until ${held.until.slice(0, 10)}`)
  const portal = '<form method="post" action="/portal"><button>Renew, change or cancel</button></form>'
  response.send(
    page('Members', `<p>Welcome. The secret: water at 93 °C.</p><ul>${lines.join('')}</ul>${portal}`),
  )
})

shop.post('/portal', async ({ user }, response) => {
  const session = { client_reference_id: user, return_url: `${ADDRESS}/members` }
  response.redirect(303, (await tolbor.createBillingPortalSession(session)).url)
})

// oxlint-disable-next-line no-unused-vars -- Express recognises an error handler by its four parameters
shop.use((error, request, response, next) => {
  if (!(error instanceof TolborError)) console.error(error)
  response.status(error.status >= 400 ? error.status : 502).send(page('Sorry', `<p>${text(error.message)}`))
})

const text = (string) => string.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
const money = (amount) => `₮${amount.toLocaleString('en')}` // the project's currency: cents would be divided first
const page = (title, body) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><style>
:root { color-scheme: light dark; --line: #8885 } body { font: 17px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem }
nav { display: flex; gap: 1.5rem; padding-bottom: 1rem; border-bottom: 1px solid var(--line) } nav a { color: inherit }
h1 { margin: 2rem 0 1.5rem } h2, p { margin: 0; font-size: 1rem; font-weight: 400 } ul { padding: 0; list-style: none }
li { padding: 1rem 0; border-bottom: 1px solid var(--line) } .price { margin-top: auto; padding: .5rem 0; font-weight: 600 }
.offers { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1rem }
.offers li { display: flex; flex-direction: column; padding: 1.25rem; border: 1px solid var(--line); border-radius: 12px }
button { width: 100%; max-width: 20rem; padding: .6rem; border: 0; border-radius: 8px; background: #1f5fd0; color: #fff; font: inherit }
</style><nav><a href="/">Shop</a><a href="/orders">Orders</a><a href="/members">Members</a></nav><main><h1>${title}</h1>${body}</main>`

shop.listen(Number(PORT), '127.0.0.1', (error) => {
  if (error) throw error // the port is taken
  console.log(`The shop is at ${ADDRESS}`)
})
