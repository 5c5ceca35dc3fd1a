/** The parts of an address of several Redis servers. */
export interface RedisGroup {
  kind: 'sentinel' | 'cluster'
  /** Host names or IP addresses, each with or without a port. */
  hosts: string[]
  /** The rest of the address: the name of the master that the sentinels watch. */
  name: string | undefined
}

/** Splits `redis+sentinel://h:p,h:p/name` or `redis+cluster://h:p,h:p`. Returns null for other addresses. */
export function readRedisGroup(address: string): RedisGroup | null {
  const [, kind, hosts = '', name] = /^redis\+(sentinel|cluster):\/\/([^/]+)(?:\/(.*))?$/.exec(address) ?? []
  return kind ? { kind: kind as RedisGroup['kind'], hosts: hosts.split(','), name } : null
}
