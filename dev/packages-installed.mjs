// Exits 0 when node_modules holds exactly what package-lock.json asks for. Plain JavaScript: it runs before npm ci.
import { readFileSync } from 'node:fs'

const packagesOf = (file) => {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'))
  delete packages['']
  return packages
}

try {
  const wanted = packagesOf('package-lock.json')
  const installed = packagesOf('node_modules/.package-lock.json')
  // Optional packages are for other machines; npm leaves those out of what it installed.
  const missing = Object.keys(wanted).filter(
    (path) => !wanted[path].optional && installed[path]?.version !== wanted[path].version,
  )
  const left = Object.keys(installed).filter((path) => installed[path].version !== wanted[path]?.version)
  process.exitCode = missing.length + left.length > 0 ? 1 : 0
} catch {
  process.exitCode = 1
}
