import { domainToASCII, domainToUnicode } from 'node:url'

/**
 * Returns whether a label of a host looks like Punycode and is not. Node.js 24 and newer accept such
 * labels in addresses, older versions refuse them: every version must decide the same.
 */
export function hasInvalidPunycode(host: string): boolean {
  const labels = host.toLowerCase().split('.')
  return labels.some((label) => label.startsWith('xn--') && !isPunycode(label))
}

function isPunycode(label: string): boolean {
  const decoded = domainToUnicode(label)
  return decoded !== label && domainToASCII(decoded) === label
}
