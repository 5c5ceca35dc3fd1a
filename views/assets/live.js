// Optional: an open page stays current, and filters change it in place. htmx fetches the page and changes what is different.
{
  const { htmx } = window
  const EVERY = 20_000
  /** The first time on a page whose figures are being counted. */
  const SOON = 2_000
  const content = () => document.getElementById('content')
  const notice = document.querySelector('.live')
  const status = document.querySelector('[data-status]')
  const { changed } = content().dataset
  htmx.config.morphIgnore.push('open') // parts stay unfolded or folded, as the reader left them

  /** The fields in which something was typed since the page was loaded. */
  const typed = new Set()
  document.addEventListener('input', ({ target }) => typed.add(target))
  htmx.registerExtension('typed', { htmx_before_morph_node: (field) => !typed.has(field) })

  const announce = (text) => {
    status.textContent = ''
    setTimeout(() => (status.textContent = text))
  }

  /** Shows why the page is not current: `offline`, `ended` or `differs`. Null if it is current. */
  const show = (reason) => {
    const text = reason ? notice.dataset[reason] : ''
    const line = notice.querySelector('span')
    notice.hidden = !reason
    if (line.textContent === text) return
    line.textContent = text
    announce(text)
  }

  let last = Date.now()
  let pause = document.querySelector('[data-soon]') ? SOON : EVERY
  const timer = setInterval(() => {
    if (!content()?.hasAttribute('hx-get')) return // nothing is awaited now
    if (document.hidden || Date.now() - last < pause || document.querySelector('form.htmx-request')) return
    pause = EVERY
    last = Date.now()
    htmx.trigger(content(), 'refresh')
  }, 1000)
  addEventListener('online', () => (last = 0))
  // A form of this page is on its way: a refresh in the meantime would only disturb it.
  document.body.addEventListener('submit', ({ target, defaultPrevented }) => {
    if (defaultPrevented && !target.matches('[method=post]')) return
    last = Date.now()
    htmx.trigger(content(), 'htmx:abort')
  })

  const isRefresh = ({ sourceElement }) => sourceElement === content()
  /** Presses of buttons, which views/assets/press.js answers. */
  const isPress = (ctx) => ctx?.request.headers['X-In-Place'] !== undefined
  const here = () => location.pathname + location.search

  document.addEventListener('htmx:error', ({ detail: { ctx } }) => isPress(ctx) || show('offline'))
  document.addEventListener('htmx:after:request', (event) => {
    const { ctx } = event.detail
    const { status: code, raw } = ctx.response
    last = Date.now()
    if (isPress(ctx)) return
    if (code >= 500 || code === 429) show('offline')
    else if (isRefresh(ctx) && ctx.request.action !== here())
      return event.preventDefault() // the reader is elsewhere by now
    else if (!raw.redirected && ctx.text.includes(' id="content"')) return
    else if (isRefresh(ctx)) {
      clearInterval(timer)
      show('ended')
    } else location.assign(ctx.request.action) // the browser shows what there is instead
    event.preventDefault()
  })

  /** Returns the text of the page without parts that differ each time. */
  const text = () => {
    const copy = content().cloneNode(true)
    for (const part of copy.querySelectorAll('[data-age], [data-copy]')) part.remove()
    return copy.textContent
  }

  /** Folds the filters on a phone after one was used, so that the list below them is in sight. */
  const foldFilters = (used) => {
    const fold = used.closest('.filters[open]')
    if (!fold || !matchMedia('(max-width: 559px)').matches) return
    fold.open = false
    fold.firstElementChild.focus()
  }

  let before = ''
  let isOtherPart = false
  document.addEventListener('htmx:before:swap', (event) => {
    const { ctx, tasks } = event.detail
    const [{ fragment }] = tasks
    if (isPress(ctx)) return typed.clear()
    for (const field of fragment.querySelectorAll('[autofocus]')) field.removeAttribute('autofocus')
    if (!isRefresh(ctx)) for (const one of document.querySelectorAll('.done, .kept')) one.remove() // about the page before
    isOtherPart = ctx.sourceElement.matches('.pager a')
    if (!isRefresh(ctx)) {
      foldFilters(ctx.sourceElement)
      return typed.clear()
    }
    const isLost = ({ isConnected, type, name }) =>
      isConnected && type !== 'checkbox' && !fragment.querySelector(`[name="${CSS.escape(name)}"]`)
    if ([...typed].some(isLost)) {
      show('differs')
      return event.preventDefault()
    }
    before = text()
  })
  document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
    show(null)
    if (isPress(ctx)) return
    if (isRefresh(ctx)) {
      if (text() !== before) announce(changed)
      return
    }
    announce(changed)
    for (const form of content().querySelectorAll('form[method=get]'))
      if (!form.contains(document.activeElement)) form.reset()
    for (const link of document.querySelectorAll('.languages a')) {
      const query = new URLSearchParams(location.search)
      query.set('lang', link.hreflang)
      link.search = query
    }
    // After another part of the list, the next key begins at its top.
    if (isOtherPart) content().querySelector('h1').focus()
  })
}
