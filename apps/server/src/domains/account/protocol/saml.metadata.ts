import { type SamlProvider, ssoLimits } from '@parley/contract';
import { safeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { providerFailed } from '../connection/sso.errors.ts';
import { isUsableAddress, reasonOf, type WithConfig } from './oidc.ts';
import { readSamlMetadata } from './saml.task.ts';

const maxBytes = ssoLimits.metadataLength;
const timeoutMs = 10_000;

type Confining = Pick<EnterpriseContext, 'confined'>;

/** Metadata for SAML 2.0, of one provider, read where it can hold nobody up. @throws DomainError sso.provider_failed or input.too_costly */
async function parseMetadata({ confined }: Confining, xml: string): Promise<SamlProvider> {
  const read = await confined.run(readSamlMetadata, xml);
  if ('failure' in read) throw providerFailed(read.failure);
  return { ...read, certificates: read.certificates.slice(0, ssoLimits.certificates) };
}

/** Reads metadata from its address, or from what was typed. @throws DomainError sso.provider_failed or input.too_costly */
export async function readMetadata(
  deps: WithConfig,
  ctx: Confining,
  { address, xml }: { address: string; xml: string },
): Promise<SamlProvider> {
  if (address === '') return parseMetadata(ctx, xml);
  if (!isUsableAddress(deps, address)) throw providerFailed('the address of its metadata is not https');
  let text: string;
  try {
    const { status, body } = await safeFetch(address, { maxBytes, timeoutMs, maxRedirects: 3, allowedHosts: deps.config.privateHosts });
    if (status !== 200) throw new Error(`its metadata was answered with ${status}`);
    text = body.toString('utf8');
  } catch (error) {
    throw providerFailed(reasonOf(error), error);
  }
  return parseMetadata(ctx, text);
}
