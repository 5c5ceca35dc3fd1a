import { crc32, deflateRawSync } from 'node:zlib'
import iconv from 'iconv-lite'

/** Bank statements as banks export them, made by the tests. */

/** Writes rows as CSV in a character set; quotes every cell that needs it. */
export function csv(
  rows: readonly (readonly string[])[],
  { delimiter = ',', charset = 'utf-8', bom = false } = {},
): Buffer {
  const cell = (text: string) =>
    text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  const text = rows.map((row) => row.map(cell).join(delimiter)).join('\r\n')
  return iconv.encode(text, charset, { addBOM: bom })
}

/** A cell of a spreadsheet: text, a number, or a day as the number that a style shows as a date. */
export type SheetCell = string | number | { serial: number } | { inline: string } | null

export interface SheetOptions {
  declares?: number
  more?: Record<string, string | Buffer>
  without?: string
}

/** Writes rows as XLSX with shared texts. `more` adds or replaces files. */
export function xlsx(
  rows: readonly (readonly SheetCell[])[],
  { more = {}, without }: SheetOptions = {},
): Buffer {
  const texts: string[] = []
  const shared = (text: string) => (texts.includes(text) ? texts.indexOf(text) : texts.push(text) - 1)
  const cells = rows
    .map((row, y) => {
      const written = row.map((cell, x) => {
        const address = `${column(x)}${y + 1}`
        if (cell === null) return ''
        if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`
        if (typeof cell === 'string') return `<c r="${address}" t="s"><v>${shared(cell)}</v></c>`
        if ('serial' in cell) return `<c r="${address}" s="1"><v>${cell.serial}</v></c>`
        return `<c r="${address}" t="inlineStr"><is><t>${escaped(cell.inline)}</t></is></c>`
      })
      return `<row r="${y + 1}">${written.join('')}</row>`
    })
    .join('')
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const files: Record<string, string | Buffer> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr/><sheets>
      <sheet name="Hidden" sheetId="2" state="hidden" r:id="rId2"/><sheet name="Хуулга" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>
      <Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts.map((text) => `<si><r><t>${escaped(text)}</t></r></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${cells}</sheetData></worksheet>`,
    ...more,
  }
  if (without !== undefined) delete files[without]
  return zip(files)
}

function column(index: number): string {
  return index < 26
    ? String.fromCharCode(65 + index)
    : column(Math.floor(index / 26) - 1) + column(index % 26)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Writes a ZIP archive. `declared` replaces the size that the directory declares for a file. */
export function zip(files: Record<string, string | Buffer>, declared: Record<string, number> = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const size = declared[name] ?? bytes.length
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, rest, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}

export interface CamtEntry {
  amount: string
  currency?: string
  credit?: boolean
  status?: string
  day?: string
  texts?: string[]
  sender?: string
  /** Further transactions of the same entry. */
  parts?: { amount: string; text: string }[]
}

/** Writes entries as a camt.053 statement. */
export function camt(entries: readonly CamtEntry[], { prologue = '', prefix = '' } = {}): string {
  const p = prefix === '' ? '' : `${prefix}:`
  const named = (xml: string) => xml.replace(/<(\/?)(\w)/g, `<$1${p}$2`)
  const written = entries.map(
    ({
      amount,
      currency = 'MNT',
      credit = true,
      status = 'BOOK',
      day = '2026-02-05',
      texts = [],
      sender,
      parts,
    }) => `
    <Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${credit ? 'CRDT' : 'DBIT'}</CdtDbtInd>
      <Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>
      <NtryDtls>${
        parts
          ? parts
              .map(
                (part) =>
                  `<TxDtls><AmtDtls><TxAmt><Amt Ccy="${currency}">${part.amount}</Amt></TxAmt></AmtDtls>
                   <RmtInf><Ustrd>${escaped(part.text)}</Ustrd></RmtInf></TxDtls>`,
              )
              .join('')
          : `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
             <RltdPties>${sender === undefined ? '' : `<Dbtr><Pty><Nm>${escaped(sender)}</Nm></Pty></Dbtr>`}</RltdPties>
             <RmtInf>${texts.map((text) => `<Ustrd>${escaped(text)}</Ustrd>`).join('')}</RmtInf></TxDtls>`
      }</NtryDtls></Ntry>`,
  )
  const body = `<Document xmlns${prefix === '' ? '' : `:${prefix}`}="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
    <GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><Bal><Amt Ccy="MNT">1.00</Amt></Bal>${written.join('')}</Stmt></BkToCstmrStmt></Document>`
  return `<?xml version="1.0" encoding="UTF-8"?>${prologue}${named(body)}`
}
