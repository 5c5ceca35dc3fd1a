import ipaddr from 'ipaddr.js'

type Network = readonly [cidr: string, because: string]

/** The ranges that IANA's special-purpose registries reserve. None contains public servers. */
const NOT_PUBLIC_4: readonly Network[] = [
  ['0.0.0.0/8', 'this host'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared by carriers (CGNAT)'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local, and the metadata of clouds'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'AMT relays'],
  ['192.88.99.0/24', '6to4 relays'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved, and broadcast'],
]

/** Only `2000::/3` of IPv6 is assigned; loopback, link-local, mapped IPv4, NAT64 and others are outside of it. */
const GLOBAL_6 = '2000::/3'
const NOT_PUBLIC_6: readonly Network[] = [
  ['2001::/23', 'protocol assignments: Teredo, benchmarking, ORCHID …'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4: an IPv4 address in disguise'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
]

const notPublic4 = NOT_PUBLIC_4.map(([cidr]) => ipaddr.IPv4.parseCIDR(cidr))
const notPublic6 = NOT_PUBLIC_6.map(([cidr]) => ipaddr.IPv6.parseCIDR(cidr))
const global6 = ipaddr.IPv6.parseCIDR(GLOBAL_6)

/**
 * Returns whether a fully written IP address is on the public internet. Returns false for anything else, such as
 * short or octal forms that other software could read as another address.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    const four = ipaddr.IPv4.parse(address)
    return !notPublic4.some((network) => four.match(network))
  }
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return false
  const six = ipaddr.IPv6.parse(address)
  return six.match(global6) && !notPublic6.some((network) => six.match(network))
}
