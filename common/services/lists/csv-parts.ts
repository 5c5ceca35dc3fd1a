import { BEFORE_ALL, type ListQuery, type Page } from '../../../db/page.ts'
import { BYTE_ORDER_MARK, type CsvColumn, csvHeadings, csvLine } from '../../kit/csv.ts'

/** The rows that are read at a time: their conversion must not delay other requests of the process. */
const ROWS = 500

/**
 * Returns a whole list as the parts of a CSV file, newest first. The next rows are read when the next part is taken, so
 * that memory stays flat and no connection is held meanwhile. Objects that are created later are not in the file.
 * `find` lists a part of the objects.
 */
export async function* csvParts<Item extends { id: number }>(
  columns: readonly CsvColumn<Item>[],
  zone: string,
  find: (query: Required<Pick<ListQuery, 'before' | 'limit'>>) => Promise<Page<Item>>,
): AsyncGenerator<string, void, undefined> {
  let head = BYTE_ORDER_MARK + csvHeadings(columns, zone)
  for (let before = BEFORE_ALL; ;) {
    const page = await find({ before, limit: ROWS })
    // A file that ends here would look complete.
    if ('isLost' in page) throw new Error(`The list no longer has object ${before}, its last one.`)
    yield head + page.items.map((item) => csvLine(columns, item, zone)).join('')
    const last = page.items.at(-1)
    if (!last || !('hasMore' in page && page.hasMore)) return
    head = ''
    before = last.id
  }
}
