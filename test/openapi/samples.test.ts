import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { config } from '../../common/runtime/config.ts'
import { findCommand } from '../../dev/system.ts'
import { shownIn } from '../support/docs-page.ts'

const run = promisify(execFile)

interface Received {
  call: string
  token: string | undefined
  key: string | undefined
  type: string | undefined
  body: unknown
}

/** Runs the samples of `/docs` unchanged against a server that only records its requests. */
describe('the samples of the reference', () => {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'))
  let server: Server
  let received: Received[] = []

  before(async () => {
    writeFileSync(join(folder, 'file.png'), 'the bytes of a picture')
    server = createServer((request, response) => {
      void text(request).then((body) => {
        const { authorization, 'idempotency-key': key, 'content-type': type } = request.headers
        const isJson = type === 'application/json'
        const sent: unknown = body === '' ? null : isJson ? JSON.parse(body) : body
        received.push({
          call: `${request.method} ${request.url}`,
          token: authorization,
          key: key as string | undefined,
          type,
          body: sent,
        })
        response.end('{}')
      })
    }).listen(0, '127.0.0.1')
    await new Promise((listening) => server.once('listening', listening))
  })
  after(() => {
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true })
  })

  const here = (sample: string) =>
    sample.replaceAll(config().baseUrl, `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`)

  /** Runs a program with the file of the samples as its argument, and returns the requests. */
  async function requestsFrom(language: string, command: string, args: string[]): Promise<Received[]> {
    received = []
    const file = join(folder, `${language}.json`)
    writeFileSync(file, JSON.stringify((await shownIn(language)).samples.map(here)))
    await run(command, [...args, file], { cwd: folder })
    return received
  }

  const bash = (file: string) => `set -euo pipefail
    curl() { command curl --silent --show-error --fail "$@" >/dev/null; }
    source <(node -e 'console.log(JSON.parse(fs.readFileSync("${file}")).join("\\n"))')`

  it('send the same requests in curl, PHP and Python', async () => {
    const curl = await requestsFrom('curl', 'bash', ['-c', bash(join(folder, 'curl.json'))])
    expect(curl.length).to.be.above(50)
    for (const { call, token, key, type, body } of curl) {
      expect(token, call).to.equal('Bearer YOUR_TOKEN')
      expect(key, call).to.equal(call.startsWith('POST') ? 'ANY_NEW_TEXT' : undefined)
      const file = call.endsWith('/payments/import')
        ? 'text/csv'
        : /\/(?:image|logo)$/.test(call)
          ? 'image/png'
          : 'application/json'
      expect(type, call).to.equal(body === null ? undefined : file)
    }
    writeFileSync(
      join(folder, 'all.php'),
      '<?php ob_start(); foreach (json_decode(file_get_contents($argv[1])) as $sample) eval($sample);',
    )
    expect(await requestsFrom('php', 'php', ['all.php'])).to.deep.equal(curl)

    // A replacement for the package `requests`, which few machines have.
    writeFileSync(
      join(folder, 'requests.py'),
      `import json as j, urllib.parse, urllib.request
def send(method):
    def call(url, headers, params=None, json=None, data=None):
        address = url + ("?" + urllib.parse.urlencode(params) if params else "")
        typed = {} if json == None else {"Content-Type": "application/json"}
        data = data if json == None else j.dumps(json).encode()
        urllib.request.urlopen(urllib.request.Request(address, data, {**headers, **typed}, method=method))
    return call
get, post, patch, delete = send("GET"), send("POST"), send("PATCH"), send("DELETE")
`,
    )
    writeFileSync(
      join(folder, 'all.py'),
      'import json, sys\nfor sample in json.load(open(sys.argv[1])): exec(sample)',
    )
    expect(await requestsFrom('python', 'python3', ['all.py'])).to.deep.equal(curl)
  })

  it('compile in Node.js with the types of the client', async () => {
    const { samples } = await shownIn('node')
    const client = `import { Tolbor } from '${resolve('clients/node/dist/index.js')}'\nconst tolbor = new Tolbor({ api: '', token: '' })\n`
    writeFileSync(join(folder, 'samples.mts'), client + samples.map((sample) => `{ ${sample} }\n`).join(''))
    const options = '--noEmit --strict --target es2022 --module nodenext --skipLibCheck --types node'.split(
      ' ',
    )
    const roots = ['--typeRoots', resolve('node_modules/@types')]
    const { stdout } = spawnSync(resolve('node_modules/.bin/tsc'), [...options, ...roots, 'samples.mts'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(stdout).to.equal('')
  })

  it('contain the signature checks that are tested with vectors.json', async () => {
    const files = { node: 'mjs', curl: 'mjs', python: 'py', php: 'php', go: 'go' }
    for (const [language, ending] of Object.entries(files)) {
      const file = readFileSync(`docs/webhooks/snippets/verify.${ending}`, 'utf8')
      expect((await shownIn(language)).check).to.equal(file.trimEnd())
    }
  })

  const go = findCommand('go')
  if (go)
    it('pass go vet, each as a function', async () => {
      const { samples } = await shownIn('go')
      const functions = samples.map((sample, n) => `func sample${n}() error {\n${sample}\nreturn nil\n}\n`)
      const imports = 'package samples\nimport ("net/http"; "os"; "strings")\n'
      writeFileSync(join(folder, 'samples.go'), imports + functions.join(''))
      await run(go, ['vet', 'samples.go'], { cwd: folder })
    })
  else console.log('    Go is not installed: its samples are not compiled.')
})
