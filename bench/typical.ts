export const LOOKUP_KEY = 'tea-monthly'

/** A typical body of `POST /checkouts`: one registered price, no customer. */
export const BODY = JSON.stringify({
  items: [{ price: LOOKUP_KEY, quantity: 2 }],
  client_reference_id: 'order-2026-000123',
  success_url: 'https://shop.example.com/thanks?checkout={CHECKOUT_ID}',
  cancel_url: 'https://shop.example.com/cart',
})
