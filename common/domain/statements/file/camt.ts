import type { Row } from '../cell.ts'
import type { Mapping } from '../object.ts'
import { decoded } from './charset.ts'
import { MOST_ROWS, TOO_MANY_ROWS, unreadable } from './unreadable.ts'
import { parseXml } from './xml.ts'

/** The columns of the rows that `readCamt` returns. */
export const CAMT_MAPPING: Mapping = {
  header_row: 0,
  date_column: 1,
  amount_column: null,
  credit_column: 2,
  debit_column: 3,
  description_column: 4,
  sender_column: 5,
  date_order: 'dmy',
  decimal_separator: '.',
}

export const CAMT_HEADERS = ['Date', 'Credit', 'Debit', 'Description', 'Sender']

/** One transaction of an entry. An entry of several transactions has their sum. */
interface Transaction {
  amount: string | null
  texts: string[]
  sender: string | null
  account: string | null
}

interface Entry {
  amount: string
  isCredit: boolean
  isBooked: boolean
  bookedOn: string
  valueOn: string
  texts: string[]
  transactions: Transaction[]
}

/** Elements with text that may contain the reference, in the transaction. */
const TEXTS = new Set(['Ustrd', 'Ref', 'EndToEndId', 'AddtlTxInf', 'AddtlRmtInf'])

/** Reads the booked entries of a camt.053 statement as rows. Line numbers count entries. */
export async function readCamt(bytes: Buffer, charset: string): Promise<Row[]> {
  const rows: Row[] = []
  const path: string[] = []
  let currency = ''
  let entry: Entry | null = null
  let transaction: Transaction | null = null
  let entries = 0
  const found = { isStatement: false }

  function end(name: string, text: string): void {
    const parent = path.at(-1)
    const within = (element: string) => path.includes(element)
    if (entry === null) return
    if (transaction === null) {
      if (parent === 'Ntry' && name === 'Amt') entry.amount = `${text} ${currency}`
      else if (parent === 'Ntry' && name === 'CdtDbtInd') entry.isCredit = text === 'CRDT'
      else if (text !== '' && (name === 'Sts' || (parent === 'Sts' && name === 'Cd')))
        entry.isBooked = text === 'BOOK'
      else if (parent === 'BookgDt') entry.bookedOn = text
      else if (parent === 'ValDt') entry.valueOn = text
      else if (name === 'AddtlNtryInf') entry.texts.push(text)
      return
    }
    if (name === 'Amt' && (parent === 'TxDtls' || (parent === 'TxAmt' && transaction.amount === null)))
      transaction.amount = `${text} ${currency}`
    else if (TEXTS.has(name) && text !== 'NOTPROVIDED') transaction.texts.push(text)
    else if (name === 'Nm' && within('Dbtr') && !within('UltmtDbtr')) transaction.sender ??= text
    else if (within('DbtrAcct') && (name === 'IBAN' || (name === 'Id' && parent === 'Othr')))
      transaction.account ??= text
  }

  await parseXml(decoded(bytes, charset), {
    open(name, attributes) {
      path.push(name)
      if (name === 'BkToCstmrStmt') found.isStatement = true
      else if (path.length === 1 && name !== 'Document') throw notCamt()
      if (attributes.Ccy !== undefined) currency = attributes.Ccy
      if (name === 'Ntry') {
        entries += 1
        const dates = { bookedOn: '', valueOn: '' }
        entry = { amount: '', isCredit: false, isBooked: true, ...dates, texts: [], transactions: [] }
      } else if (name === 'TxDtls' && entry !== null) {
        transaction = { amount: null, texts: [], sender: null, account: null }
        entry.transactions.push(transaction)
      }
    },
    close(name, text) {
      path.pop()
      end(name, text.trim())
      if (name === 'TxDtls') transaction = null
      if (name !== 'Ntry' || entry === null) return
      if (entry.isBooked) rows.push(...rowsOf(entry, entries))
      if (rows.length > MOST_ROWS) throw unreadable(TOO_MANY_ROWS)
      entry = null
    },
  })
  if (!found.isStatement) throw notCamt()
  return rows
}

function notCamt() {
  return unreadable('This XML is not a camt.053 statement. Export the statement as camt.053, CSV or XLSX.')
}

function rowsOf(entry: Entry, line: number): Row[] {
  const { transactions } = entry
  const isSplit = transactions.length > 1 && transactions.every(({ amount }) => amount !== null)
  const parts = isSplit ? transactions : [together(entry)]
  return parts.map(({ amount, texts, sender, account }) => {
    const money = amount ?? entry.amount
    const [credit, debit] = entry.isCredit ? [money, ''] : ['', money]
    const description = [...texts, ...entry.texts].join(' ')
    const from = [sender, account].filter((part) => part !== null).join(' ')
    return { line, cells: [entry.bookedOn || entry.valueOn, credit, debit, description, from] }
  })
}

/** Returns the transactions of an entry as one, with the amount that was booked. */
function together({ amount, transactions }: Entry): Transaction {
  return {
    amount,
    texts: transactions.flatMap(({ texts }) => texts),
    sender: transactions[0]?.sender ?? null,
    account: transactions[0]?.account ?? null,
  }
}
