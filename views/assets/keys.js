// Optional: keys for those who use the keyboard. There is a link or a button for each.
{
  const STORED = 'keys' // "off" if the member does not want them (WCAG 2.1.4: people who dictate need that)
  const PATIENCE = 2000 // milliseconds between "g" and the letter of a section
  const dialog = document.getElementById('keys')
  const isOn = dialog.querySelector('[data-keys-on]')
  try {
    isOn.checked = window.localStorage.getItem(STORED) !== 'off'
  } catch {
    // storage is switched off: the keys work, and the choice lasts as long as the page
  }
  isOn.addEventListener('change', () => {
    try {
      window.localStorage.setItem(STORED, isOn.checked ? 'on' : 'off')
    } catch {
      // as above
    }
  })

  const TYPES = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=submit])'

  /** Returns the key on a Latin keyboard: on a Cyrillic one, the same place has another letter. */
  const latin = ({ key, code, shiftKey }) => {
    if (!/^[^ -~]$/.test(key)) return key
    if (code === 'Slash') return shiftKey ? '?' : '/'
    return /^Key/.test(code) ? code.slice(3).toLowerCase() : key
  }

  const search = () => document.getElementById('q')

  const goToSearch = () => {
    const field = search()
    if (!field) return location.assign(`${dialog.dataset.search}#q`)
    field.focus()
    field.select()
  }

  let isGoing = false // "g" was pressed
  let timer
  document.addEventListener('keydown', (event) => {
    const { target, ctrlKey, altKey, metaKey, isComposing, repeat, defaultPrevented } = event
    if (['Shift', 'CapsLock'].includes(event.key)) return
    const wasGoing = isGoing
    isGoing = false
    clearTimeout(timer)
    if (!isOn.checked || ctrlKey || altKey || metaKey || isComposing || repeat || defaultPrevented) return
    if (target.closest(TYPES) || document.querySelector('dialog[open]')) return
    const key = latin(event)
    const section = wasGoing && /^[a-z]$/.test(key) && document.querySelector(`[data-key=${key}]`)
    if (section) location.assign(section.href)
    else if (key === '/') goToSearch()
    else if (key === '?') dialog.showModal()
    else if (key === 'g' && !wasGoing) {
      isGoing = true
      timer = setTimeout(() => (isGoing = false), PATIENCE)
      return
    } else return
    event.preventDefault()
  })

  // Enter in some forms presses a hidden button. The visible one with the same value shows that the form is being sent.
  document.addEventListener(
    'submit',
    (event) => {
      const { target: form, submitter } = event
      if (!submitter?.matches('[aria-hidden]')) return
      const shown = form.querySelector(`[data-busy][value="${submitter.value}"]`)
      if (!shown) return
      event.preventDefault()
      event.stopPropagation()
      setTimeout(() => form.requestSubmit(shown)) // after this submit event
    },
    true,
  )

  document.querySelector('[data-open-keys]').addEventListener('click', () => dialog.showModal())
  if (location.hash === '#q') search()?.focus()
}
