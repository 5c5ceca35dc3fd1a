import { methodCheck } from '../../../common/methods/object.ts'
import { checkMethod } from '../../../common/services/payments/check-method.ts'
import { getProject } from '../../../common/services/projects/find.ts'
import { onConnection } from '../../../db/sql.ts'
import { asks, type Endpoint } from '../../endpoint.ts'
import { one } from '../../openapi/reply.ts'

export const paymentMethodEndpoints: Endpoint[] = [
  asks(
    {
      method: 'post',
      path: '/payment-methods/:payment_method/check',
      name: 'checkPaymentMethod',
      summary: 'Check how a payment method is set up',
      description:
        "Returns the missing settings in the mode of the token, and asks the method's provider whether it accepts payments with these settings. Nothing is paid. A successful answer of the provider is cached for a minute.",
      answers: { 200: one(methodCheck) },
      refuses: [],
    },
    async (request) => {
      const { project, isTest } = request.scope
      const fresh = await onConnection((sql) => getProject(sql, project.id))
      const checked = await checkMethod({ project: fresh, isTest }, request.param('payment_method'))
      return { data: checked }
    },
  ),
]
