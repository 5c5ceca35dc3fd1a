/** Maps commands that people expect to what to do instead. */
export const COMMANDS_INSTEAD: ReadonlyMap<string, string> = new Map([
  ['project delete', "Revoke its tokens instead: 'bin/tolbor token revoke ID'. Its records stay."],
  ['payment refund', 'Refund it by the API: POST /v1/projects/{project_id}/payments/{payment_id}/refunds.'],
  ['queues flush', "'bin/tolbor queues rebuild' deletes the jobs in Redis; the rows stay."],
  ['migrate', "'npm run release' migrates the database."],
  ['web', "'npm run web' starts it."],
  ['worker', "'npm run worker' starts it."],
  [
    'start',
    "'bin/dev' starts everything on this machine; on a server each process has its command in Procfile.",
  ],
  ['dev', "Run 'bin/dev'."],
])
