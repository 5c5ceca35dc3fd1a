import { mariadbPackage, startMariadb } from '../servers.ts'
import { installPackages } from '../system.ts'
import { type Engine, single } from './engine.ts'

/** The database of bin/dev. */
export const mariadb: Engine = {
  name: 'mariadb',
  variable: 'DATABASE_URL',
  about: "this system's MariaDB, as in bin/dev",
  isGroup: false,
  prepare: () => installPackages(mariadbPackage),
  start: async (settings, database) => single(await startMariadb(settings, database)),
}
