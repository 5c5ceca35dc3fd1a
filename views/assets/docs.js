// Nicer with it, complete without it: a filter, a language that is remembered, where one is, calls that can be sent.
{
  const contents = document.querySelector('.contents')
  const links = [...contents.querySelectorAll('li a')]
  const targetOf = (link) => document.getElementById(link.hash.slice(1))

  /** A browser may keep nothing: then what is chosen holds for this visit. */
  const kept = (storage) => {
    try {
      return window[storage]
    } catch {
      return {}
    }
  }

  for (const button of document.querySelectorAll('.code .copy'))
    button.dataset.copy = button.closest('figure').querySelector('pre').textContent

  // The filter: by the name in the contents, and by the fields and codes of what it leads to.
  const filter = contents.querySelector('.filter')
  const codes = [...document.querySelectorAll('[id^="code-"]')]
  const codesIn = contents.querySelector('.found-codes')
  const words = new Map()
  const wordsOf = (link) => {
    if (!words.has(link)) {
      const names = targetOf(link)?.closest('article')?.querySelectorAll('dt b, .route, .told p code') ?? []
      const all = [link, ...names].map((element) => element.textContent)
      words.set(link, all.join(' ').toLowerCase())
    }
    return words.get(link)
  }
  filter.addEventListener('input', () => {
    const asked = filter.value.trim().toLowerCase()
    contents.classList.toggle('filtered', asked !== '')
    const fits = (text) => asked === '' || text.includes(asked)
    codesIn.replaceChildren(
      ...codes
        .filter(({ id }) => asked !== '' && fits(id.slice('code-'.length)))
        .slice(0, 20)
        .map(({ id }) => {
          const item = document.createElement('li')
          const link = document.createElement('a')
          link.href = `#${id}`
          link.textContent = id.slice('code-'.length)
          item.append(link)
          return item
        }),
    )
    for (const link of links) link.parentElement.hidden = !fits(wordsOf(link))
    // Above what was found stands its chapter.
    for (const item of contents.querySelectorAll('li li:not([hidden])'))
      item.parentElement.closest('li').hidden = false
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !event.target.matches('input, textarea')) {
      event.preventDefault()
      filter.focus()
    }
    if (event.key === 'Escape' && event.target === filter) {
      filter.value = ''
      filter.dispatchEvent(new Event('input'))
      filter.blur()
    }
  })

  // The language of the samples.
  const chosen = document.getElementById(`in-${kept('localStorage').language}`)
  if (chosen) chosen.checked = true
  document.addEventListener('change', ({ target }) => {
    if (target.name === 'language') kept('localStorage').language = target.value
  })

  // Where one is.
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

  // Reading calls can be sent from here, with a token of test mode that this tab alone keeps.
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
      // A token goes to this service alone, whatever was typed.
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
