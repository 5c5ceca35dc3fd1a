// Changes codes and quantities without loading the page. Without this script the same buttons send the form.
{
  const CHANGE = /^(apply_code|update_quantity|remove_code:.*)$/s
  const SETTLE = 400 // milliseconds; several presses on a stepper are one change
  const byId = (id) => document.getElementById(id)
  const order = () => document.querySelector('.order')
  const fields = (form) => [...form.elements].filter(({ name }) => name && name !== 'action')
  const isQuantity = ({ name }) => name.startsWith('quantity[')

  let timer = null
  let changing = false
  let leaving = false

  /** The button that ends this page: it pays, or opens the checkout of a payment link. */
  const mainButton = () => document.querySelector('#pay .bar .primary')
  const state = (page) => page.querySelector('main')?.dataset.state

  /** Returns the button that Enter presses in a field. */
  const buttonOf = (field) => {
    if (field?.name === 'promotion_code') return byId('apply_code')
    if (field?.name && isQuantity(field)) return document.querySelector('.stepper [value=update_quantity]')
    return mainButton()
  }

  document.addEventListener(
    'submit',
    (event) => {
      const { target: form, submitter } = event
      if (form.id !== 'pay' || leaving) return
      const stop = () => {
        event.preventDefault()
        event.stopPropagation()
      }
      if (submitter?.matches('[data-enter]')) {
        stop()
        const button = buttonOf(document.activeElement)
        if (button) setTimeout(() => form.requestSubmit(button)) // after this submit event
      } else if (CHANGE.test(submitter?.value)) {
        stop()
        void change(submitter)
      } else if (submitter && submitter === mainButton() && (timer || changing)) {
        stop() // the total is about to change: show it before anything is paid
        if (timer) void change(updateButton())
      }
    },
    true,
  )

  const updateButton = () => document.querySelector('.stepper [value=update_quantity]')

  const changeSoon = (wait) => {
    clearTimeout(timer)
    timer = setTimeout(() => void change(updateButton()), wait)
  }

  const change = async (button) => {
    clearTimeout(timer)
    timer = null
    if (changing) return
    changing = true
    const form = byId('pay')
    const sent = new FormData(form)
    sent.set('action', button.value)
    // An unfinished code must not be tried. (Without this script Enter sends it, too.)
    if (button.value !== 'apply_code') sent.delete('promotion_code')
    order().setAttribute('aria-busy', 'true')
    try {
      const body = new window.URLSearchParams(sent)
      const answer = await fetch(location.href, { method: 'POST', body, headers: { Accept: 'text/html' } })
      const page = parsed(await answer.text())
      if (state(page) !== state(document)) {
        leaving = true
        return location.replace(location.pathname + location.search)
      }
      show(page, sent)
    } catch {
      leaving = true
      form.requestSubmit(button) // let the browser show what is wrong with the connection
    } finally {
      changing = false
    }
  }

  const parsed = (text) => new window.DOMParser().parseFromString(text, 'text/html')

  /** Shows the new page. Keeps what was typed since the request, and the focus. */
  const show = (page, sent) => {
    const action = sent.get('action')
    const kept = fields(byId('pay')).map((field) => ({ ...read(field), inOrder: !!field.closest('.order') }))
    const open = [...document.querySelectorAll('details[open]')].map(({ id }) => id)
    const focused = document.activeElement?.id
    for (const part of ['.order', '.step']) {
      document.querySelector(part).replaceWith(page.querySelector(part))
    }
    document.title = page.title
    const form = byId('pay')
    let again = false
    for (const { name, value, checked, type, inOrder } of kept) {
      const typedSince = value !== sent.get(name)
      const fresh = fields(form).find(
        (field) => field.name === name && (type !== 'radio' || field.value === value),
      )
      if (!fresh || type === 'hidden') continue
      if (type === 'radio') fresh.checked = checked
      else if (!inOrder || typedSince || (name === 'promotion_code' && action !== 'apply_code'))
        fresh.value = value
      again ||= inOrder && typedSince && isQuantity(fresh)
    }
    for (const id of open) {
      const details = byId(id)
      if (details && (id !== 'code' || action !== 'apply_code')) details.open = true
    }
    bound()
    focus(focused)
    const wrong = document.querySelector('.order .error')
    const text = wrong ?? document.querySelector('.order .amount')
    document.querySelector('[data-status]').textContent = text.textContent
    if (again) changeSoon(SETTLE)
  }

  const read = ({ name, value, checked, type }) => ({ name, value, checked, type })

  const focus = (id) => {
    const wrong = document.querySelector('.order [aria-invalid=true]')
    const place = wrong ?? (id ? byId(id) : null)
    const reachable = place?.offsetParent ? place : document.querySelector('.code summary')
    reachable?.focus({ preventScroll: true })
  }

  /** Disables the steppers at their limits. */
  const bound = () => {
    for (const step of document.querySelectorAll('[data-step]')) {
      const { value, min, max } = byId(step.dataset.for)
      const end = step.dataset.step === '1' ? Number(value) >= Number(max) : Number(value) <= Number(min)
      step.setAttribute('aria-disabled', String(end))
    }
  }

  document.addEventListener('click', ({ target }) => {
    const step = target.closest('[data-step]')
    if (!step || step.getAttribute('aria-disabled') === 'true') return
    const input = byId(step.dataset.for)
    const next = Math.round(Number(input.value) || 0) + Number(step.dataset.step)
    input.value = Math.min(Math.max(next, Number(input.min)), Number(input.max))
    bound()
    changeSoon(SETTLE)
  })
  document.addEventListener('click', (event) => {
    const code = event.target.closest('#code > summary')?.parentElement
    if (!code || code.open) return
    event.preventDefault() // open it here, so that the first letter is not lost
    code.open = true
    code.querySelector('input[type=text]').focus()
  })
  document.addEventListener('change', ({ target }) => {
    if (target.form?.id !== 'pay' || !isQuantity(target)) return
    bound()
    changeSoon(0)
  })
  bound()
}
