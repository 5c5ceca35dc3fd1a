import { expect } from 'chai'
import { placeOf, withoutValues } from '../support/one-project.ts'

describe('the place of a statement', () => {
  const cases: [statement: string, place: string | null][] = [
    ['SELECT id FROM checkouts WHERE project_id = 7 AND is_test = 0', null],
    ['SELECT id FROM checkouts checkout WHERE checkout.project_id IN (7) AND id = 3', null],
    ["INSERT INTO timers (project_id, kind) VALUES (7, 'a'), (7, 'b')", null],
    ['UPDATE checkouts SET amount = 5 WHERE project_id = 7 AND id IN (3, 4)', null],
    ['SELECT * FROM projects WHERE id = 7', null],
    ['SELECT @@max_connections AS most', null],
    ['COMMIT', null],
    ['UPDATE checkouts SET amount = 5 WHERE id IN (3, 4)', 'checkouts.id'],
    ["DELETE FROM timers WHERE kind = 'a;b' AND subject_id = 3", 'timers.subject_id'],
    ["SELECT id FROM api_tokens WHERE hash = X'00ff'", 'api_tokens.hash'],
    [
      'SELECT id FROM payments JOIN projects ON projects.id = payments.project_id WHERE status = 5',
      'payments',
    ],
    ["SELECT 'project_id = 7' AS text FROM events", 'events'],
    ["DELETE FROM emails WHERE updated_at < '2026-01-01' LIMIT 1000", 'emails'],
  ]
  for (const [statement, place] of cases)
    it(`is ${place ?? 'one project'} for ${statement}`, () => {
      expect(placeOf(withoutValues(statement))).to.equal(place)
    })
})
