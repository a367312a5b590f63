import { integrationSecrets, type SavedAuthType } from '@parley/contract';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { kindOf } from '../kind/integration.kinds.ts';

/** Secret fields of a form; the type decides which of them counts. */
export type GivenSecrets = { authType: number; apikey: string; password: string; secret: string };
export type Sealed = { secret?: string; secretEnding?: string };

const longEnough = 12;

export function givenSecret(form: GivenSecrets): string {
  const { field } = integrationSecrets[form.authType as SavedAuthType];
  // A password may begin or end with a space; a key that does was copied so.
  return field === 'password' ? form.password : form[field].trim();
}

/** A secret as it is stored; none is given: the stored one stays. The end of a short key would tell too much of it. */
export function sealSecret(secrets: Secrets, form: GivenSecrets): Sealed {
  const given = givenSecret(form);
  if (given === '') return {};
  const { showsEnding } = kindOf(form.authType as SavedAuthType);
  return { secret: secrets.encrypt(given), secretEnding: showsEnding && given.length >= longEnough ? given.slice(-4) : '' };
}
