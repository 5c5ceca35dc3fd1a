// Stores on this device which bank's app was opened, so that the next page lists it first.
document.querySelector('.banks')?.addEventListener('click', (event) => {
  const { bank } = event.target.closest('a')?.dataset ?? {}
  const secure = location.protocol === 'https:' ? '; secure' : ''
  if (bank)
    document.cookie = `bank=${encodeURIComponent(bank)}; path=/; max-age=31536000; samesite=lax${secure}`
})
