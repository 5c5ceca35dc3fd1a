import { expect } from 'chai'
import { commands } from '../../cli/commands.ts'
import { run } from '../../cli/run.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { letLose, letWin } from '../support/lost-race.ts'
import { failing, process_ } from './tolbor.ts'

describe('the command line', () => {
  it('reports only the unknown option, not its value or the option that was meant', async () => {
    const { code, stderr } = await run(['project', 'create', '--nam', 'A'])
    expect(code).to.equal(2)
    expect(stderr.trim().split('\n')).to.deep.equal([
      'project create has no option --nam. Did you mean --name?',
      'See: bin/tolbor project create --help',
    ])
  })

  it('shows every command without arguments or with --help', async () => {
    for (const args of [[], ['--help'], ['-h'], ['help']]) {
      const { code, stdout } = await run(args)
      expect(code).to.equal(0)
      for (const { name, summary } of commands) expect(stdout).to.contain(name).and.to.contain(summary)
    }
  })

  for (const { name, options = {}, operands = [] } of commands) {
    it(`explains ${name}`, async () => {
      const { code, stdout } = await run([...name.split(' '), '--help'])
      expect(code).to.equal(0)
      expect(stdout).to.contain(['bin/tolbor', name, ...operands].join(' '))
      for (const option of [...Object.keys(options), 'json', 'help']) expect(stdout).to.contain(`--${option}`)
    })
  }

  const misuses: [args: string[], message: string, because: string][] = [
    [['projct'], "There is no command 'projct'. Commands: project create,", 'a typo'],
    [
      ['project', 'close'],
      'Commands: project create, project list, project show, project update.',
      'an unknown subcommand',
    ],
    [['project', 'show'], 'project show needs an argument: project show ID.', 'a missing argument'],
    [['project', 'list', '7'], "project list does not take '7'.", 'an extra argument'],
    [['project', 'create'], 'project create needs --name NAME.', 'a required option'],
    [
      ['project', 'list', '--colour', 'red'],
      'project list has no option --colour. Its options are --json, --help.',
      'a typo',
    ],
    [
      ['project', 'list', '--constructor'],
      'project list has no option --constructor.',
      'a name that every object inherits',
    ],
    [
      ['project', 'list', '--__proto__'],
      'project list has no option --__proto__.',
      'a name that every object inherits',
    ],
    [['project', 'create', '--name'], '--name needs a value', 'a missing value'],
    [['project', 'create', '--name', '--json'], '--name needs a value', 'an option is not a value'],
    [['project', 'create', '--name', 'A', '--name', 'B'], '--name is given twice.', 'a repeated option'],
    [['doctor', '--json=1'], '--json takes no value.', 'a switch'],
    [['project', 'update', '1'], 'needs at least one option to change', 'no changes'],
    [['project', 'update', '1'], 'See: bin/tolbor project update --help', 'no changes'],
  ]
  for (const [args, message, because] of misuses) {
    it(`rejects "${args.join(' ')}": ${because}`, async () => {
      const { code, stdout, stderr } = await run(args)
      expect([code, stdout]).to.deep.equal([2, ''])
      expect(stderr).to.contain(message)
    })
  }

  const unknown: [args: string[], message: string][] = [
    [['project', 'show', '987654'], "'bin/tolbor project list' shows the existing ones."],
    [['token', 'revoke', '987654'], "'bin/tolbor token list --project ID' shows the existing ones."],
    [['payment', 'reject', '987654'], "'bin/tolbor payment list --project ID' shows the existing ones."],
  ]
  for (const [args, message] of unknown) {
    it(`names the command that lists the ids: ${args.join(' ')}`, async () => {
      const { code, stderr } = await run(args)
      expect(code).to.equal(1)
      expect(stderr).to.contain('There is no such').and.to.contain(message)
    })
  }

  it('names the command that lists the references', async () => {
    const { projectId } = await givenMerchant()
    const args = ['payment', 'confirm', '--project', `${projectId}`, '--reference', '12']
    const { code, stderr } = await run(args)
    expect(code).to.equal(1)
    expect(stderr).to.contain(`six digits: 'bin/tolbor payment list --project ${projectId}' shows it.`)
  })

  it('lists all problems of a command at once', async () => {
    const { code, error } = await failing('token', 'create', '7', '--colour', 'red')
    expect([code, error.code]).to.deep.equal([2, 'usage'])
    for (const part of ["'7'", '--colour', '--project ID', '--mode test|live']) {
      expect(error.message).to.contain(part)
    }
  })

  it('lists missing environment variables on stderr only', async () => {
    const { code, stdout, stderr } = await process_(['project', 'list'], {
      DATABASE_URL: '',
      SECRET_KEY: 'short',
    })
    expect([code, stdout]).to.deep.equal([1, ''])
    expect(stderr).to.contain('DATABASE_URL').and.to.contain('SECRET_KEY must be 64 hex digits')
  })

  it('reports as JSON that the database cannot be reached, and exits', async () => {
    const url = 'mysql://nobody@127.0.0.1:1/none'
    const { code, stdout, stderr } = await process_(['project', 'list', '--json'], { DATABASE_URL: url })
    expect([code, stdout]).to.deep.equal([1, ''])
    const { error } = JSON.parse(stderr)
    expect(error.code).to.equal('unavailable')
    expect(error.message).to.match(/^The database cannot be reached: .+ECONNREFUSED.+\)$/)
  })

  for (const how of ['deadlock', 'wait for a row'] as const) {
    it(`asks to try again after losing every race: ${how}`, async () => {
      const { projectId } = await givenMerchant()
      const create = ['token', 'create', '--project', `${projectId}`, '--mode', 'test']
      await letLose('api_tokens', projectId, how)
      // oxlint-disable-next-line typescript/no-misused-promises -- finally() waits for a promise
      const { code, stdout, error } = await failing(...create).finally(letWin)
      expect([code, stdout, error.code]).to.deep.equal([1, '', 'unavailable'])
      expect(error.message).to.equal('Other transactions held the same rows each time. Please try again.')
      expect((await run(create)).code, 'the second time').to.equal(0)
    })
  }

  it('works without Redis', async () => {
    const { code, stdout } = await process_(['project', 'create', '--name', 'Shop', '--json'], {
      REDIS_URL: 'redis://127.0.0.1:1/0',
    })
    expect(code).to.equal(0)
    expect(JSON.parse(stdout).name).to.equal('Shop')
  })
})
