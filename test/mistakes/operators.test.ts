import { spawnSync } from 'node:child_process'
import { expect } from 'chai'
import { run } from '../../cli/run.ts'
import { ConfigError, readConfig } from '../../common/runtime/config.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { missingPhrases, show } from './mistake.ts'

/** The command line after `bin/tolbor`, and phrases of its answer, separated by ` … `. `{project}` is an existing one. */
// prettier-ignore
const commands: readonly (readonly [command: string, expectation: string])[] = [
  ['projct list', "no command 'projct' … Did you mean 'bin/tolbor project list'?"],
  ['tokens', "no command 'tokens' … Commands: … token create"],
  ['project', "no command 'project' … project create, project list"],
  ['project delete 1', "no command 'project delete' … bin/tolbor token revoke ID"],
  ['payment refund 5', "no command 'payment refund' … /refunds"],
  ['queues flush', "no command 'queues flush' … bin/tolbor queues rebuild"],
  ['migrate', "no command 'migrate' … npm run release"],
  ['worker', "no command 'worker' … npm run worker"],
  ['start', "no command 'start' … bin/dev … Procfile"],
  ['project create', 'needs --name NAME … bin/tolbor project create --help'],
  ['project create --name A --curency MNT', 'no option --curency … Did you mean --currency?'],
  ['project create --name', '--name needs a value: --name NAME'],
  ['project create --name A --name B', '--name is given twice'],
  ['project create --name A --currency tugrik', '--currency must be a currency of ISO 4217 in capitals, such as MNT'],
  ['project create --name A --currency usd', '--currency must be a currency of ISO 4217 in capitals, such as'],
  ['project create --name A --timezone Ulaanbaatar', '--timezone must be the IANA name … such as Asia/Ulaanbaatar'],
  ['project create --name A --locale de', '--locale must be en or mn'],
  ['project create --name A --country Mongolia', '--country must be … two capital letters, such as MN'],
  ['project create --name A --plan gold', '--plan must be starter or growth'],
  ['project show', 'needs an argument: project show ID'],
  ['project show shop', "'shop' is not an id of a project … only digits … bin/tolbor project list"],
  ['project show 987654', "no such project … 'bin/tolbor project list'"],
  ['project update {project}', 'at least one option to change … project update --help'],
  ['token create --project {project}', 'needs --mode test|live'],
  ['token create --project {project} --mode prod', '--mode must be test or live'],
  ['token revoke 987654', "no such token … 'bin/tolbor token list --project ID'"],
  ['payment list', 'needs --project ID'],
  ['payment list --project {project} --status waiting', '--status must be one or more of started, pending, paid'],
  ['payment confirm', 'needs ID, or --project ID with --reference DIGITS or --file FILE'],
  ['payment confirm 987654', "no such payment … 'bin/tolbor payment list --project ID'"],
  ['payment confirm --project {project} --reference 12', "no such payment in this project … six digits … payment list --project"],
  ['payment confirm --project {project} --file /nowhere', '--file /nowhere cannot be read: there is no such file … Check the path'],
  ['payment confirm --project {project} --file /tmp', '--file /tmp cannot be read: it is a folder'],
  ['payment confirm --project {project} --reference 748215 --file /nowhere', 'takes one of ID, --reference and --file … leave the others out'],
  ['payment import /nowhere.csv --project {project}', '/nowhere.csv cannot be read: there is no such file … Check the path.'],
  ['payment import /tmp --project {project}', '/tmp cannot be read: it is a folder'],
  ['payment import README.md --project {project}', 'the date … Say which one with --date-column'],
  ['payment import README.md --project {project} --header-row 99999', '--header-row is 99999, but the file has … Correct --header-row.'],
  ['payment import README.md --project {project} --amount-column 2 --credit-column 2', 'Pass --amount-column, or --credit-column and --debit-column, not both.'],
  ['payment import /dev/null --project {project}', 'The file is empty.'],
  ['payment reconcile --project {project} --since 2999-01-01', '--since must not be in the future'],
  ['payment reconcile --project {project} --since yesterday', '--since must be a date, such as 2026-01-31'],
  ['events tail --project {project} --mode all', '--mode must be test or live'],
  ['events tail --project {project} --mode test --type paid', "no event type 'paid' … checkout.completed"],
  ['events tail --project {project} --mode test --forward-to localhost:8080', '--forward-to must be an absolute address that starts with'],
  ['member remove unknown@example.com --project {project}', "no such member … 'bin/tolbor member list --project"],
  ['emails resend', 'Give either the ID of one email, or --all'],
  ['emails resend abc', "'abc' is not an id of an email … bin/tolbor emails failed"],
  ['emails resend 987654', 'no such email … bin/tolbor emails failed'],
  ['emails failed --days x', '--days must be a number of days, such as 7'],
  ['doctor --verbose', 'no option --verbose … --json'],
  ['doctor --json=1', '--json takes no value'],
]

// prettier-ignore
const settings: readonly (readonly [name: string, value: string, expectation: string])[] = [
  ['DATABASE_URL', '', 'DATABASE_URL is required: mysql://user:password@host/tolbor'],
  ['REDIS_URL', '', 'REDIS_URL is required: redis://127.0.0.1:6379/0'],
  ['BASE_URL', '', 'BASE_URL is required: the public address, such as'],
  ['SECRET_KEY', '', 'SECRET_KEY is required: openssl rand -hex 32'],
  ['DATABASE_URL', 'postgres://x/y', 'DATABASE_URL must be … mysql:// … such as'],
  ['DATABASE_URL', 'mysql://u:p@h/', 'DATABASE_URL must … ends with the name of the database, such as'],
  ['REDIS_URL', 'localhost:6379', 'REDIS_URL must be … redis:// … redis+sentinel://host:port'],
  ['BASE_URL', 'pay.example.com', 'BASE_URL must be … http:// or https:// … such as'],
  ['SECRET_KEY', 'secret', 'SECRET_KEY must be 64 hex digits: openssl rand -hex 32'],
  ['PORT', 'http', 'PORT must be a whole number from 1 to 65535'],
  ['PORT', '70000', 'PORT must be a whole number from 1 to 65535'],
  ['HOST', 'localhost', 'HOST must be an IP address, such as'],
  ['SMTP_URL', 'mail.example.com:587', 'SMTP_URL must be … smtp:// … such as'],
  ['EMAIL_FROM', 'Tolbor', 'EMAIL_FROM must be one address, such as'],
  ['EMAIL_RETENTION_DAYS', '0', 'EMAIL_RETENTION_DAYS must be a whole number from 2 to 36500'],
  ['DEFAULT_PLAN', 'free', 'DEFAULT_PLAN must be starter or growth'],
  ['LOG_LEVEL', 'verbose', 'LOG_LEVEL must be fatal or error or warn or info'],
  ['WORKER_CONCURRENCY', 'many', 'WORKER_CONCURRENCY must be a whole number from 1 to 1000'],
  ['QUEUE_HORIZON_HOURS', '0', 'QUEUE_HORIZON_HOURS must be a number above 0'],
  ['WEBHOOK_ALLOW_PRIVATE', 'true', 'WEBHOOK_ALLOW_PRIVATE must be 0 or 1'],
  ['TRUST_PROXY', 'nginx', 'TRUST_PROXY must be the number of proxies … such as 10.0.0.1'],
  ['QPAY_LIVE_URL', 'x', 'QPAY_LIVE_URL must be an address without a path, such as'],
]

const USABLE = {
  DATABASE_URL: 'mysql://root@127.0.0.1:3306/tolbor',
  REDIS_URL: 'redis://127.0.0.1:6379/0',
  BASE_URL: 'https://pay.example.com',
  SECRET_KEY: 'a'.repeat(64),
}

const scripts: readonly (readonly [command: string, expectation: string])[] = [
  ['bin/dev stop', 'no command stop … Ctrl-C'],
  ['bin/dev --port 4000', "does not take '--port' … PORT=4000 bin/dev … bin/dev show"],
  ['bin/test nowhere', 'no file or folder nowhere … below test/'],
  ['bin/test --node', '--node needs a version of Node.js, such as'],
  ['bin/test --node latest', '--node needs a version of Node.js, such as'],
  ['bin/bench nonsense', "no part 'nonsense' … create "],
]

describe('the answer to a mistake of an operator', () => {
  let project: number
  before(async () => {
    project = (await givenMerchant()).projectId
  })

  for (const [command, expectation] of commands)
    it(`names the problem and the next step: bin/tolbor ${command}`, async () => {
      const { code, stdout, stderr } = await run(command.replace('{project}', `${project}`).split(' '))
      show(`bin/tolbor ${command}`, code, stderr.trim())
      expect([code > 0, stdout]).to.deep.equal([true, ''])
      expect(missingPhrases(stderr, expectation.split(' … ')), stderr).to.deep.equal([])
    })

  for (const [name, value, expectation] of settings)
    it(`names the setting and its form: ${name}=${value}`, () => {
      const given = { ...USABLE, [name]: value }
      expect(() => readConfig(given)).to.throw(ConfigError)
      const answer = messageOf(() => readConfig(given))
      show(`${name}=${value}`, answer)
      expect(answer).to.contain('README')
      expect(missingPhrases(answer, expectation.split(' … ')), answer).to.deep.equal([])
    })

  for (const [command, expectation] of scripts)
    it(`names the problem and the next step: ${command}`, () => {
      const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' })
      show(command, status ?? 0, stderr.trim())
      expect(status).to.equal(1)
      expect(missingPhrases(stderr + stdout, expectation.split(' … ')), stderr + stdout).to.deep.equal([])
    })
})

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  return ''
}
