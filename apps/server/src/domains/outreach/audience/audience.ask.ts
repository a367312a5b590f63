import type { Audience } from '@parley/contract';
import type { RawBuilder } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { filterWhere } from '../../customer/door.sql.ts';
import type { Lacks } from './audience.lacks.ts';

/** An audience that names nobody, to be filled. */
export const nobody: Audience = {
  groupIds: [],
  labelIds: [],
  filterId: '',
  conditions: { match: 'all', clauses: [] },
  fileId: '',
  results: [],
  given: null,
  exclude: { groupIds: [], labelIds: [], activityIds: [] },
};

export type AskedAudience = {
  audience: Audience;
  channelType: number;
  /** The condition of the filter and the other conditions on customers called `c` */
  filter: RawBuilder<boolean> | undefined;
  /** Numbers or mail addresses that stand in no file */
  addresses?: readonly string[];
  /** The columns that the message needs of each of them; undefined: none, or there is no message yet */
  lacks?: Lacks | undefined;
};

/**
 * @param isNameOnly the caller sees no numbers
 * @throws DomainError filter.not_found, filter.invalid or group.not_found
 */
export async function askAudience(
  tx: Read,
  enterpriseId: string,
  audience: Audience,
  channelType: number,
  isNameOnly = false,
): Promise<AskedAudience> {
  return { audience, channelType, filter: await filterWhere(tx, enterpriseId, audience, isNameOnly) };
}

export const setsOf = ({ groupIds, labelIds }: Pick<Audience, 'groupIds' | 'labelIds'>): string[] => [...groupIds, ...labelIds];

/** Tells whether all of its people are customers of the phone book, by the ids that it has. */
export const isOfPhoneBook = ({ audience: { fileId, results }, addresses = [] }: AskedAudience): boolean =>
  fileId === '' && results.length === 0 && addresses.length === 0;
