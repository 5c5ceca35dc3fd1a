import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Path of views/. The compiled service runs from dist/, one folder deeper, and reads the same templates. */
export const viewsFolder = ['../../views/', '../../../views/']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(`${path}layouts`))!
