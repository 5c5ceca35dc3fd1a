/** The banking apps that QPay lists for an invoice: English name, Mongolian name, and the URL scheme of the app. */
export const banks: readonly (readonly [name: string, description: string, scheme: string])[] = [
  ['qPay wallet', 'qPay хэтэвч', 'qpaywallet'],
  ['Khan bank', 'Хаан банк', 'khanbank'],
  ['State bank 3.0', 'Төрийн банк 3.0', 'statebankmongolia'],
  ['Xac bank', 'Хас банк', 'xacbank'],
  ['Trade and Development bank', 'Худалдаа хөгжлийн банк', 'tdbbank'],
  ['Social Pay', 'Голомт банк', 'socialpay-payment'],
  ['Most money', 'Мост мони', 'most'],
  ['National investment bank', 'Үндэсний хөрөнгө оруулалтын банк', 'nibank'],
  ['Chinggis khaan bank', 'Чингис хаан банк', 'ckbank'],
  ['Capitron bank', 'Капитрон банк', 'capitronbank'],
  ['Bogd bank', 'Богд банк', 'bogdbank'],
  ['Trans bank', 'Тээвэр хөгжлийн банк', 'transbank'],
  ['M bank', 'М банк', 'mbank'],
  ['Ard App', 'Ард апп', 'ard'],
  ['Toki App', 'Токи апп', 'toki'],
  ['Arig bank', 'Ариг банк', 'arig'],
  ['Monpay', 'Мон Пэй', 'monpay'],
]

/** Returns the text of a merchant's QR code in EMVCo's format: tag, length and value of each field, then a checksum. */
export function emvCode(id: string, amount: number): string {
  const field = (tag: string, value: string) => `${tag}${String(value.length).padStart(2, '0')}${value}`
  const body = [
    field('00', '01'),
    field('01', '12'),
    field('15', '3127940496279404960000000000000'),
    field('27', field('00', 'A000000843') + field('01', 'TESTMNUB') + field('02', id.slice(0, 8))),
    field('52', '7399'),
    field('53', '496'), // the tögrög in ISO 4217
    field('54', String(amount)),
    field('58', 'MN'),
    field('59', 'TEST_MERCHANT'),
    field('60', 'ULAANBAATAR'),
    field('62', field('07', id.slice(0, 8)) + field('05', 'test')),
    field('71', 'QPP_QR'),
    '6304',
  ].join('')
  return body + checksum(body)
}

/** Returns the CRC-16/CCITT-FALSE as four hex digits. */
function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
