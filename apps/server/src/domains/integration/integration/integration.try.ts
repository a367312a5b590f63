import { isDeepStrictEqual } from 'node:util';
import { type IntegrationOutcome, type IntegrationTest, integrationSettings, type SavedAuthType } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { ServiceError } from '../client/service.wire.ts';
import { kindOf } from '../kind/integration.kinds.ts';
import type { Tried } from '../kind/kind.ts';
import { integrationRecord } from './integration.record.ts';
import { accessIntegration, settingsOf } from './integration.repository.ts';
import { givenSecret } from './integration.secret.ts';
import { assertSecretStays, assertType, noteOutcome } from './integration.service.ts';

/**
 * Tries a service as a form holds it; nothing is saved. Without a secret in the form the stored one goes, to the address that it was given
 * for and to no other. That it was tried is in the trail, and of what is stored just so, in the list too.
 * @throws DomainError integration.invalid, integration.not_found
 */
export async function tryIntegration(
  ctx: Ctx,
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  form: IntegrationTest,
): Promise<IntegrationOutcome> {
  const authType = form.authType as SavedAuthType;
  const kind = kindOf(authType);
  assertType(ctx.actor, authType);
  const typed = givenSecret(form);
  const settings = await kind.check(config, integrationSettings[authType].parse(form) as never);
  const stored = form.id === undefined ? undefined : await ctx.read((tx) => accessIntegration(tx, ctx.enterpriseId, form.id as string));
  // The sandbox's address is not tried, so the secret does not go there.
  if (stored && typed === '') assertSecretStays(stored, authType, { ...settings, sandboxUrl: '' });
  const secret = typed || (stored && stored.secret !== '' ? secrets.decrypt(stored.secret) : '');
  const startedAt = performance.now();
  const {
    reply,
    reason = '',
    embedding = null,
  } = await kind.try({ config }, settings as never, secret).catch((error: unknown): Tried => {
    if (!(error instanceof ServiceError)) throw error;
    return { reply: '', reason: error.message };
  });
  const failure = reason || (embedding?.reason ?? '');
  const id = stored?.integrationId ?? newId();
  await ctx.transaction((tx) => {
    recordChange(ctx, tx, { record: integrationRecord, id, action: 'test', name: form.name.trim(), reason: failure });
    return Promise.resolve();
  });
  const isAsStored = stored && typed === '' && isDeepStrictEqual(settings, settingsOf(stored));
  if (isAsStored) await noteOutcome(ctx, stored.integrationId, failure);
  return { isWorking: reason === '', reason, tookMs: Math.round(performance.now() - startedAt), reply, embedding };
}
