import { factorKinds } from '@parley/contract';
import { defineRecord } from '#platform/audit/record.ts';
import { countRecoveryCodes, listFactors } from './factor.repository.ts';

const kindNames = new Map<number, string>(Object.entries(factorKinds).map(([name, kind]) => [kind, name]));

/** The second factors of one user; their secrets are in no entry. */
export const factorRecord = defineRecord({
  kind: 'factor',
  module: 'account',
  tables: ['userFactors', 'recoveryCodes'],
  fields: { user: 'plain', factors: 'plain', recoveryCodes: 'plain' },
  async read(tx, enterpriseId, userId) {
    const user = await tx
      .selectFrom('users')
      .select('name')
      .where('enterpriseId', '=', enterpriseId)
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (!user) return undefined;
    const factors = await listFactors(tx, enterpriseId, userId);
    return {
      user: user.name,
      factors: factors.map(({ kind, name }) => [kindNames.get(kind), name].filter(Boolean).join(' ')),
      recoveryCodes: (await countRecoveryCodes(tx, enterpriseId, userId)).left,
    };
  },
  nameOf: ({ user }) => String(user),
});
