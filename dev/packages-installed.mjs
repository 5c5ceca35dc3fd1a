// Exits 0 if node_modules contains exactly the packages of package-lock.json. Plain JavaScript: it runs before npm ci.
import { readFileSync } from 'node:fs'

const packagesOf = (file) => {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'))
  delete packages['']
  return packages
}

try {
  const wanted = packagesOf('package-lock.json')
  const installed = packagesOf('node_modules/.package-lock.json')
  // Optional packages may be for other machines, where npm does not install them.
  const missing = Object.keys(wanted).filter(
    (path) => !wanted[path].optional && installed[path]?.version !== wanted[path].version,
  )
  const extra = Object.keys(installed).filter((path) => installed[path].version !== wanted[path]?.version)
  process.exitCode = missing.length + extra.length > 0 ? 1 : 0
} catch {
  process.exitCode = 1
}
