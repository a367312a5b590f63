import { type FieldError, fieldError, type IntegrationOutcome, type SavedAuthType, type SettingsOf } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertPublic, BlockedAddress } from '#platform/safe-fetch/safe-fetch.ts';
import type { ServiceConfig } from '../client/service.wire.ts';

/** Dependencies of a call to a service. */
export type ServiceDeps = { config: ServiceConfig };

/** Result of a test call. @property reason why one part of it does not work, where the other was tried all the same */
export type Tried = Pick<IntegrationOutcome, 'reply'> & Partial<Pick<IntegrationOutcome, 'embedding' | 'reason'>>;

/** A type of outside service: all that saving, listing and trying need to know of it. */
export type Kind<T extends SavedAuthType> = {
  authType: T;
  /** Settings as they are stored. @throws DomainError integration.invalid */
  check: (config: ServiceConfig, settings: SettingsOf<T>) => Promise<SettingsOf<T>>;
  /** Address that receives the secret: a stored secret is sent nowhere else. */
  addressOf: (settings: SettingsOf<T>) => string;
  /** True if the last characters of the secret are shown: true for a key, false for a password. */
  showsEnding: boolean;
  /** Uses the service once, really. @throws ServiceError with why it does not work */
  try: (deps: ServiceDeps, settings: SettingsOf<T>, secret: string) => Promise<Tried>;
};

export const invalid = (error: FieldError) => new DomainError('integration.invalid', error.message, { errors: [error] });

/** @throws DomainError integration.invalid for a name or an address that leads into a private network which the installation does not allow */
export async function assertReachable({ privateHosts }: ServiceConfig, field: string, address: string): Promise<void> {
  try {
    await assertPublic(address, privateHosts);
  } catch (error) {
    if (error instanceof BlockedAddress) throw invalid(fieldError(field, 'integration.private'));
    throw error;
  }
}

/** An address without a slash at its end: https, or of a host that the installation allows. @throws DomainError integration.invalid */
export async function checkBase(config: ServiceConfig, address: string, field = 'baseUrl'): Promise<string> {
  const trimmed = address.trim().replace(/\/+$/, '');
  const url = URL.parse(trimmed);
  const isAllowed = url !== null && config.privateHosts.includes(url.hostname);
  const isFit = url && !url.username && !url.password && !url.search && !url.hash;
  if (!isFit || !(url.protocol === 'https:' || (isAllowed && url.protocol === 'http:')))
    throw invalid(fieldError(field, 'integration.https'));
  await assertReachable(config, field, trimmed);
  return trimmed;
}

/** The same of an address for the sandbox, which a service may lack. */
export const checkSandbox = async (config: ServiceConfig, sandboxUrl: string): Promise<string> =>
  sandboxUrl.trim() === '' ? '' : checkBase(config, sandboxUrl, 'sandboxUrl');
