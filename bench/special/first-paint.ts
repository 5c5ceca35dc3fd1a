import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from 'playwright-core'
import { closeDatabase } from '../../db/connection.ts'
import { BODY, createShop } from '../fill/shop.ts'
import { machine } from '../report/machine.ts'
import { median } from '../result.ts'
import { endChildren, startWeb } from '../run/children.ts'

/** Milliseconds that the network adds to each response, as a phone far from a mast has. */
const LATENCY = 400
const VISITS = 9

/**
 * Measures when a phone first shows the payment page, without anything in its cache, next to a page of one line from a bare
 * server. `npm run bench -- first-paint` runs it.
 */
async function main(): Promise<void> {
  const { projectId, token } = await createShop()
  const { url } = await startWeb('service')
  const response = await fetch(`${url}/v1/projects/${projectId}/checkouts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: BODY,
  })
  const { data } = (await response.json()) as { data: { url: string } }
  const floor = createServer((_request, answer) => {
    answer.setHeader('Content-Type', 'text/html')
    answer.end('<!doctype html><title>Floor</title><p>Pay')
  }).listen(0, '127.0.0.1')
  await once(floor, 'listening')
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const pages = {
    floor: `http://127.0.0.1:${(floor.address() as AddressInfo).port}/`,
    'payment page': url + new URL(data.url).pathname,
  }
  const times: Record<string, number[]> = {}
  try {
    for (let visit = 0; visit < VISITS; visit += 1)
      for (const [name, address] of Object.entries(pages))
        (times[name] ??= []).push(await firstPaint(browser, address))
  } finally {
    await browser.close()
    floor.close()
  }
  console.log(`First contentful paint with ${LATENCY} ms of latency, ${VISITS} visits in turns`)
  console.log(machine())
  for (const [name, all] of Object.entries(times))
    console.log(
      `${name}: median ${Math.round(median(all))} ms, from ${Math.round(Math.min(...all))} to ${Math.round(Math.max(...all))}`,
    )
}

/** Returns the milliseconds from the start of the visit until the first content is painted. */
async function firstPaint(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } })
  try {
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
    await network.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: LATENCY, ...unlimited },
    })
    await page.goto(address)
    return await page.evaluate<number>(
      `new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('Nothing was painted within 30 s.')), 30_000)
      new PerformanceObserver((list) => {
        const [paint] = list.getEntriesByName('first-contentful-paint')
        if (paint) resolve(paint.startTime)
      }).observe({ type: 'paint', buffered: true })
    })`,
    )
  } finally {
    await context.close()
  }
}

try {
  await main()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await endChildren()
  await closeDatabase()
}
