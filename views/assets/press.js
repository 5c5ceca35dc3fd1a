// Optional: a press of a button is answered in place. A lost connection has a notice, and what was typed stays.
{
  const { htmx } = window
  const PATIENCE = 20_000
  htmx.config.defaultTimeout = 15_000 // the service answers within ten seconds
  const main = document.querySelector('main')
  const notice = document.querySelector('.notice.press')
  const status = document.querySelector('[data-status]')

  /** Shows what became of a press: `lost`, `failed`, `busy`, `long` or `changed`. Null hides the notice. */
  const show = (reason) => {
    const line = notice.querySelector('p')
    line.textContent = ''
    notice.hidden = !reason
    notice.querySelector('a').hidden = ['busy', 'long'].includes(reason) // nothing was saved, so that the page stays
    if (reason) setTimeout(() => (line.textContent = notice.dataset[reason])) // an alert announces what changes in it
  }

  // The button keeps the focus and its value, so that it is not disabled.
  let sent = null
  let label = []
  const begin = (button) => {
    sent = button
    label = [...button.childNodes]
    button.setAttribute('aria-disabled', 'true')
    button.textContent = button.dataset.busy ?? notice.dataset.wait
    status.textContent = button.textContent
  }
  const end = () => {
    if (!sent) return
    sent.removeAttribute('aria-disabled')
    sent.replaceChildren(...label)
    status.textContent = '' // so that the next press is announced again
    sent = null
  }
  addEventListener('pageshow', ({ persisted }) => persisted && end())

  let isWhole = false
  document.addEventListener(
    'submit',
    (event) => {
      if (isWhole) return event.stopPropagation() // the browser sends this form, and shows the answer
      if (!sent || !event.target.matches('[method=post]')) return
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )
  // The page's script takes a submit for the end of the page, which this one is not.
  document.body.addEventListener('submit', (event) => {
    if (event.defaultPrevented && event.target.matches('[hx-boost]')) event.stopPropagation()
  })

  const presses = new WeakSet()
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    const { sourceElement: form, request } = ctx
    if (!form.matches('form[method=post]')) return
    presses.add(ctx)
    Object.assign(ctx, { target: main, select: 'main > *', swap: 'innerHTML show:none', replace: 'true' })
    request.headers['X-In-Place'] = 'yes'
    show(null)
    for (const error of form.querySelectorAll('.notice[role=alert], .error')) error.remove() // of the last press
    begin(request.submitter ?? form.querySelector('[type=submit]'))
  })

  const leaving = new WeakSet()
  /** The page is about to be left: the button stays busy, unless the reader stops the browser. */
  const leave = (ctx, go) => {
    const button = sent
    leaving.add(ctx)
    go?.()
    setTimeout(() => sent === button && end(), PATIENCE)
  }

  /** Lets the browser send the form, because the answer is another page, such as one that asks for a proof. */
  const sendWhole = ({ sourceElement: form, request: { submitter } }) => {
    isWhole = true
    form.requestSubmit(submitter)
    isWhole = false
  }

  /** Loads the scripts of an answer that this page does not have. The same script of a newer release would run a second time. */
  const loadScripts = (text) => {
    for (const [, src, name] of text.matchAll(/<script src="((\/assets\/\w+\.)[^"]+)"/g)) {
      if (document.querySelector(`script[src^="${name}"]`)) continue
      document.head.append(Object.assign(document.createElement('script'), { src, async: false }))
    }
  }
  /** Returns whether a page waits for something, which its script notices only when it is loaded. */
  const waits = (text) => text.includes(' data-poll=') && !document.querySelector('[data-poll]')

  const REASONS = { 413: 'long', 429: 'busy' }
  document.addEventListener('htmx:after:request', (event) => {
    const { ctx } = event.detail
    if (!presses.has(ctx)) return
    const { text, hx, response } = ctx
    const { status: code, raw, headers } = response
    const isPage = code < 500 && text.includes(' id="content"')
    const isOther = new URL(raw.url).pathname !== location.pathname
    const isElsewhere = raw.redirected && (!isPage || isOther || waits(text))
    if (hx.redirect) return leave(ctx)
    if (isPage && !isElsewhere) return
    event.preventDefault()
    if (headers.get('x-in-place') === 'no') leave(ctx, () => sendWhole(ctx))
    else if (isElsewhere && code < 500) leave(ctx, () => location.assign(raw.url))
    else {
      const isOurs = code < 500 && text.includes(' data-state="error_')
      show(REASONS[code] ?? (code >= 500 ? 'failed' : isOurs ? 'changed' : 'lost'))
    }
  })
  document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
    if (ctx && presses.has(ctx)) show('lost')
  })
  document.addEventListener('htmx:finally:request', ({ detail: { ctx } }) => {
    if (presses.has(ctx) && !leaving.has(ctx)) end()
  })

  document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
    if (!presses.has(ctx)) return
    end()
    loadScripts(ctx.text)
    document.querySelector('.sheet').dataset.state = /data-state="([^"]+)"/.exec(ctx.text)[1]
    // The focus was on a button that is no longer there. The problem, the result or the heading is what comes next.
    const place =
      main.querySelector('[autofocus]') ??
      main.querySelector('[role=status]:not(.hint)') ??
      main.querySelector('h1')
    if (!place) return
    if (!place.matches('input, select, textarea, a, button, [tabindex]')) place.tabIndex = -1
    place.focus()
    place.scrollIntoView({ block: 'nearest' })
  })

  // "Back" within this page changes it in place, which works only if both pages have a part for that.
  const reload = (event) => {
    event.preventDefault()
    location.reload()
  }
  document.addEventListener('htmx:before:history:restore', (event) => {
    if (!document.querySelector('[hx-history-elt]')) reload(event)
  })
  document.addEventListener('htmx:after:request', (event) => {
    const { request, response, text } = event.detail.ctx
    if (!('HX-History-Restore-Request' in request.headers) || response.status >= 500) return
    if (text.includes(' id="content"') && !text.includes(' hx-history-elt')) reload(event)
  })
}
