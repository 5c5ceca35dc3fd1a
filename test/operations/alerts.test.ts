import { spawnSync } from 'node:child_process'
import dns from 'node:dns'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Queue } from 'bullmq'
import { expect } from 'chai'
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise'
import request from 'supertest'
import { metrics as ownMetrics } from '../../common/runtime/metrics.ts'
import { queuePrefix } from '../../common/runtime/queues.ts'
import { connectRedis, redisInfo } from '../../common/runtime/redis.ts'
import { onConnection } from '../../db/sql.ts'
import { freePort } from '../../dev/ports.ts'
import { type Running, start } from '../../dev/processes.ts'
import { findCommand } from '../../dev/system.ts'
import { clean } from '../../worker/clean.ts'
import { startMailServer } from '../emails/mail-server.ts'
import { onServers } from '../support/engines.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import {
  closeReceivers,
  drain,
  givenEndpoint,
  givenReceiver,
  says,
  somethingHappens,
} from '../support/given/receiver.ts'
import { Service, until } from '../support/service.ts'
import { alertHistories, healthy } from './alert-histories.ts'

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

const RULES = 'deploy/prometheus/alerts.yml'
const rules = readFileSync(RULES, 'utf8')
const alerts = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name = '']) => name)
const folder = mkdtempSync('/tmp/tolbor-alerts-')

function promtool(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(findCommand('promtool')!, args, { encoding: 'utf8' })
  expect(status, stdout + stderr).to.equal(0)
}

describe('the alerts', () => {
  after(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('have a runbook in the guide, each with three lines, in the same order', () => {
    const guide = readFileSync('docs/guides/operations.md', 'utf8')
    const runbooks = guide
      .split(/^### (?=Tolbor)/m)
      .filter((text) => /^\w+\n\n- \*\*Means:\*\* [^]+\n- \*\*Look at:\*\* [^]+\n- \*\*Do:\*\* /.test(text))
      .map((text) => /^\w+/.exec(text)?.[0])
    expect(runbooks).to.deep.equal(alerts)
    const links = Array.from(rules.matchAll(/operations#(\w+)'/g), ([, anchor]) => anchor)
    expect(links).to.deep.equal(alerts.map((name) => name.toLowerCase()))
  })

  it('are valid for promtool', () => {
    promtool('check', 'rules', RULES)
  })

  it('fire after their time and not before, and not while all is well', () => {
    expect(alertHistories.map(({ alert }) => alert)).to.deep.equal(alerts)
    const firing = 'count by (alertname) (ALERTS{alertstate="firing"})'
    const tests = [
      {
        interval: '15s',
        input_series: healthy,
        promql_expr_test: [{ expr: firing, eval_time: '75m', exp_samples: [] }],
      },
      ...alertHistories.map(({ alert, series, quietAt, firesAt }) => ({
        interval: '15s',
        input_series: series,
        promql_expr_test: [
          { expr: firing, eval_time: quietAt, exp_samples: [] },
          { expr: firing, eval_time: firesAt, exp_samples: [{ labels: `{alertname="${alert}"}`, value: 1 }] },
        ],
      })),
    ]
    const file = `${folder}/test.yml`
    writeFileSync(
      file,
      JSON.stringify({ rule_files: [`${process.cwd()}/${RULES}`], evaluation_interval: '15s', tests }),
    )
    promtool('test', 'rules', file)
  })

  describe('in a running service', () => {
    let service: Service
    let root: Connection
    let mail: Awaited<ReturnType<typeof startMailServer>>
    /** Serves the metrics of this process, which takes the place of a third process. */
    let third: HttpServer
    let prometheus: Running | undefined
    let api: string
    let merchant: Merchant
    const targets: Record<'web' | 'worker' | 'third', string> = { web: '', worker: '', third: '' }

    before(async () => {
      mail = await startMailServer()
      merchant = await givenMerchant() // of this process
      const [webPort, workerPort] = [await freePort(), await freePort()]
      third = createServer((_request, response) => {
        void ownMetrics.metrics().then((text) => response.end(text))
      })
      await new Promise<void>((resolve) => third.listen(0, '127.0.0.1', resolve))
      Object.assign(targets, {
        web: `127.0.0.1:${webPort}`,
        worker: `127.0.0.1:${workerPort}`,
        third: `127.0.0.1:${(third.address() as AddressInfo).port}`,
      })
      service = await Service.start(
        {
          METRICS_PORT: String(webPort),
          SMTP_URL: mail.url,
          DB_POOL_MAX: '2',
          MAX_CONCURRENT_REQUESTS: '5',
        },
        { workers: 0, ownServer: true, lease: 20 },
      )
      root = await mysql.createConnection({ uri: service.ownDatabase!.url, multipleStatements: true })
      await useOwnUser()
      startWorker()
      await startPrometheus()
    })
    after(async () => {
      await prometheus?.stop()
      third.close()
      await mail.close()
      await root.end()
      await service.stop()
      closeReceivers()
    })

    /** Gives the service a user of its own, since root may write to a read-only server. */
    async function useOwnUser() {
      await root.query(`CREATE USER me@'%' IDENTIFIED BY 'pass';
        GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, INDEX, DROP ON *.* TO me@'%'`)
      const url = new URL(service.env.DATABASE_URL!)
      Object.assign(url, { username: 'me', password: 'pass' })
      service.env.DATABASE_URL = url.href
      await service.kill(service.web)
      await service.startWeb()
    }

    function startWorker(env: NodeJS.ProcessEnv = {}, cwd = '.') {
      service.startWorker(0, { METRICS_PORT: targets.worker.split(':')[1], ...env }, cwd)
    }

    /** Copies the build into a folder as another release. Returns the folder. */
    function otherRelease(version: string): string {
      const copy = `${folder}/${version}`
      cpSync('dist', `${copy}/dist`, { recursive: true })
      for (const name of ['node_modules', 'views']) symlinkSync(resolve(name), `${copy}/${name}`)
      const own = JSON.parse(readFileSync('package.json', 'utf8')) as object
      writeFileSync(`${copy}/package.json`, JSON.stringify({ ...own, version }))
      return copy
    }

    async function restartWorker(env: NodeJS.ProcessEnv = {}) {
      await service.workers.pop()!.stop()
      startWorker(env)
    }

    /** Limits the memory of each Redis server to a number of bytes, which can depend on those that it uses. */
    const limitRedis = (limit: (used: number) => number) =>
      onServers(service.redis.url, async (server) => {
        const used = Number((await redisInfo(server, 'memory')).get('used_memory'))
        await server.config('SET', 'maxmemory', limit(used))
      })

    const databaseName = () => new URL(service.env.DATABASE_URL!).pathname.slice(1)

    /** Starts Prometheus with the rules, which fire at once instead of after minutes. */
    async function startPrometheus() {
      const port = await freePort()
      api = `http://127.0.0.1:${port}`
      writeFileSync(`${folder}/alerts.yml`, rules.replaceAll(/for: \w+/g, 'for: 0s'))
      writeFileSync(
        `${folder}/prometheus.yml`,
        `global:
  scrape_interval: 1s
  evaluation_interval: 250ms
  scrape_timeout: 1s
  external_labels: { tolbor: '${service.url}' }
rule_files: [alerts.yml]
scrape_configs:
  - job_name: tolbor
    static_configs: [{ targets: ${JSON.stringify(Object.values(targets))} }]\n`,
      )
      prometheus = start(
        'prometheus',
        findCommand('prometheus')!,
        [
          `--config.file=${folder}/prometheus.yml`,
          `--storage.tsdb.path=${folder}/data`,
          `--web.listen-address=127.0.0.1:${port}`,
        ],
        { onLine: () => undefined },
      )
      await until(async () => (await get('/-/ready'))?.status === 200)
    }

    const get = (path: string) =>
      request(api)
        .get(path)
        .catch(() => undefined)

    interface Alert {
      state: string
      labels: { alertname: string }
      annotations: { summary: string; runbook_url: string }
    }

    async function firing(): Promise<Alert[]> {
      const { data } = ((await get('/api/v1/alerts'))?.body ?? {}) as { data?: { alerts: Alert[] } }
      return (data?.alerts ?? []).filter(({ state }) => state === 'firing')
    }

    async function isFiring(name: string): Promise<boolean> {
      return (await firing()).some(({ labels }) => labels.alertname === name)
    }

    const fires = (name: string) => until(() => isFiring(name))
    const ends = (name: string) => until(async () => !(await isFiring(name)))

    const read = async (address: string) => (await request(`http://${address}`).get('/metrics')).text
    const create = () => service.call('post', '/checkouts', tea())
    const newId = async () => (await create().expect(201)).body.data.id as number

    /** Completes checkouts, each with a receipt by email. */
    async function payMany(count: number) {
      for (let n = 0; n < count; n += 1)
        await service
          .call('post', `/checkouts/${await newId()}/pay`, { email: `bat${n}@example.mn` })
          .expect(200)
    }

    /** Waits until the metrics are scraped with their present values: a later increase is one. */
    async function scraped() {
      const since = Date.now() / 1_000
      const begun = `min(timestamp(up)) > ${since}` // the time at which a scrape begins
      await until(async () => {
        const found = await get(`/api/v1/query?query=${encodeURIComponent(begun)}`)
        return (found?.body.data?.result as unknown[] | undefined)?.length === 1
      })
    }

    it('do not fire while all is well', async () => {
      await until(async () => {
        const found = await get(`/api/v1/query?query=${encodeURIComponent('count(tolbor_due_rows) > 0')}`)
        return (found?.body.data.result as unknown[] | undefined)?.length === 1
      })
      await until(async () => (await firing()).length === 0)
    })

    it('and the dashboard use only metrics that the processes serve', async () => {
      const served = new Set(
        Array.from(
          `${await read(targets.web)}\n${await read(targets.worker)}`.matchAll(/^# TYPE (\w+)/gm),
          ([, name]) => name,
        ),
      )
      const { panels } = JSON.parse(readFileSync('deploy/grafana/tolbor.json', 'utf8')) as Dashboard
      const shown = panels.flatMap((panel) => panel.targets.map(({ expr }) => expr))
      const used = [rules, ...shown].map(
        (text) => text.match(/\b(?:tolbor|process|nodejs)_[a-z0-9_]+/g) ?? [],
      )
      for (const names of used) expect(names).to.have.length.above(0)
      for (const name of used.flat())
        expect(served.has(name) || served.has(name.replace(/_(?:bucket|sum|count)$/, '')), name).to.equal(
          true,
        )
    })

    it('leave no query of the dashboard that Prometheus refuses', async () => {
      const { panels } = JSON.parse(readFileSync('deploy/grafana/tolbor.json', 'utf8')) as Dashboard
      await create().expect(201)
      for (const { title, targets: queries } of panels)
        for (const { expr } of queries) {
          const query = encodeURIComponent(expr.replaceAll('$__rate_interval', '1m'))
          const { status, body } = (await get(`/api/v1/query?query=${query}`))!
          expect(status, `${title}: ${JSON.stringify(body)}`).to.equal(200)
        }
    })

    /** Breaks the thing until the alert fires, and then repairs it if later ones need it. They run in this order. */
    const breaks: Record<string, () => Promise<void>> = {
      async TolborDatabaseUnusable() {
        await root.query('SET GLOBAL read_only = 1')
        for (let n = 0; n < 3; n += 1) await create().expect(503)
        await fires('TolborDatabaseUnusable')
        await root.query('SET GLOBAL read_only = 0')
        await ends('TolborDatabaseUnusable')
        await service.rows("UPDATE migrations SET name = 'away' WHERE name = '0001-projects'")
        await fires('TolborDatabaseUnusable')
        await service.rows("UPDATE migrations SET name = '0001-projects' WHERE name = 'away'")
        await ends('TolborDatabaseUnusable')
        await restartWorker({ DATABASE_URL: `mysql://me:pass@127.0.0.1:${await freePort()}/tolbor` })
        await fires('TolborDatabaseUnusable')
        await restartWorker()
        await ends('TolborDatabaseUnusable')
      },
      async TolborDatabaseFull() {
        await root.query(
          `CREATE TRIGGER ${databaseName()}.full BEFORE INSERT ON ${databaseName()}.checkouts
           FOR EACH ROW SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1114`,
        )
        await create().expect(503)
        await fires('TolborDatabaseFull')
        await root.query(`DROP TRIGGER ${databaseName()}.full`)
      },
      TolborRequestsFail: () => fires('TolborRequestsFail'), // because of the two above
      async TolborInvariantViolated() {
        await service.rows("UPDATE checkouts SET status = 'complete' WHERE id = ?", [await newId()])
        await restartWorker() // it checks once a minute, and at its start
        await fires('TolborInvariantViolated')
      },
      async TolborWorkLate() {
        await service.rows(
          "INSERT INTO timers (project_id, kind, queue, subject_id, due_at) VALUES (?, 'of.tomorrow', 'lifecycle', 1, NOW(6) - INTERVAL 10 MINUTE)",
          [service.project.id],
        )
        await fires('TolborWorkLate')
        await service.rows("DELETE FROM timers WHERE kind = 'of.tomorrow'")
      },
      async TolborRedisUnusable() {
        await limitRedis(() => 1)
        await fires('TolborRedisUnusable')
        await limitRedis(() => 0)
        await ends('TolborRedisUnusable')
        await service.stopRedis()
        await fires('TolborRedisUnusable')
        await service.restartRedis()
        await ends('TolborRedisUnusable')
      },
      async TolborRedisNearlyFull() {
        await limitRedis((used) => Math.round(1.15 * used))
        await fires('TolborRedisNearlyFull')
        await limitRedis(() => 0)
      },
      async TolborProviderFails() {
        const qpay = { enabled: true, username: 'SHOP', password: 'pass', invoice_code: 'SHOP_INVOICE' }
        await service.call('patch', '', { payment_methods: { qpay: { test: qpay } } }).expect(200)
        // The environment of tests has a closed port as the address of QPay.
        for (let n = 0; n < 8; n += 1)
          await service
            .call('post', `/checkouts/${await newId()}/pay`, {
              payment_method: 'qpay',
              email: 'bat@example.mn',
            })
            .expect(200)
        await fires('TolborProviderFails')
      },
      async TolborProviderDisagrees() {
        await service.rows(
          "INSERT INTO payment_discrepancies (payment_id, kind, said, found_at) VALUES (1, 'received_differs', 'paid 5', NOW(6))",
        )
        await fires('TolborProviderDisagrees')
      },
      async TolborRequestsSlow() {
        await whileRequestsWait(() => pause(2_500))
        await fires('TolborRequestsSlow')
      },
      TolborOverloaded: () => fires('TolborOverloaded'), // because of the many requests that waited
      TolborPoolExhausted: () => whileRequestsWait(() => fires('TolborPoolExhausted')),
      async TolborConnectionsNearlyUsed() {
        const [rows] = await root.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Threads_connected'")
        const most = Math.max(10, Math.floor(Number(rows[0]!.Value) / 0.9))
        await root.query('SET GLOBAL max_connections = ?', [most])
        await fires('TolborConnectionsNearlyUsed')
        await root.query('SET GLOBAL max_connections = 500')
      },
      async TolborProcessBlocked() {
        const { pid } = service.web!
        const blocking = setInterval(() => {
          process.kill(pid, 'SIGSTOP')
          setTimeout(() => process.kill(pid, 'SIGCONT'), 900)
        }, 1_100)
        await fires('TolborProcessBlocked').finally(() => {
          clearInterval(blocking)
        })
        await pause(1_000)
        process.kill(pid, 'SIGCONT')
      },
      async TolborQueueStuck() {
        const connection = connectRedis('worker', service.redis.url)
        const queue = new Queue('clocks', { connection, prefix: queuePrefix('clocks') })
        await queue.setGlobalConcurrency(0)
        await queue.add('turn', { group: 1, lane: 0 }, { timestamp: Date.now() - 600_000 })
        await fires('TolborQueueStuck')
        await queue.removeGlobalConcurrency()
        await queue.close()
        connection.disconnect()
      },
      async TolborJobsFail() {
        await service.rows('RENAME TABLE test_clocks TO test_clocks_away')
        const fail = async (ids: number[]) => {
          for (const id of ids)
            await service.rows(
              "INSERT INTO timers (project_id, kind, queue, subject_id, due_at) VALUES (?, 'clock.delete', 'clocks', ?, NOW(6))",
              [service.project.id, id],
            )
        }
        await fail([1])
        await until(async () => (await service.count('timers WHERE tries > 0')) > 0)
        await scraped()
        await fail([2, 3, 4, 5, 6, 7, 8, 9])
        await fires('TolborJobsFail')
        await service.rows("DELETE FROM timers WHERE kind = 'clock.delete'")
        await service.rows('RENAME TABLE test_clocks_away TO test_clocks')
      },
      async TolborEmailsGivenUp() {
        mail.script.recipient = Array.from({ length: 8 }, () => 550)
        await payMany(8)
        await fires('TolborEmailsGivenUp')
      },
      async TolborMailServerFails() {
        await mail.close()
        await payMany(1)
        const retried = "emails WHERE status = 'pending' AND tries > 0"
        await until(async () => (await service.count(retried)) > 0)
        await service.rows(
          "UPDATE emails SET due_since = NOW(6) - INTERVAL 1 HOUR, due_at = NOW(6) + INTERVAL 1 HOUR WHERE status = 'pending'",
        )
        await fires('TolborMailServerFails')
      },
      async TolborReceiversFail() {
        const { url } = await givenReceiver(says(500))
        await service.call('post', '/webhook-endpoints', { url }).expect(201)
        for (let n = 0; n < 6; n += 1) await service.call('post', `/checkouts/${await newId()}/expire`)
        await fires('TolborReceiversFail')
      },
      async TolborWebhooksLate() {
        const { url } = await givenReceiver(says(200))
        const { body } = await service.call('post', '/webhook-endpoints', { url }).expect(201)
        const { id } = body.data as { id: number }
        await service.rows(
          "UPDATE webhook_endpoints SET draining_until = NOW(6) + INTERVAL 50 SECOND, drain_token = 'another worker hangs' WHERE id = ?",
          [id],
        )
        await service.call('post', `/checkouts/${await newId()}/expire`)
        await service.rows(
          'UPDATE webhook_deliveries SET due_at = NOW(6) - INTERVAL 10 MINUTE WHERE endpoint_id = ?',
          [id],
        )
        await fires('TolborWebhooksLate')
      },
      async TolborNetworkDown() {
        const endpoint = await givenEndpoint(merchant, 'http://shop.example/hooks')
        await somethingHappens(merchant)
        const nameServers = dns.getServers()
        dns.setServers(['127.0.0.1:1'])
        await drain(endpoint, { allowPrivate: false, isPublic: () => true })
        dns.setServers(nameServers)
        await fires('TolborNetworkDown')
      },
      async TolborCleaningFails() {
        await onConnection((sql) => sql.run('RENAME TABLE portal_links TO portal_links_away'))
        await clean(new AbortController().signal)
        await scraped()
        for (let n = 0; n < 3; n += 1) await clean(new AbortController().signal)
        await onConnection((sql) => sql.run('RENAME TABLE portal_links_away TO portal_links'))
        await fires('TolborCleaningFails')
      },
      async TolborReplicaNotUsed() {
        service.env.DATABASE_READ_URL = `mysql://me@127.0.0.1:${await freePort()}/tolbor`
        await service.kill(service.web)
        await service.startWeb()
        await fires('TolborReplicaNotUsed')
      },
      async TolborMixedReleases() {
        const other = otherRelease('0.0.9')
        await service.workers.pop()!.stop()
        startWorker({}, other)
        await fires('TolborMixedReleases')
        const [alert] = (await firing()).filter(({ labels }) => labels.alertname === 'TolborMixedReleases')
        expect(alert!.annotations.summary).to.equal('Processes of 2 releases run at the same time')
      },
      async TolborNoWorker() {
        await service.workers.pop()!.stop()
        await fires('TolborNoWorker')
      },
      async TolborProcessDown() {
        await service.kill(service.web)
        await fires('TolborProcessDown')
      },
    }

    it('are each made to fire below', () => {
      expect(Object.keys(breaks)).to.have.members(alerts)
    })

    /** These break the process of the tests, not the service. They run while the first one waits for checks of every 10 s. */
    const ASIDE = ['TolborNetworkDown', 'TolborCleaningFails']
    const begun = new Map<string, Promise<void>>()
    function beginAside() {
      let last = Promise.resolve()
      for (const name of ASIDE) {
        last = last.catch(() => undefined).then(breaks[name])
        last.catch(() => undefined) // its own test fails
        begun.set(name, last)
      }
    }

    for (const [name, breakIt] of Object.entries(breaks))
      it(`${name} fires when the thing breaks`, async () => {
        if (begun.size === 0) beginAside()
        await (begun.get(name) ?? breakIt())
      })

    it('link to their runbook on the pages of the service', async () => {
      const { annotations } = (await firing()).find(({ labels }) => labels.alertname === 'TolborNoWorker')!
      expect(annotations.runbook_url).to.equal(`${service.url}/docs/guides/operations#tolbornoworker`)
      await service.startWeb()
      const { text } = await request(service.url).get('/docs/guides/operations').expect(200)
      for (const name of alerts) expect(text).to.include(`id="${name.toLowerCase()}"`)
    })

    /** Holds a table during `work`, while 30 requests wait for it. */
    async function whileRequestsWait(work: () => Promise<unknown>) {
      await root.query('LOCK TABLES ?? WRITE', [`${databaseName()}.checkouts`])
      const many = Array.from({ length: 30 }, () => create().catch(() => undefined))
      try {
        await work()
      } finally {
        await root.query('UNLOCK TABLES')
      }
      await Promise.all(many)
    }
  })
})
