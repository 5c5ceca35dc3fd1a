import { expect } from 'chai'
import iconv from 'iconv-lite'
import { guessMapping, headerKey, rowsBelow } from '../../common/domain/statements/columns.ts'
import { CAMT_MAPPING } from '../../common/domain/statements/file/camt.ts'
import { readStatement } from '../../common/domain/statements/file/read.ts'
import { lineReader, type ReadLine, type StatementLine } from '../../common/domain/statements/lines.ts'
import type { MappingInput } from '../../common/domain/statements/object.ts'
import { Refusal } from '../../common/kit/refusal.ts'
import { camt, csv, xlsx, zip } from './files.ts'

/** A statement as Mongolian banks export it: a title above the header, and totals below the lines. */
const BANK = [
  ['Дансны хуулга', '', '', '', '', ''],
  ['5001234567', 'Дэлгүүр ХХК', '', '', '', ''],
  ['Гүйлгээний огноо', 'Гүйлгээний утга', 'Зарлага', 'Орлого', 'Үлдэгдэл', 'Харьцсан данс'],
  ['2026-02-05', 'Захиалга 726741', '', '25,000.00', '125,000.00', '5009998877'],
  ['2026-02-05', 'Түрээс', '10,000.00', '', '115,000.00', '5001112233'],
  ['2026-02-06', 'EB-814522 "Номин" ХХК', '', '1,500.00', '116,500.00', '5004445566'],
  ['Нийт дүн', '', '10,000.00', '26,500.00', '', ''],
]

/** Reads a file and returns its lines with the guessed mapping. */
async function read(bytes: Buffer, given: MappingInput = {}, currency = 'MNT') {
  const { format, rows } = await readStatement(bytes)
  const mapping = format === 'camt.053' ? CAMT_MAPPING : guessMapping(rows, given, currency)
  const all = rowsBelow(rows, mapping.header_row).map(lineReader(mapping, currency))
  const lines = all.filter((line): line is StatementLine => isLine(line))
  const shown = lines.map(({ line, day, amount, description, sender }) => [
    line,
    day,
    amount,
    description,
    sender,
  ])
  return { format, mapping, rows, all, lines, shown }
}

function isLine(line: ReadLine): boolean {
  return line !== null && line !== 'outgoing' && !('message' in line) && !('skipped' in line)
}

async function sentenceFor(bytes: Buffer): Promise<string> {
  try {
    await readStatement(bytes)
  } catch (error) {
    expect(error).to.be.instanceOf(Refusal)
    const { problems } = error as Refusal
    expect(problems).to.have.length(1)
    expect(problems[0].path).to.equal('file')
    return (error as Refusal).message
  }
  throw new Error('the file was read')
}

const INCOMING = [
  [4, '2026-02-05', 25_000, 'Захиалга 726741', '5009998877'],
  [6, '2026-02-06', 1_500, 'EB-814522 "Номин" ХХК', '5004445566'],
]

describe('reading a statement', () => {
  const sets = [
    { charset: 'utf-8', bom: false },
    { charset: 'utf-8', bom: true },
    { charset: 'utf-16le', bom: true },
    { charset: 'utf-16le', bom: false },
    { charset: 'utf-16be', bom: true },
    { charset: 'utf-16be', bom: false },
  ]
  for (const { charset, bom } of sets)
    for (const delimiter of [',', ';', '\t', '|'])
      it(`reads CSV in ${charset} ${bom ? 'with' : 'without'} a mark, with '${delimiter === '\t' ? 'tab' : delimiter}'`, async () => {
        const { shown, format } = await read(csv(BANK, { charset, bom, delimiter }))
        expect(format).to.equal('csv')
        expect(shown).to.deep.equal(INCOMING)
      })

  it('reads Windows-1251, where ү and ө are written with the letters ї and є', async () => {
    const old = BANK.map((row) => row.map((cell) => cell.replace(/[үҮ]/g, 'ї').replace(/[өӨ]/g, 'є')))
    const { shown, mapping } = await read(csv(old, { charset: 'windows-1251', delimiter: ';' }))
    expect(mapping).to.include({ header_row: 3, date_column: 1, description_column: 2, credit_column: 4 })
    expect(mapping).to.include({ debit_column: 3, sender_column: 6 })
    expect(shown).to.deep.equal(INCOMING)
  })

  it('reads XLSX with shared and inline texts, dates as numbers, and the first visible sheet', async () => {
    const day = { serial: 46_058 }
    const { shown, format } = await read(
      xlsx([
        ...BANK.slice(0, 3),
        [day, 'Захиалга 726741', null, 25_000, 125_000, '5009998877'],
        [day, 'Түрээс', 10_000, null, 115_000, '5001112233'],
        [{ serial: 46_059.4 }, { inline: 'EB-814522 "Номин" ХХК' }, null, 1_500, 116_500, '5004445566'],
        ['Нийт дүн', null, 10_000, 26_500],
      ]),
    )
    expect(format).to.equal('xlsx')
    expect(shown).to.deep.equal(INCOMING)
  })

  it('reads a spreadsheet that counts days from 1904', async () => {
    const workbook = `<workbook xmlns:r="x"><workbookPr date1904="1"/><sheets><sheet r:id="rId1"/></sheets></workbook>`
    const rows = [
      ['Огноо', 'Утга', 'Орлого'],
      [{ serial: 44_596 }, 'a', 5],
    ] as const
    const { shown } = await read(xlsx(rows, { more: { 'xl/workbook.xml': workbook } }))
    expect(shown).to.deep.equal([[2, '2026-02-05', 5, 'a', null]])
  })

  for (const prefix of ['', 'ns2'])
    it(`reads camt.053 ${prefix ? 'with' : 'without'} a prefix`, async () => {
      const file = camt(
        [
          { amount: '25000.00', texts: ['Захиалга', '726741'], sender: 'Бат & Co' },
          { amount: '10000', credit: false },
          { amount: '7', status: 'PDNG', texts: ['726741'] },
          { amount: '5.00', currency: 'EUR', texts: ['726741'] },
          {
            amount: '30',
            parts: [
              { amount: '10', text: 'one' },
              { amount: '20', text: 'two' },
            ],
          },
        ],
        { prefix },
      )
      const { shown, all, format } = await read(Buffer.from(file))
      expect(format).to.equal('camt.053')
      expect(shown).to.deep.equal([
        [1, '2026-02-05', 25_000, 'Захиалга 726741', 'Бат & Co'],
        [5, '2026-02-05', 10, 'one', null],
        [5, '2026-02-05', 20, 'two', null],
      ])
      expect(all.filter((line) => line === 'outgoing')).to.have.length(1)
      expect(all.map((line) => (line as { message?: string } | null)?.message)).to.include(
        "The amount is in another currency than MNT: '5.00 EUR'.",
      )
    })

  it('reads one column with signs, European numbers and dates', async () => {
    const rows = [
      ['Buchung', 'Amount', 'Details'],
      ['05.02.2026', '1.234,50', 'Order 726741'],
      ['06.02.2026', '-20,00', 'Fee'],
      ['07.02.2026', '(5,00)', 'Fee'],
    ]
    const { shown, mapping, all } = await read(csv(rows, { delimiter: ';' }), {}, 'EUR')
    expect(mapping).to.include({
      decimal_separator: ',',
      date_column: 1,
      amount_column: 2,
      credit_column: null,
    })
    expect(shown).to.deep.equal([[2, '2026-02-05', 123_450, 'Order 726741', null]])
    expect(all.filter((line) => line === 'outgoing')).to.have.length(2)
  })

  it('guesses the columns of a file without a header by their cells', async () => {
    const rows = [
      ['1', '2026/02/05', '25000', 'Order 726741 from Bat', 'x'],
      ['2', '2026/02/06', '1500.00', 'Order 814522 from Saraa', 'y'],
    ]
    const { mapping } = await read(csv(rows))
    expect(mapping).to.include({ header_row: 0, date_column: 2, description_column: 4 })
  })

  it('takes the columns that are given, for no second role', async () => {
    const { mapping, lines } = await read(csv(BANK), { amount_column: 5, description_column: 6 })
    expect(mapping).to.include({ amount_column: 5, credit_column: null, description_column: 6 })
    expect(mapping.sender_column).to.equal(null)
    expect(lines[0]).to.include({ amount: 125_000, description: '5009998877' })
  })

  it("reads Excel's line with the separator", async () => {
    const { shown } = await read(
      Buffer.concat([Buffer.from('sep=;\r\n'), csv(BANK.slice(2), { delimiter: ';' })]),
    )
    expect(shown.map(([, day]) => day)).to.deep.equal(['2026-02-05', '2026-02-06'])
  })

  it('reports a line whose date or amount cannot be read, and skips totals', async () => {
    const rows = [
      ['Огноо', 'Утга', 'Орлого'],
      ['2026-02-31', 'a', '5'],
      ['2026-02-05', 'b', '5 o 5'],
      ['2026-02-05', '814522', 'abc'],
      ['Нийт', '', '10'],
      ['garbage line'],
      ['', '', ''],
    ]
    const { all } = await read(csv(rows))
    const readOf = (line: ReadLine) =>
      line !== null && typeof line === 'object' && 'skipped' in line
        ? line
        : ((line as { message: string } | null)?.message ?? null)
    expect(all.map(readOf)).to.deep.equal([
      "The date '2026-02-31' cannot be read.",
      "The amount '5 o 5' cannot be read.",
      "The amount 'abc' cannot be read.",
      { line: 5, skipped: 'Нийт · 10' },
      { line: 6, skipped: 'garbage line' },
      null,
    ])
  })

  it('gives a line the same hash in another format, and equal lines different ones', async () => {
    const rows = [
      ['Огноо', 'Утга', 'Орлого'],
      ['2026-02-05', 'Захиалга 726741', '25000'],
      ['2026-02-05', 'Захиалга 726741', '25000'],
    ]
    const [one, two] = (await read(csv(rows, { charset: 'utf-16le', bom: true }))).lines
    const [other] = (await read(Buffer.from(camt([{ amount: '25000.00', texts: ['Захиалга 726741'] }]))))
      .lines
    expect(one!.hash.equals(other!.hash)).to.equal(true)
    expect(one!.hash.equals(two!.hash)).to.equal(false)
  })

  it('has the same key for files with the same header, wherever it stands', async () => {
    const { rows, mapping } = await read(csv(BANK))
    const shorter = await read(csv(BANK.slice(2), { delimiter: ';' }))
    expect(headerKey(rows, mapping)).to.equal(headerKey(shorter.rows, shorter.mapping))
    const other = await read(csv(BANK.slice(2).map((row) => row.slice(0, 5))))
    expect(headerKey(rows, mapping)).not.to.equal(headerKey(other.rows, other.mapping))
  })
})

describe('a file that cannot be read as a statement', () => {
  const sheet = xlsx(BANK)
  const statement = Buffer.from(camt([{ amount: '5', texts: ['a'] }]))
  const billion = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>`
  const cases: [title: string, file: () => Buffer, sentence: RegExp][] = [
    ['an empty file', () => Buffer.alloc(0), /is empty/],
    ['a file of blanks', () => Buffer.from(' \r\n\r\n'), /is empty|no lines/],
    ['a text', () => Buffer.from('hello world'), /This is not a statement: no line has two columns/],
    ['an old Excel file', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel file/],
    ['a PDF', () => Buffer.from('%PDF-1.7'), /PDF/],
    ['a web page', () => Buffer.from('<html><table></table></html>'), /web page/],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /not text/],
    ['CSV cut off inside a quote', () => Buffer.from('a,b\n"c,d\ne,f'), /never closed/],
    ['CSV with an endless line', () => Buffer.from(`a,b\n"${'x'.repeat(200_000)}`), /never closed/],
    ['half an XLSX file', () => sheet.subarray(0, sheet.length / 2), /damaged or cut off/],
    ['an XLSX file without its end', () => sheet.subarray(0, sheet.length - 30), /damaged or cut off/],
    ['another ZIP archive', () => zip({ 'a.txt': 'a' }), /not a spreadsheet/],
    ['an XLSX file without its sheet', () => xlsx(BANK, { without: 'xl/worksheets/sheet1.xml' }), /damaged/],
    [
      'an XLSX file without relations',
      () => xlsx(BANK, { without: 'xl/_rels/workbook.xml.rels' }),
      /damaged/,
    ],
    [
      'an XLSX file with broken XML',
      () => xlsx(BANK, { more: { 'xl/worksheets/sheet1.xml': '<worksheet><row>' } }),
      /damaged/,
    ],
    [
      'an XLSX file with a DTD',
      () => xlsx(BANK, { more: { 'xl/sharedStrings.xml': `${billion}<sst/>` } }),
      /DTD/,
    ],
    ['an XLSX file with damaged bytes', () => damaged(sheet), /damaged/],
    ['half a camt.053 file', () => statement.subarray(0, statement.length / 2), /damaged or cut off/],
    ['other XML', () => Buffer.from('<?xml version="1.0"?><invoice/>'), /not a camt.053/],
    ['camt.054', () => Buffer.from('<Document><BkToCstmrDbtCdtNtfctn/></Document>'), /not a camt.053/],
    ['XML with a DTD', () => Buffer.from(camt([], { prologue: billion })), /DTD/],
    [
      'XML with an unknown entity',
      () => Buffer.from(statement.toString().replace('>a<', '>&b;<')),
      /damaged/,
    ],
    ['XML inside XML without an end', () => Buffer.from(`<Document>${'<a>'.repeat(1_000_000)}`), /damaged/],
    ['a file of 11 MB', () => Buffer.alloc(11 * 1024 * 1024, 'a'), /larger than 10 MB/],
    ['CSV of too many lines', () => Buffer.from('2026-02-05,1,a\n'.repeat(30_000)), /more than 20,000 lines/],
    [
      'XLSX of too many lines',
      () => xlsx(Array.from({ length: 20_500 }, () => [1, 2])),
      /more than 20,000 lines/,
    ],
  ]
  for (const [title, file, sentence] of cases)
    it(`is refused with one sentence: ${title}`, async () => {
      expect(await sentenceFor(file())).to.match(sentence)
    })

  it('is refused before it is inflated if it is a bomb', async () => {
    const zeros = Buffer.alloc(80 * 1024 * 1024, ' ')
    const bomb = xlsx(BANK, { more: { 'xl/worksheets/sheet9.xml': zeros } })
    expect(bomb.length).to.be.lessThan(200_000)
    const before = process.memoryUsage().rss
    expect(await sentenceFor(bomb)).to.match(/too large when it is unpacked/)
    expect(process.memoryUsage().rss - before).to.be.lessThan(20 * 1024 * 1024)
  })

  it('is refused while it is inflated if it declares too little', async () => {
    const big = `<worksheet>${' '.repeat(8 * 1024 * 1024)}</worksheet>`
    const files = Object.fromEntries(
      ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'].map((name) => [name, partOf(name)]),
    )
    const bomb = zip({ ...files, 'xl/worksheets/sheet1.xml': big }, { 'xl/worksheets/sheet1.xml': 1_000 })
    expect(await sentenceFor(bomb)).to.match(/damaged/)
  })

  it('is refused if it has too many files', async () => {
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`a${index}`, '']))
    expect(await sentenceFor(zip(many))).to.match(/too large when it is unpacked/)
  })

  it('never breaks the reader, wherever a file is cut off', async () => {
    const files = [sheet, statement, csv(BANK, { charset: 'utf-16le', bom: true })]
    for (const file of files)
      for (let length = 1; length < file.length; length += Math.ceil(file.length / 60))
        await readStatement(file.subarray(0, length)).catch((error: unknown) => {
          expect(error, `${length} bytes`).to.be.instanceOf(Refusal)
        })
  })

  it('never breaks the reader, whatever bytes are wrong', async () => {
    for (const file of [sheet, statement, iconv.encode('a;b\nc;d', 'utf-16le')])
      for (let at = 0; at < file.length; at += Math.ceil(file.length / 150)) {
        const wrong = Buffer.from(file)
        wrong[at] = wrong[at]! ^ 0xff
        await readStatement(wrong).catch((error: unknown) => {
          expect(error, `byte ${at}`).to.be.instanceOf(Refusal)
        })
      }
  })
})

function damaged(file: Buffer): Buffer {
  const wrong = Buffer.from(file)
  const at = wrong.indexOf('xl/worksheets/sheet1.xml') + 60
  wrong.fill(0xff, at, at + 40)
  return wrong
}

function partOf(name: string): string {
  return name === 'xl/workbook.xml'
    ? '<workbook xmlns:r="x"><sheets><sheet r:id="rId1"/></sheets></workbook>'
    : '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>'
}
