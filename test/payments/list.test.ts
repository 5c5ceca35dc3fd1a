import { expect } from 'chai'
import type { PaymentObject } from '../../common/domain/payments/object.ts'
import { onConnection } from '../../db/sql.ts'
import { explain } from '../support/explain.ts'
import { givenCustomer, givenTransferShop, tea } from '../support/given/merchant.ts'
import { givenTransfer } from '../support/given/transfer.ts'
import { statementsOf } from '../support/statements.ts'

/** Creates two transfers of a shop. The first has a customer and a client reference. */
async function givenTwo() {
  const shop = await givenTransferShop()
  const customer_id = await givenCustomer(shop, { email: 'bat@example.com' })
  const first = await givenTransfer(shop, { ...tea(), customer_id, client_reference_id: 'ORDER-42' })
  const second = await givenTransfer(shop, tea(2))
  const find = async (query: string) => {
    const { body } = await shop.get(`/payments?${query}`).expect(200)
    return (body.data as PaymentObject[]).map(({ id }) => (id === first.paymentId ? 1 : 2))
  }
  return { shop, customer_id, first, second, find }
}

describe('payments', () => {
  it('are found by reference, amount, customer, email, status and method', async () => {
    const { shop, customer_id, first, find } = await givenTwo()
    const { reference } = await first.payment()
    expect(await first.payment()).to.include({ customer_id, client_reference_id: 'ORDER-42' })
    expect(await find(`reference=${reference}`)).to.deep.equal([1])
    expect(await find('amount=50000')).to.deep.equal([2])
    expect(await find('amount=1')).to.deep.equal([])
    expect(await find('client_reference_id=ORDER-42')).to.deep.equal([1])
    expect(await find('client_reference_id=order-42')).to.deep.equal([])
    expect(await find(`customer_id=${customer_id}`)).to.deep.equal([1])
    expect(await find('customer_email=BAT@example.com')).to.deep.equal([2, 1])
    expect(await find('customer_email=b\u00e1t@example.com')).to.deep.equal([])
    expect(await find('status=started,pending&method=bank_transfer&amount=25000')).to.deep.equal([1])
    for (const wrong of ['method=gold', 'amount=0', 'amount=a', 'customer_id=x', 'status=open'])
      expect((await shop.get(`/payments?${wrong}`)).status, wrong).to.equal(422)
  })

  it('include the customer and client reference if an older release created them', async () => {
    const { shop, customer_id, first } = await givenTwo()
    await onConnection((sql) =>
      sql.run('UPDATE payments SET customer_id = NULL, client_reference_id = NULL WHERE project_id = ?', [
        shop.projectId,
      ]),
    )
    expect(await first.payment()).to.include({ customer_id, client_reference_id: 'ORDER-42' })
  })

  it('are found with an index for each filter', async () => {
    const { shop } = await givenTwo()
    const filters = {
      'reference=726741': 'payments_by_reference',
      'amount=7': 'payments_amount',
      'client_reference_id=A': 'payments_order',
      'customer_id=7': 'payments_customer',
      'customer_email=a@x.mn': 'payments_email',
    }
    for (const [query, index] of Object.entries(filters)) {
      const [select] = (await statementsOf(() => shop.get(`/payments?${query}`))).filter((text) =>
        text.startsWith('SELECT id FROM payments'),
      )
      const [plan] = await explain(select!)
      expect(plan!.possible_keys!.split(','), query).to.include(index)
    }
  })
})
