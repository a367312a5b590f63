import { type AudienceAsk, type AudienceBreakdown, type AudiencePerson, shownPeople } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { readingOf, seesAll, shownAddress, shownName } from '../../customer/door.ts';
import { assertFile } from '../audience-file/audience.file.ts';
import { findChannelType } from '../message/message.repository.ts';
import { type AskedAudience, askAudience } from './audience.ask.ts';
import { countPeople } from './audience.count.ts';
import { readPage } from './audience.page.ts';

async function asked(ctx: Ctx, tx: Tx, { channelId, audience }: AudienceAsk): Promise<AskedAudience> {
  const { enterpriseId } = ctx;
  const channelType = await findChannelType(tx, enterpriseId, channelId);
  if (channelType === undefined) throw new DomainError('channel.not_found', 'No such channel.', {});
  if (audience.fileId !== '') await assertFile(tx, enterpriseId, audience.fileId);
  return askAudience(tx, enterpriseId, audience, channelType, !seesAll(readingOf(ctx.actor)));
}

/** @throws DomainError channel.not_found, filter.not_found, filter.invalid, group.not_found or audience.file_not_found */
export const countAsked = (ctx: Ctx, ask: AudienceAsk): Promise<AudienceBreakdown> =>
  ctx.transaction(async (tx) => countPeople(ctx, tx, await asked(ctx, tx, ask), ask));

/** The first people, in the order in which they would be sent to. */
export const listPeople = (ctx: Ctx, ask: AudienceAsk & { columns: readonly string[] }): Promise<AudiencePerson[]> =>
  ctx.transaction(async (tx) => {
    const reading = readingOf(ctx.actor);
    const question = await asked(ctx, tx, ask);
    const people: AudiencePerson[] = [];
    for (let cursor: string | null = ''; cursor !== null && people.length < shownPeople; ) {
      const page = await readPage(tx, ctx.enterpriseId, question, {
        cursor,
        limit: shownPeople,
        columns: ['name', ...ask.columns],
      });
      for (const { address, given, columns } of page.addressees)
        people.push({
          number: shownAddress(address ?? given, reading),
          columns: { ...columns, ...(columns.name === undefined ? {} : { name: shownName(columns.name, reading) }) },
        });
      cursor = page.next;
    }
    return people.slice(0, shownPeople);
  });
