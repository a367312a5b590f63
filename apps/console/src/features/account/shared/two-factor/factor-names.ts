import { factorKinds } from '@parley/contract';

/** The word of each kind of factor, among those of setting one up. */
export const factorNames = {
  [factorKinds.email]: 'mail',
  [factorKinds.app]: 'app',
  [factorKinds.passkey]: 'passkey',
  [factorKinds.recovery]: 'app',
} as const;
