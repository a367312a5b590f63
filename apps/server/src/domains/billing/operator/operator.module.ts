import { endpoints } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { isBearer } from '#platform/http/bearer.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { route } from '#platform/http/route.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import type { Module } from '../../../module.ts';
import { creditInvoice } from '../invoice/invoice.service.ts';
import { addOperatorRates, correct, getAccount, listAccounts, type OperatorContext, saveAccount } from './operator.service.ts';

const calls = endpoints.operator;

/** Refuses a call without the configured token as an unknown path: nobody learns whether there is such a call. */
function assertOperator({ config }: Deps, request: FastifyRequest): void {
  if (!isBearer(request.headers.authorization, config.operatorToken))
    throw new DomainError('route.not_found', 'The API has no such call.', {});
}

export const operator: Module = {
  name: 'operator',
  routes(app, deps) {
    const open = (
      request: FastifyRequest,
      enterpriseId: string,
      mark: (typeof calls)[keyof typeof calls],
      reason = '',
    ): OperatorContext => {
      assertOperator(deps, request);
      const watch = deps.watch?.({ name: `${mark.method} ${mark.path}`, mark: 'audit' in mark ? mark.audit : undefined });
      const by = { kind: 'operator', name: '' } as const;
      return { ...enterpriseContext(deps, enterpriseId, watch), by, requestId: request.id, address: request.ip, reason };
    };
    route(app, calls.listAccounts, async (_ctx, { request, query }) => {
      assertOperator(deps, request);
      return listAccounts({ db: deps.db, contextOf: (enterpriseId) => enterpriseContext(deps, enterpriseId) }, query);
    });
    route(app, calls.getAccount, (_ctx, { request, params }) => getAccount(open(request, params.enterpriseId, calls.getAccount)));
    route(app, calls.saveAccount, (_ctx, { request, params, body: { version, reason, ...change } }) =>
      saveAccount(open(request, params.enterpriseId, calls.saveAccount, reason), change, version),
    );
    route(app, calls.addRates, (_ctx, { request, params, body }) =>
      addOperatorRates(open(request, params.enterpriseId, calls.addRates), new Date(body.validFrom), body.rates),
    );
    route(app, calls.creditNote, (_ctx, { request, params, body }) =>
      creditInvoice(open(request, params.enterpriseId, calls.creditNote), deps.config.invoiceSeller, params.invoiceId, body),
    );
    route(app, calls.correct, (_ctx, { request, params, body }) => correct(open(request, params.enterpriseId, calls.correct), body));
  },
};
