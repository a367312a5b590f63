import type { AudienceBreakdown } from '@parley/contract';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { judgeAll } from '../../messaging/door.sql.ts';
import type { RunMessage } from '../../messaging/door.talk.ts';
import type { AskedAudience } from './audience.ask.ts';
import { askLacks } from './audience.lacks.ts';
import { hasOwnAddresses, peopleOf } from './people.repository.ts';

export type Contents = readonly { message: RunMessage }[];

/**
 * Counts the people of the audience by the gate's current verdict, in one query of any size.
 * @param contents what is to be sent, any of them to anybody; undefined: that is not known yet
 */
export async function countPeople(
  ctx: EnterpriseContext,
  tx: Read,
  asked: AskedAudience,
  { channelId, isMarketing, contents }: { channelId: string; isMarketing: boolean; contents?: Contents },
): Promise<AudienceBreakdown> {
  const { enterpriseId } = ctx;
  const { channelType, audience } = asked;
  const isUnique = await hasOwnAddresses(tx, enterpriseId, asked);
  const lacks = contents && (await askLacks(tx, enterpriseId, audience, contents));
  const people = { rows: peopleOf(enterpriseId, { ...asked, lacks }), isUnique, hasNeeds: lacks !== undefined };
  const counts = await judgeAll(ctx, tx, { channelId, channelType, isMarketing }, people);
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
    ...(contents ? { missing: sum('missing') } : {}),
    capped: sum('capped'),
    reachable: sum('reachable'),
    byCountry: [...byCountry]
      .map(([country, count]) => ({ country, count }))
      .sort((a, b) => b.count - a.count || (a.country < b.country ? -1 : 1)),
  };
}
