import type { Audience, AudienceBreakdown } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Addressee, AudiencePage } from '../../messaging/door.run.ts';
import { addressReader } from '../message/recipients.ts';
import { askAudience } from './audience.ask.ts';
import { type Contents, countPeople } from './audience.count.ts';
import { findPerson, readPage } from './audience.page.ts';

/** The interface of an audience for campaigns: a page of it, its count, its members. */

/** @property country of numbers without a country code, ISO 3166; '': the enterprise's */
type Reading = { channelType: number; columns: readonly string[]; country: string };
/** Somebody of an audience. @property name '' where the phone book knows none */
export type AudienceRow = Addressee & { name: string };

/** A part of an audience in its order. @throws DomainError filter.not_found, filter.invalid or group.not_found */
export async function readAudiencePage(
  ctx: EnterpriseContext,
  tx: Read,
  audience: Audience,
  { channelType, ...page }: Reading & { cursor: string; limit: number; wantsZones?: boolean },
): Promise<AudiencePage> {
  return readPage(tx, ctx.enterpriseId, await askAudience(tx, ctx.enterpriseId, audience, channelType), page);
}

/** Counts everybody in an audience by the gate's current verdict. @param contents what is sent to them: any of these to anybody */
export async function countAudience(
  ctx: EnterpriseContext,
  tx: Read,
  audience: Audience,
  { channelType, ...way }: { channelId: string; channelType: number; isMarketing: boolean; contents: Contents },
): Promise<AudienceBreakdown> {
  return countPeople(ctx, tx, await askAudience(tx, ctx.enterpriseId, audience, channelType), way);
}

/** The first people of an audience, or the one with a number or e-mail address; [] where nobody of it has it. */
export async function previewAudience(
  ctx: EnterpriseContext,
  tx: Read,
  audience: Audience,
  { channelType, columns, country, ...wanted }: Reading & ({ limit: number } | { number: string }),
): Promise<AudienceRow[]> {
  const { enterpriseId } = ctx;
  const asked = await askAudience(tx, enterpriseId, audience, channelType);
  const withName = [...new Set([...columns, 'name'])];
  const named = (one: Addressee): AudienceRow => ({ ...one, name: one.columns.name ?? '' });
  if ('number' in wanted) {
    const { address } = (await addressReader(tx, enterpriseId, channelType, country))(wanted.number);
    const found = address === null ? undefined : await findPerson(tx, enterpriseId, asked, address, withName);
    return found ? [named(found)] : [];
  }
  const people: Addressee[] = [];
  for (let cursor: string | null = ''; cursor !== null && people.length < wanted.limit; ) {
    const page: AudiencePage = await readPage(tx, enterpriseId, asked, { cursor, limit: wanted.limit, columns: withName });
    people.push(...page.addressees);
    cursor = page.next;
  }
  return people.slice(0, wanted.limit).map(named);
}
