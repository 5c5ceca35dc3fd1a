import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createDatabase, findPlace, launch, mariadbPackage, type Settings } from '../servers.ts'
import { findCommand, installPackages } from '../system.ts'
import type { Member } from './engine.ts'
import { unpack, unpacked } from './unpack.ts'

/** Unpacks HAProxy, and installs the client that asks the servers for their state. */
export async function prepareHaproxy(): Promise<void> {
  installPackages(mariadbPackage)
  await unpack('haproxy')
}

/**
 * Starts HAProxy in front of database servers. All connections go to one server for which the statement `isWriter`
 * returns 1. If that is true for several, they stay where they are: a primary that was frozen believes for some seconds
 * that it still is the primary, and would return old rows. A check may take a second, since a busy machine is slow, and
 * three must fail. Waits until the database can be created.
 */
export async function startHaproxy(
  settings: Settings,
  servers: readonly Member[],
  isWriter: string,
  database: string,
): Promise<Member & { url: string }> {
  const place = await findPlace(settings, 'haproxy', 'haproxy', '.')
  const check = join(place.folder, 'check.sh')
  // HAProxy passes its own address and port, and then the address and port of the server.
  writeFileSync(
    check,
    `#!/bin/sh
[ "$(${findCommand('mariadb')} --no-defaults --connect-timeout=${settings.isPatient ? 20 : 2} -h "$3" -P "$4" -u root -N -e "${isWriter}" 2>/dev/null)" = 1 ]
`,
  )
  chmodSync(check, 0o700)
  const config = join(place.folder, 'haproxy.cfg')
  writeFileSync(
    config,
    `global
  external-check
  insecure-fork-wanted
defaults
  mode tcp
  timeout connect 2s
  timeout check ${settings.isPatient ? 20 : 1}s
  timeout client 1h
  timeout server 1h
listen database
  bind 127.0.0.1:${place.port}
  option external-check
  external-check path "${process.env.PATH ?? ''}${delimiter}/usr/bin"
  external-check command ${check}
  default-server inter 1s downinter 500ms fall 3 rise 1 on-marked-down shutdown-sessions
  stick-table type ip size 1 nopurge
  stick on dst
${servers.map(({ name, port }, index) => `  server ${name} 127.0.0.1:${port} check${index === 0 ? '' : ' backup'}`).join('\n')}
`,
  )
  const member = await launch('haproxy', [...unpacked('haproxy'), '-db', '-f', config], place, () =>
    createDatabase(place.port, database),
  )
  return { ...member, url: `mysql://root@127.0.0.1:${place.port}/${database}` }
}
