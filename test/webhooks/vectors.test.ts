import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { signatureHeaders } from '../../common/domain/webhooks/sign.ts'
import { type Vector, vectors, vectorsText } from '../support/webhook-vectors.ts'

const folder = 'docs/webhooks'
const genuine = vectors.filter(({ accepts }) => accepts.standard && accepts.plain)

describe('the test vectors for receivers', () => {
  it('are the output of the script, which imports no code of the service', () => {
    const script = readFileSync(`${folder}/make-vectors.mjs`, 'utf8')
    expect(script).to.not.match(/from '(?!node:)/)
    expect(execFileSync('node', [`${folder}/make-vectors.mjs`, '--print'], { encoding: 'utf8' })).to.equal(
      vectorsText,
    )
  })

  for (const { name, headers, body, secret } of genuine) {
    const signatures = headers['webhook-signature']!.split(' ')
    if (signatures.length > 1) continue
    it(`are signed like a delivery of the service: ${name}`, () => {
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      const eventId = Number(headers['webhook-id']!.slice('evt_'.length))
      const plainHeader = 'tolbor-signature'
      expect(signatureHeaders({ eventId, body, at, secrets: [secret], plainHeader })).to.deep.equal(headers)
    })
  }

  it('are signed like a delivery of the service while a secret is rotated', () => {
    const [news, old] = vectors.filter(({ name }) => name.startsWith('while a secret is replaced'))
    const { headers, body } = news!
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    const secrets: [string, string] = [news!.secret, old!.secret]
    expect(
      signatureHeaders({ eventId: 501, body, at, secrets, plainHeader: 'tolbor-signature' }),
    ).to.deep.equal(headers)
  })

  for (const { name, headers, body, secret, now, accepts } of vectors) {
    it(`are ${accepts.standard ? 'accepted' : 'rejected'} by the standard library: ${name}`, () => {
      const realNow = Date.now
      Date.now = () => now * 1000 // the library has no parameter for the time
      try {
        const verify = () => new Webhook(secret).verify(body, headers)
        if (accepts.standard) expect(verify()).to.deep.equal(JSON.parse(body))
        else expect(verify).to.throw()
      } finally {
        Date.now = realNow
      }
    })
  }

  const languages: [language: string, command: string, version: string, args: string[]][] = [
    ['Node.js', 'node', '--version', ['try/try.mjs']],
    ['Python', 'python3', '--version', ['try/try.py']],
    ['PHP', 'php', '--version', ['try/try.php']],
    ['Ruby', 'ruby', '--version', ['try/try.rb']],
    ['Go', 'go', 'version', ['run', 'try.go', 'verify.go']],
  ]
  for (const [language, command, version, args] of languages) {
    if (!isInstalled(command, version)) {
      console.log(`    ${language} is not installed: its snippet is not tested.`)
      continue
    }
    it(`are judged correctly by the snippet in ${language}`, () => {
      const out = execFileSync(command, [...args, '../vectors.json'], {
        cwd: `${folder}/snippets`,
        encoding: 'utf8',
      })
      const judged = (JSON.parse(out) as Vector['accepts'][]).map((accepts, n) => [vectors[n]!.name, accepts])
      expect(judged).to.deep.equal(vectors.map(({ name, accepts }) => [name, accepts]))
    })
  }
})

function isInstalled(command: string, version: string): boolean {
  try {
    execFileSync(command, [version], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
