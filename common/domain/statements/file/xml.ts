import type Sax from 'sax'
import { lazily } from '../../../kit/lazily.ts'
import { NO_STATEMENT, unreadable } from './unreadable.ts'

const sax = lazily<typeof Sax>('sax')

/** The functions that are called for the parts of an XML file. Names are without their prefixes. */
export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  /** `text`: the text of an element without children. */
  close?(name: string, text: string): void
}

/** Elements inside each other. Statements have about 15. */
const DEEPEST = 60
/** The longest text of an element, in characters: what a spreadsheet allows in a cell. */
const LONGEST_TEXT = 32_767

const BROKEN = `The file is damaged or cut off. ${NO_STATEMENT}`

/**
 * Parses XML in chunks. Refuses a DTD, so that no entity can be defined, and text that is not well-formed. Namespaces
 * are ignored: only the local names count.
 */
export async function parseXml(chunks: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  const parser = sax().parser(true, { position: false })
  const texts: string[] = ['']
  parser.ondoctype = () => {
    throw unreadable('The file contains a document type definition (DTD). Remove it: statements have none.')
  }
  parser.onerror = () => {
    throw unreadable(BROKEN)
  }
  parser.onopentag = ({ name, attributes }) => {
    texts[texts.length - 1] = '' // the white space between elements
    if (texts.push('') > DEEPEST) throw unreadable(BROKEN)
    handler.open?.(localName(name), attributes as Record<string, string>)
  }
  parser.ontext = parser.oncdata = (text) => {
    const depth = texts.length - 1
    texts[depth] += text
    if (texts[depth]!.length > LONGEST_TEXT) throw unreadable(BROKEN)
  }
  parser.onclosetag = (name) => {
    handler.close?.(localName(name), texts.pop() ?? '')
  }
  for await (const chunk of chunks) parser.write(chunk)
  parser.close()
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
