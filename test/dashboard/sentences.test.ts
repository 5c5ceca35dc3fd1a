import { expect } from 'chai'
import { render } from '../../api/pages/render.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { dashboardStates } from './states.ts'

/** Returns the HTML of a state, and its text. */
function shown(state: string): { html: string; text: string } {
  const { template, view } = dashboardStates[state]!('en')
  const html = render(template, view)
  return { html, text: textOf({ text: html }) }
}

describe('sentences of the dashboard', () => {
  it('say in the history to whom an email was sent, or that it was not', () => {
    const { text } = shown('dashboard-payment')
    expect(text)
      .to.include('The email with the details for the payment was sent to saraa@example.mn')
      .and.include('The receipt could not be sent to saraa@example.mn')
  })

  it('mark in the history what failed, and nothing else', () => {
    const failures = (state: string) =>
      Array.from(shown(state).html.matchAll(/<li class="bad">(.*?)<\/li>/gs), ([, html = '']) =>
        textOf({ text: html }),
      )
    const [unsent, unanswered, ...others] = failures('dashboard-payment')
    expect(unanswered).to.include('Your server did not receive the message “The order was paid”')
    expect(unsent).to.include('The receipt could not be sent')
    expect(others).to.deep.equal([])
    expect(failures('dashboard-payment-refunded').join('\n')).to.match(/The refund of \S+ failed/)
    expect(failures('dashboard-payment-rejected').join('\n')).to.include('the money has not arrived')
  })

  it('name each day of the history once, and end it with the messages that the server received', () => {
    const { html } = shown('dashboard-payment-paid')
    const times = Array.from(html.matchAll(/<span class="hint when">(.*?)<\/span>/g), ([, time = '']) =>
      time.replaceAll('\u00a0', ' '),
    )
    const days = times.filter((time) => time.includes('2026'))
    expect(new Set(days).size).to.equal(days.length)
    expect(times.filter((time) => /^\d\d:\d\d$/.test(time))).not.to.deep.equal([])
    const lines = Array.from(html.matchAll(/<li.*?<\/li>/gs), ([line]) => line)
    expect(lines.findIndex((line) => line.includes('Messages to your server'))).to.equal(lines.length - 1)
  })

  it('have one line for the attempts of a delivery in the history', () => {
    const { html } = shown('dashboard-payment-paid')
    const lines = Array.from(html.matchAll(/<li.*?<\/li>/gs), ([line]) => line)
    const aboutOrder = lines.filter((line) => line.includes('message “The order was paid”'))
    expect(aboutOrder).to.have.length(1)
    expect(aboutOrder[0]).to.include('Attempts: 2')
    expect(html).not.to.include('was told “The order was paid”')
  })

  it('show the only action of an object next to its title, not in a menu of one entry', () => {
    const { html, text } = shown('dashboard-invoice-just-sent')
    expect(text)
      .to.include('Void the invoice')
      .and.not.match(/\bMore\b/)
    expect(html).to.match(/<summary class="small danger">Void the invoice/)
  })

  it('lead from a problem that a notice names to the page that solves it', () => {
    expect(shown('dashboard-invoice-not-delivered').html).to.match(
      /<a class="small main" href="[^"]*\/customers\/\d+\/edit[^"]*">Correct the address/,
    )
    expect(shown('dashboard-invoice-draft').html).to.match(
      /<a class="small main" href="[^"]*\/edit[^"]*">Edit/,
    )
  })

  it('do not say that a decided payment waits', () => {
    const { text } = shown('dashboard-payment-paid')
    expect(text)
      .to.include('was added to the payments to check')
      .and.not.match(/waits? for/)
  })

  it('say how much money was confirmed if it is not the amount of the payment', () => {
    expect(shown('dashboard-payment-ugly').text).to.include('You confirmed $250.00 with reference')
    expect(shown('dashboard-payment-paid').text).to.include('You confirmed it on')
  })

  it('say why a refund failed, and lead an owner to the next try with the same amount', () => {
    const { html, text } = shown('dashboard-payment-refunded')
    expect(text)
      .to.match(/The refund of \S+ failed/)
      .and.include('Choose “Refund again”. If you have sent the money yourself, tick the box there.')
    expect(html).to.match(/name="refund_amount" value="5,000"/)
  })

  it('tell staff, who may not refund, to ask an owner', () => {
    const { html, text } = shown('dashboard-payment-refund-failed')
    expect(text).to.include('QPay has too little money').and.include('Ask an owner')
    expect(html).not.to.include('name="refund_amount"')
  })

  it('show the days of a promotion code as they were typed', () => {
    const { text } = shown('dashboard-code-terms')
    expect(text).to.match(/First day\s+1 May 2026\s+Last day\s+31 May 2026\s/)
  })

  it('put the button that confirms a statement before its lines', () => {
    const { html } = shown('dashboard-import-ready')
    const [button, lines] = [html.indexOf('value="confirm"'), html.indexOf('<table')]
    expect(button).to.be.above(0).and.below(lines)
  })

  it('advise dates that begin with the year where the dates of a statement cannot be read', () => {
    expect(shown('dashboard-import-columns').text).to.include('Dates that begin with the year')
  })

  for (const [state, happened, next] of [
    ['missing', 'nothing with this number', 'Look for it in the list'],
    ['unknown', 'may have been mistyped', 'Choose a page from the menu'],
    ['denied', 'not a member of this shop', 'ask an owner of the shop'],
    ['denied-role', 'does not include this', 'Ask an owner of the shop'],
    ['ended', 'Your last action was not saved.', 'ask an owner of the shop'],
  ] as const)
    it(`say on the page ${state} what happened, then what to do`, () => {
      const { html } = shown(`dashboard-${state}`)
      const [first, second, action] = html
        .slice(html.indexOf('<h1'))
        .split(/<p[ >]/)
        .slice(1)
      expect(first).to.include(happened)
      expect(second).to.include(next)
      expect(action).to.match(/^class="actions"><a class="primary" /)
    })

  it('distinguish an endpoint that we turned off', () => {
    const { text } = shown('dashboard-endpoints')
    expect(text.match(/ Off /g)).to.have.length(1)
    expect(text.match(/Turned off by us/g)).to.have.length(1)
  })

  it('show changes of a member with old and new values', () => {
    const { text } = shown('dashboard-member')
    expect(text).to.include('made oyuna@demo.test an owner').and.include('Role: Viewer → Owner')
  })

  it('show the lines of an order with price, quantity, amount and total', () => {
    const { html, text } = shown('dashboard-checkout-paid')
    expect(text)
      .to.include('₮25,000 × 2')
      .and.include('₮50,000')
      .and.match(/Total\s+₮48,000/)
    expect(html).to.include('hills-96x64.png')
  })

  it('have the endpoint of each delivery', () => {
    expect(shown('dashboard-deliveries').text)
      .to.include('shop.example.org/webhooks')
      .and.include('The endpoint was deleted')
  })
})

describe('long words of the dashboard', () => {
  it('may break after a dot, a slash and an @, and nowhere in a tag or an entity', () => {
    const { html } = shown('dashboard-deliveries')
    expect(html).to.include('checkout.<wbr>completed').and.include('shop.<wbr>example.<wbr>org')
    expect(html).not.to.match(/href="[^"]*<wbr>/)
  })

  it('stay whole between https:// and the name of the server', () => {
    const { html } = shown('dashboard-endpoints')
    expect(html).to.include('https://shop.<wbr>example')
  })
})
