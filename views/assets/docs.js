// Optional: a filter, the chosen language, the current section in the contents, calls that can be sent.
{
  const contents = document.querySelector('.contents')
  const links = [...contents.querySelectorAll('.chapters li li a')].filter(({ hash }) => hash !== '')
  const targetOf = (link) => document.getElementById(link.hash.slice(1))

  /** Returns a storage of the browser, or an object for this visit if storage is switched off. */
  const kept = (storage) => {
    try {
      return window[storage]
    } catch {
      return {}
    }
  }

  for (const button of document.querySelectorAll('.code .copy'))
    button.dataset.copy = button.closest('figure').querySelector('pre').textContent

  // The filter searches all pages: names, fields, codes, and what other APIs call them. Enter opens the first result.
  const MOST = 30
  const filter = contents.querySelector('.filter')
  const chapters = contents.querySelector('.chapters')
  const found = contents.querySelector('.found')
  const nothing = contents.querySelector('.nothing')
  let index = null
  const load = () => (index ??= fetch('/docs/index.json').then((answer) => answer.json()))
  filter.addEventListener('focus', () => void load())

  const rank = ({ title, searchText }, asked) => {
    const name = title.toLowerCase()
    if (name === asked) return 0
    return name.startsWith(asked) ? 1 : name.includes(asked) ? 2 : searchText.includes(asked) ? 3 : null
  }
  const search = async () => {
    const asked = filter.value.trim().toLowerCase()
    const entries = asked === '' ? [] : await load()
    if (asked !== filter.value.trim().toLowerCase()) return // the text has changed meanwhile
    const ranked = entries
      .map((entry) => ({ entry, place: rank(entry, asked) }))
      .filter(({ place }) => place !== null)
      .sort((one, other) => one.place - other.place)
      .slice(0, MOST)
    found.replaceChildren(...ranked.map(({ entry }) => resultOf(entry)))
    chapters.hidden = asked !== ''
    found.hidden = ranked.length === 0
    nothing.hidden = asked === '' || ranked.length > 0
    nothing.textContent = `Nothing is named “${filter.value.trim()}”. Try a field, an event, an error code, or the name at Stripe.`
  }
  const resultOf = ({ title, url, text }) => {
    const item = document.createElement('li')
    const link = document.createElement('a')
    link.href = url
    link.textContent = title
    item.append(link)
    if (text) {
      const hint = document.createElement('span')
      hint.className = 'hint'
      hint.textContent = text
      item.append(' ', hint)
    }
    return item
  }
  filter.addEventListener('input', () => void search())
  filter.addEventListener('keydown', async (event) => {
    if (event.key !== 'Enter') return
    await search()
    found.querySelector('a')?.click()
  })
  const clear = () => {
    filter.value = ''
    void search()
    filter.blur()
  }
  found.addEventListener('click', clear)
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !event.target.matches('input, textarea')) {
      event.preventDefault()
      filter.focus()
    }
    if (event.key === 'Escape' && event.target === filter) clear()
  })

  const unfold = contents.querySelector('.unfold')
  unfold.addEventListener('click', () => {
    unfold.setAttribute('aria-expanded', chapters.classList.toggle('is-unfolded'))
  })

  // A link to a section from the time when the reference was a single page.
  const part = location.hash.slice(1)
  if (part && !document.getElementById(part)) {
    void load().then((entries) => {
      const entry = entries.find(({ url }) => url.endsWith(`#${part}`))
      if (entry) location.replace(entry.url)
    })
  }

  // The language of the samples.
  const chosen = document.getElementById(`in-${kept('localStorage').language}`)
  if (chosen) chosen.checked = true
  document.addEventListener('change', ({ target }) => {
    if (target.name === 'language') kept('localStorage').language = target.value
  })

  // Marks the current section in the contents.
  const linkTo = new Map(links.map((link) => [targetOf(link), link]))
  const seen = new IntersectionObserver(
    (entries) => {
      const entry = entries.find(({ isIntersecting }) => isIntersecting)
      if (!entry) return
      for (const link of links) link.removeAttribute('aria-current')
      const link = linkTo.get(entry.target)
      link.setAttribute('aria-current', 'location')
      if (matchMedia('(min-width: 960px)').matches) link.scrollIntoView({ block: 'nearest' })
    },
    { rootMargin: '-60px 0px -70% 0px' },
  )
  for (const target of linkTo.keys()) if (target) seen.observe(target)

  // Calls that only read can be sent from here, with a test token that stays in this tab.
  const form = document.getElementById('send')
  for (const shown of document.querySelectorAll('[data-send]')) {
    const { pathname, search } = new URL(shown.dataset.send)
    const send = form.content.firstElementChild.cloneNode(true)
    const { address, token } = send.elements
    const status = send.querySelector('.status')
    const answer = send.querySelector('pre')
    address.value = pathname + search
    address.size = address.value.length
    send.addEventListener('focusin', () => {
      token.value ||= kept('sessionStorage').token ?? ''
    })
    send.addEventListener('submit', async (event) => {
      event.preventDefault()
      kept('sessionStorage').token = token.value
      status.className = 'status'
      status.textContent = '…'
      const url = new URL(address.value, location.origin)
      const headers = { Authorization: `Bearer ${token.value}` }
      // The token is sent only to this service, whatever address was typed.
      const response = await fetch(location.origin + url.pathname + url.search, { headers }).catch(() => null)
      status.textContent = response?.status ?? 'no answer'
      status.classList.add(response?.ok ? 'good' : 'bad')
      const body = (await response?.json().catch(() => null)) ?? null
      answer.hidden = false
      answer.textContent = body === null ? '' : JSON.stringify(body, null, 2)
    })
    shown.append(send)
  }
}
