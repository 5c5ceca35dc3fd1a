import { expect } from 'chai'
import { type DatabaseCause, databaseCause, isConflict } from '../../db/errors.ts'

describe('an error of the database', () => {
  const causes: [code: string, cause: DatabaseCause, why: string][] = [
    ['ER_RUN_HOOK_ERROR', 'not_in_group', 'Group Replication has expelled the server'],
    ['ER_UNKNOWN_COM_ERROR', 'not_in_group', 'the Galera node is not in the primary component'],
    ['ER_OPTION_PREVENTS_STATEMENT', 'read_only', 'the server is a replica'],
    ['ER_CON_COUNT_ERROR', 'no_connections', 'other programs use all connections'],
    ['ER_RECORD_FILE_FULL', 'no_space', 'the disk is full'],
  ]
  for (const [code, cause, why] of causes)
    it(`${code} means ${cause}: ${why}`, () => {
      expect(databaseCause({ code })).to.equal(cause)
    })

  const conflicts: [errno: number, runsAgain: boolean, why: string][] = [
    [1213, true, 'a deadlock ended the transaction'],
    [3101, true, 'another member of Group Replication has changed the row'],
    [3100, false, 'the server is no longer in the group, so it would fail again'],
    [1062, false, 'the row exists'],
  ]
  for (const [errno, runsAgain, why] of conflicts)
    it(`${errno} ${runsAgain ? 'runs the transaction again' : 'fails'}: ${why}`, () => {
      expect(isConflict({ errno })).to.equal(runsAgain)
    })
})
