import { existsSync } from 'node:fs'
import { freePort } from '../ports.ts'
import { UserError } from '../processes.ts'
import { mariadbPackage, type Settings, startMariadb } from '../servers.ts'
import { installPackages } from '../system.ts'
import { type Engine, group, type Member } from './engine.ts'
import { prepareHaproxy, startHaproxy } from './haproxy.ts'

const NODES = 3
const PROVIDERS = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so']

/** Each node has all data. HAProxy sends all connections to the first node that is in the group. */
export const galera: Engine = {
  name: 'galera',
  variable: 'DATABASE_URL',
  about: 'MariaDB Galera of three nodes behind HAProxy, with one writer at a time',
  isGroup: true,
  async prepare() {
    installPackages({ ...mariadbPackage, 'mariadb-backup': ['mariabackup'], socat: ['socat'] })
    if (!provider())
      throw new UserError('The Galera library is missing. Install it: apt-get install galera-4')
    await prepareHaproxy()
  },
  start: (settings, database) => group((members) => startAll(settings, database, members)),
}

function provider(): string | undefined {
  return PROVIDERS.find((path) => existsSync(path))
}

async function startAll(settings: Settings, database: string, members: Member[]): Promise<string> {
  const { folder, relaxedDurability = false, isPatient = false, port } = settings
  const own = { folder, relaxedDurability, isNew: true }
  const nodes: Member[] = []
  const group: number[] = []
  for (let number = 1; number <= NODES; number += 1) {
    const [main, incremental, snapshot] = [await freePort(), await freePort(), await freePort()]
    group.push(main)
    const options = [
      '--wsrep-on=ON',
      `--wsrep-provider=${provider()!}`,
      '--wsrep-cluster-name=tolbor',
      `--wsrep-node-name=node-${number}`,
      `--wsrep-cluster-address=gcomm://${group.map((one) => `127.0.0.1:${one}`).join(',')}`,
      `--wsrep-node-address=127.0.0.1:${main}`,
      `--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:${main};ist.recv_addr=127.0.0.1:${incremental};gcache.size=32M`,
      '--wsrep-sst-method=mariabackup', // rsync cannot copy what belongs to root
      '--wsrep-sst-auth=root:',
      `--wsrep-sst-receive-address=127.0.0.1:${snapshot}`,
      '--binlog-format=ROW',
      '--innodb-autoinc-lock-mode=2',
      ...(number === 1 ? ['--wsrep-new-cluster'] : []),
    ]
    nodes.push(await startMariadb(own, database, { name: `node-${number}`, options }))
    members.push(nodes.at(-1)!)
  }
  const inGroup =
    "SELECT VARIABLE_VALUE = 'ON' FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'wsrep_ready'"
  const proxy = await startHaproxy({ folder, isPatient, port }, nodes, inGroup, database)
  members.push(proxy)
  return proxy.url
}
