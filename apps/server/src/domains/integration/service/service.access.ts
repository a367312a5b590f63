import { authTypes } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { vendorAddress } from '../client/gen-ai.client.ts';
import { type ServiceConfig, ServiceError } from '../client/service.wire.ts';
import { openSealed } from '../hook/webhook.send.ts';
import { accessIntegration, findSettings, sandboxOf, settingsOf } from '../integration/integration.repository.ts';
import { openSession } from './workflow.service.ts';

/** Address of a saved service, and the headers that authorize us. @property renew gives others, where those may have run out */
export type ServiceAccess = { baseUrl: string; headers: Record<string, string>; renew?: () => Promise<Record<string, string>> };

/** One of its addresses: the sandbox address is for walks there, and a service may lack it. */
export type ServiceAddress = 'base' | 'sandbox';

/** Returns which address of a service a walk of an environment calls. */
export async function addressFor(
  tx: Tx,
  enterpriseId: string,
  integrationId: string,
  environment: 'sandbox' | 'production',
): Promise<ServiceAddress> {
  if (environment === 'production') return 'base';
  const settings = await findSettings(tx, enterpriseId, integrationId);
  return settings && sandboxOf(settings) !== '' ? 'sandbox' : 'base';
}

/**
 * A saved service for callers below its address. Its secret goes nowhere else.
 * @throws DomainError integration.not_found; ServiceError for a service of a type that takes no such calls, and one that lets nobody in
 */
export async function openService(
  ctx: EnterpriseContext,
  deps: Pick<Deps, 'secrets'> & { config: ServiceConfig },
  integrationId: string,
  address: ServiceAddress,
): Promise<ServiceAccess> {
  const row = await ctx.read((tx) => accessIntegration(tx, ctx.enterpriseId, integrationId));
  const { secrets } = deps;
  const sandboxUrl = sandboxOf(row.settings);
  const isSandbox = address === 'sandbox';
  if (isSandbox && sandboxUrl === '') throw new ServiceError('The service has no address for the sandbox any more.');
  switch (row.authType) {
    case authTypes.webhook: {
      const { url } = row.settings as { url: string };
      return { baseUrl: isSandbox ? sandboxUrl : url, headers: openSealed(secrets, row.secret).headers };
    }
    case authTypes.genAi:
    case authTypes.speech: {
      const { baseUrl } = settingsOf(row) as { baseUrl: string };
      return {
        baseUrl: isSandbox ? sandboxUrl : baseUrl || vendorAddress,
        headers: { authorization: `Bearer ${secrets.decrypt(row.secret)}` },
      };
    }
    case authTypes.workflow: {
      const session = await openSession(ctx, deps, integrationId, isSandbox);
      const as = (token: string) => ({ 'authentication-token': token });
      return { baseUrl: session.baseUrl, headers: as(session.token), renew: async () => as(await session.renew()) };
    }
    default:
      throw new ServiceError('Services of this type take no calls.');
  }
}
