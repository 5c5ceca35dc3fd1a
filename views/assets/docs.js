// Nicer with it, complete without it: a filter, a language that is remembered, where one is.
{
  const links = [...document.querySelectorAll('.contents li a')]
  const targetOf = (link) => document.getElementById(link.hash.slice(1))

  // By the name in the contents, and by the fields and codes of what it leads to.
  const words = new Map()
  const wordsOf = (link) => {
    if (!words.has(link)) {
      const names = targetOf(link)?.closest('article')?.querySelectorAll('dt b, .route, p code') ?? []
      words.set(
        link,
        [link.textContent, ...[...names].map((name) => name.textContent)].join(' ').toLowerCase(),
      )
    }
    return words.get(link)
  }
  const filter = document.querySelector('.filter')
  filter.addEventListener('input', () => {
    const asked = filter.value.trim().toLowerCase()
    for (const link of links) link.parentElement.hidden = false
    if (asked === '') return
    const found = new Set(
      links.filter((link) => wordsOf(link).includes(asked)).map((link) => link.parentElement),
    )
    for (const item of [...found])
      if (item.parentElement.closest('li')) found.add(item.parentElement.closest('li'))
    for (const link of links) link.parentElement.hidden = !found.has(link.parentElement)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && event.target !== filter) {
      event.preventDefault()
      filter.focus()
    }
    if (event.key === 'Escape' && event.target === filter) {
      filter.value = ''
      filter.dispatchEvent(new Event('input'))
    }
  })

  const remembered = (() => {
    try {
      return localStorage
    } catch {
      return {} // where a browser keeps nothing, the choice holds for this visit
    }
  })()
  const chosen = document.getElementById(`in-${remembered.language}`)
  if (chosen) chosen.checked = true
  document.addEventListener('change', ({ target }) => {
    if (target.name === 'language') remembered.language = target.value
  })

  for (const heading of document.querySelectorAll('.reference h2[id], .reference h3[id]')) {
    const anchor = document.createElement('a')
    anchor.className = 'anchor'
    anchor.href = `#${heading.id}`
    anchor.textContent = '#'
    // The contents lead there as well: no second link for those who hear the page or go by keys.
    anchor.setAttribute('aria-hidden', 'true')
    anchor.tabIndex = -1
    heading.append(anchor)
  }

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
}
