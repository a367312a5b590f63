import type { AudienceBreakdown } from '@parley/contract';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { judgeAll } from '../../messaging/door.ts';
import { type AskedAudience, hasOwnAddresses, peopleOf } from './audience.people.ts';

/** Whom the audience means, and what the gate would say of each now: counted by one question, however many they are. */
export async function countPeople(
  ctx: EnterpriseContext,
  tx: Tx,
  asked: AskedAudience,
  { channelId, isMarketing }: { channelId: string; isMarketing: boolean },
): Promise<AudienceBreakdown> {
  const { channelType } = asked;
  const isUnique = await hasOwnAddresses(tx, ctx.enterpriseId, asked);
  const counts = await judgeAll(ctx, tx, { channelId, channelType, isMarketing }, { rows: peopleOf(ctx.enterpriseId, asked), isUnique });
  const sum = (wanted: (typeof counts)[number]['verdict']) =>
    counts.reduce((total, { verdict, count }) => (verdict === wanted ? total + count : total), 0);
  const byCountry = new Map<string, number>();
  for (const { verdict, sample, count } of counts) {
    if (verdict !== 'reachable') continue;
    const country = parsePhoneNumberFromString(sample)?.country ?? '';
    byCountry.set(country, (byCountry.get(country) ?? 0) + count);
  }
  return {
    total: counts.reduce((total, { count, repeats }) => total + count + repeats, 0),
    excluded: sum('excluded'),
    invalid: sum('invalid'),
    duplicates: counts.reduce((total, { repeats }) => total + repeats, 0),
    blocked: sum('blocked'),
    optedOut: sum('opted_out'),
    capped: sum('capped'),
    reachable: sum('reachable'),
    byCountry: [...byCountry]
      .map(([country, count]) => ({ country, count }))
      .sort((a, b) => b.count - a.count || (a.country < b.country ? -1 : 1)),
  };
}
