import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { expect } from 'chai'
import { build } from 'esbuild'
import { config } from '../../common/runtime/config.ts'
import { generatedFiles } from '../../dev/client/generate.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'
import { serveApp } from '../support/serve.ts'

const run = promisify(execFile)

/** A program that uses the installed package. The lines after `@ts-expect-error` must not compile. */
const PROGRAM = `
import { type Event, type Schemas, Tolbor, TolborError, webhooks } from 'tolbor'

const [api = '', token = ''] = process.argv.slice(2)
const tolbor = new Tolbor({ api, token })
const checkout: Schemas['NewCheckout'] = await tolbor.createCheckout(${JSON.stringify(tea())})
const { status } = await tolbor.retrieveCheckout(checkout.id)
const ids: number[] = []
for await (const { id } of tolbor.listCheckouts({ status: ['open'] })) ids.push(id)
const page: Schemas['CheckoutPage'] = await tolbor.listCheckouts()
const refused = await tolbor.createCheckout({ items: [] }).catch((error: unknown) => error)
const code = refused instanceof TolborError && refused.code === 'validation_failed' ? refused.code : ''
console.log(JSON.stringify({ status, found: ids.includes(checkout.id), onPage: page.data.length, code }))

export function handle(body: string, headers: Headers): string {
  const event: Event = webhooks.verify(body, headers, 'whsec_' + btoa('secret'))
  switch (event.type) {
    case 'checkout.completed':
      return event.data.object?.client_reference_id ?? ''
    case 'invoice.paid':
      // @ts-expect-error -- an invoice has no items
      return String(event.data.object?.items.length)
    default:
      return event.type
  }
}
export const wrong = async () => {
  // @ts-expect-error -- an id is a number
  await tolbor.retrieveCheckout('7')
  // @ts-expect-error -- the body is required
  await tolbor.createCheckout()
  // @ts-expect-error -- there is no such filter
  await tolbor.listCheckouts({ colour: 'red' })
  // @ts-expect-error -- there is no such code
  return refused instanceof TolborError && refused.code === 'no_money'
}
`

/** The steps after a change of the API, as in docs/architecture.md. */
const AFTER_A_CHANGE =
  'The API has changed: run "npm run client", and describe the change in views/docs/changes.hbs and CHANGELOG.md.'

describe('the published client package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-package-'))
  after(() => rmSync(folder, { recursive: true }))

  /** Runs a program and returns its output, even if it fails. */
  const output = (file: string, args: string[]): Promise<string> =>
    new Promise((done) => {
      execFile(file, args, { cwd: folder }, (_error, out, err) => done(out + err))
    })

  it('matches the present description of the API', async () => {
    for (const [name, text] of Object.entries(await generatedFiles())) {
      const path = `clients/node/src/generated/${name}`
      expect(readFileSync(path, 'utf8') === text, `${path} is out of date. ${AFTER_A_CHANGE}`).to.equal(true)
    }
  })

  it('compiles and runs after an installation from a running service, with two dependencies', async () => {
    // Its dependencies are packed from the installed ones: the test must not need a registry.
    const needed = [
      'openapi-fetch',
      'openapi-typescript-helpers',
      'standardwebhooks',
      '@stablelib/base64',
      'fast-sha256',
    ]
    const packages = ['clients/node', ...needed.map((name) => `node_modules/${name}`)].map((path) =>
      resolve(path),
    )
    const offline = {
      cwd: folder,
      env: { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false' },
    }
    const packed = await run('npm', ['pack', '--json', '--ignore-scripts', ...packages], offline)
    const tarballs = JSON.parse(packed.stdout) as { filename: string; files: { path: string }[] }[]
    const { files } = tarballs[0]!
    expect(files.map(({ path }) => path)).to.include.members([
      'README.md',
      'dist/index.js',
      'dist/index.d.ts',
    ])
    expect(
      files.filter(({ path }) => !/^(dist\/.*\.(d\.ts|js)|README\.md|package\.json)$/.test(path)),
    ).to.deep.equal([])

    writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
    const stop = await serveApp()
    try {
      // The package comes from a running service, as the README says; its dependencies are there already.
      const dependencies = tarballs.slice(1).map(({ filename }) => `./${filename}`)
      const install = ['install', '--no-fund', '--ignore-scripts']
      await run('npm', [...install, ...dependencies], offline)
      const closed = {
        ...process.env,
        npm_config_registry: 'http://127.0.0.1:9',
        npm_config_fetch_retries: '0',
      }
      const online = {
        cwd: folder,
        env: { ...closed, npm_config_audit: 'false', npm_config_cache: join(folder, 'cache') },
      }
      await run('npm', [...install, `${config().baseUrl}/client.tgz`], online)
      const installed = JSON.parse(readFileSync(join(folder, 'node_modules/tolbor/package.json'), 'utf8'))
      expect(Object.keys(installed.dependencies as object)).to.deep.equal([
        'openapi-fetch',
        'standardwebhooks',
      ])

      writeFileSync(join(folder, 'program.ts'), PROGRAM)
      const options = '--strict --target es2022 --module nodenext --types node --typeRoots'.split(' ')
      const args = [...options, resolve('node_modules/@types'), 'program.ts']
      expect(await output(resolve('node_modules/.bin/tsc'), args)).to.equal('')

      const shop = await givenMerchant()
      const api = `${config().baseUrl}/v1/projects/${shop.projectId}`
      expect(JSON.parse(await output('node', ['program.js', api, shop.tokens.test]))).to.deep.equal({
        status: 'open',
        found: true,
        onPage: 1,
        code: 'validation_failed',
      })
    } finally {
      stop()
    }
  })

  it('runs with nothing but web APIs', async () => {
    const { outputFiles } = await build({
      entryPoints: ['clients/node/dist/index.js'],
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'iife',
      globalName: 'client',
    })
    const stop = await serveApp()
    try {
      const shop = await givenMerchant()
      const settings = { api: `${config().baseUrl}/v1/projects/${shop.projectId}`, token: shop.tokens.test }
      const web = { fetch, Request, Response, Headers, URL, FormData, TextEncoder, TextDecoder }
      const timed = { AbortSignal, AbortController, setTimeout, clearTimeout, crypto }
      const worker = createContext({ ...web, ...timed, settings, order: tea() })
      const program = `${outputFiles[0]!.text}; (async () => (await new client.Tolbor(settings).createCheckout(order)).id)()`
      expect(await runInContext(program, worker)).to.be.a('number')
    } finally {
      stop()
    }
  })
})
