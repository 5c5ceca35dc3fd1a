import type { Router } from 'express'
import type { MappingInput } from '../../../common/domain/statements/object.ts'
import { DATE_ORDERS } from '../../../common/domain/statements/read-day.ts'
import { DECIMAL_SEPARATORS } from '../../../common/domain/statements/read-money.ts'
import { cut } from '../../../common/kit/text.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { findRejected } from '../../../common/services/statements/find-rejected.ts'
import {
  correctImport,
  findImport,
  readOpenLines,
  readStored,
  startImport,
} from '../../../common/services/statements/imports.ts'
import { previewStatement } from '../../../common/services/statements/preview.ts'
import { onConnection } from '../../../db/sql.ts'
import { idOf } from '../../context.ts'
import { oneFileAtATime } from '../../file-slots.ts'
import type { Form } from '../../pages/form.ts'
import type { Exchange, PressResult } from '../../pages/hosted-page.ts'
import { PageError } from '../../pages/respond.ts'
import { deniedView } from '../denied-view.ts'
import { inputOf, projectDownload, projectPage, type ProjectVisit } from '../page.ts'
import { COLUMNS, exactLines, reviewView } from './review-view.ts'

const PATH = '/payments/import/:id'
/** `payments.verified_by` holds this many characters. */
const LONGEST_VERIFIER = 64

/** Shows the meaning of the lines of an uploaded statement, then the progress and the result of their confirmation. */
export const reviewPage: Router = projectPage({
  path: PATH,
  needs: 'operate',
  actions: {
    correct: { needs: 'operate', run: correct },
    confirm: { needs: 'operate', run: confirm },
  },
  view: async (visit, context) => {
    const { scope } = visit
    const id = idOf(context.request.params.id as string)
    const found = id === null ? null : await findImport(scope, id)
    if (!found) return deniedView(visit)
    const file = found.status === 'ready' ? await readStored(scope, found.id, 'file') : null
    const preview =
      file && (await oneFileAtATime(scope.project.id, () => previewStatement(scope, file, found.mapping)))
    const openLines = found.status === 'done' ? await readOpenLines(scope, found.id) : null
    const matched = exactLines(preview).flatMap(({ paymentId }) => paymentId ?? [])
    const rejected =
      matched.length > 0
        ? await onConnection((sql) => findRejected(sql, scope, matched))
        : new Map<number, Date>()
    return reviewView({
      ...{ ...inputOf(visit, context), found, preview, openLines, rejected, typed: context.form ?? {} },
    })
  },
})

async function correct({ scope }: ProjectVisit, form: Form, { request }: Exchange): Promise<PressResult> {
  const id = idOf(request.params.id as string)
  if (id !== null) await atomically((tx) => correctImport(tx, scope, id, mappingIn(form)))
  return {}
}

async function confirm(
  { scope, session, locale }: ProjectVisit,
  _form: Form,
  { request }: Exchange,
): Promise<PressResult> {
  const id = idOf(request.params.id as string)
  const verifiedBy = cut(session.member.email, LONGEST_VERIFIER)
  if (id !== null) await atomically((tx) => startImport(tx, scope, id, { verifiedBy, locale }))
  return {}
}

/** Reads the chosen columns. A value that the page does not offer is left out. */
function mappingIn(form: Form): MappingInput {
  const mapping: MappingInput = {}
  for (const name of COLUMNS) {
    const column = Number(form[name])
    if (Number.isInteger(column) && column >= 1 && column <= 100) mapping[name] = column
  }
  const order = DATE_ORDERS.find((one) => one === form.date_order)
  if (order) mapping.date_order = order
  const separator = DECIMAL_SEPARATORS.find((one) => one === form.decimal_separator)
  if (separator) mapping.decimal_separator = separator
  return mapping
}

/** The report of a finished import, with all lines. */
export const reportPage: Router = projectDownload({
  path: `${PATH}/report.csv`,
  needs: 'operate',
  send: async ({ scope }, { request, response }) => {
    const id = idOf(request.params.id as string)
    const report = id === null ? null : await readStored(scope, id, 'report')
    if (!report) throw new PageError('not_found')
    response.attachment(`statement-${id}.csv`).type('text/csv; charset=utf-8').send(report)
  },
})
