import type { JourneyRuleKind } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { readyTemplate } from '../document/journey.repository.ts';

const selectRules = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('journeyEntries as e')
    .innerJoin('journeys as j', (join) => join.onRef('j.enterpriseId', '=', 'e.enterpriseId').onRef('j.journeyId', '=', 'e.journeyId'))
    .innerJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'e.enterpriseId').onRef('c.channelId', '=', 'e.channelId'))
    .leftJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'e.enterpriseId').onRef('u.userId', '=', 'e.createdBy'))
    .select([
      'e.entryId',
      'e.journeyId',
      'e.version',
      'e.channelId',
      'e.kind',
      'e.word',
      'e.settings',
      'e.isActive',
      'e.nextAt',
      'e.lastRun',
      'e.createdAt',
      'j.name as journeyName',
      'j.version as newestVersion',
      'j.state as journeyState',
      'j.pausedBy',
      'c.name as channelName',
      'c.type as channelType',
      'c.environment',
      'c.contactId',
      'u.name as by',
    ])
    .select(readyTemplate.as('isTemplateReady'))
    .where('e.enterpriseId', '=', enterpriseId)
    .where('j.deletedAt', 'is', null);

export type ListedRule = Awaited<ReturnType<ReturnType<typeof selectRules>['execute']>>[number];

export const findRule = (tx: Read, enterpriseId: string, entryId: string): Promise<ListedRule | undefined> =>
  selectRules(tx, enterpriseId).where('e.entryId', '=', entryId).executeTakeFirst();

/** Finds rules with what a list shows of them. @param journeyId '': of any stream @param channelId '': on any channel */
export const findRules = (
  tx: Read,
  enterpriseId: string,
  { journeyId, channelId }: { journeyId: string; channelId: string },
): Promise<ListedRule[]> =>
  selectRules(tx, enterpriseId)
    .$if(journeyId !== '', (query) => query.where('e.journeyId', '=', journeyId))
    .$if(channelId !== '', (query) => query.where('e.channelId', '=', channelId))
    .orderBy(sql`lower(c.name)`)
    .orderBy('e.kind')
    .orderBy('e.word')
    .limit(1000)
    .execute();

/** Finds the rule that another one is in conflict with. @param journeyId '': of any stream */
export const findSameRule = (
  tx: Read,
  enterpriseId: string,
  { channelId, kind, word, journeyId }: { channelId: string; kind: JourneyRuleKind; word: string; journeyId: string },
): Promise<ListedRule | undefined> =>
  selectRules(tx, enterpriseId)
    .where('e.channelId', '=', channelId)
    .where('e.kind', '=', kind)
    .where('e.word', '=', word)
    .$if(journeyId !== '', (query) => query.where('e.journeyId', '=', journeyId))
    .executeTakeFirst();

/** Finds the bots that answer the messages of channels. @param channelId '': of any */
export const findChannelBots = (tx: Read, enterpriseId: string, channelId: string) =>
  tx
    .selectFrom('channels as c')
    .innerJoin('bots as b', (join) =>
      join.onRef('b.enterpriseId', '=', 'c.enterpriseId').on(sql<boolean>`b.bot_id::text = c.data->>'botId' and c.data->>'entry' = 'bot'`),
    )
    .select(['c.channelId', 'c.name as channelName', 'c.type as channelType', 'c.environment', 'b.botId', 'b.name as botName'])
    .where('c.enterpriseId', '=', enterpriseId)
    .$if(channelId !== '', (query) => query.where('c.channelId', '=', channelId))
    .orderBy(sql`lower(c.name)`)
    .limit(500)
    .execute();

/** Finds what a version's rehearsal came to. */
export const findRehearsal = (tx: Read, enterpriseId: string, journeyId: string, version: number) =>
  tx
    .selectFrom('journeyVersions')
    .select(['passed', 'failed', 'waiver', 'fingerprint'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('version', '=', version)
    .executeTakeFirst();

/** Finds a rule and locks it. */
export const lockRule = (tx: Tx, enterpriseId: string, entryId: string) =>
  tx
    .selectFrom('journeyEntries')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('entryId', '=', entryId)
    .forUpdate()
    .executeTakeFirst();

type RuleChange = { version?: number; isActive?: boolean; nextAt?: Date | null };

export async function updateRule(tx: Tx, enterpriseId: string, entryId: string, change: RuleChange): Promise<void> {
  await tx.updateTable('journeyEntries').set(change).where('enterpriseId', '=', enterpriseId).where('entryId', '=', entryId).execute();
}

export async function updateRules(tx: Tx, enterpriseId: string, entryIds: readonly string[], change: RuleChange): Promise<void> {
  await tx.updateTable('journeyEntries').set(change).where('enterpriseId', '=', enterpriseId).where('entryId', 'in', entryIds).execute();
}

export async function deleteRule(tx: Tx, enterpriseId: string, entryId: string): Promise<void> {
  await tx.deleteFrom('journeyEntries').where('enterpriseId', '=', enterpriseId).where('entryId', '=', entryId).execute();
}

/** Locks the rules of a stream that begin another version than this. */
export const lockOtherVersions = (tx: Tx, enterpriseId: string, journeyId: string, version: number) =>
  tx
    .selectFrom('journeyEntries as e')
    .innerJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'e.enterpriseId').onRef('c.channelId', '=', 'e.channelId'))
    .select(['e.entryId', 'c.environment'])
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.journeyId', '=', journeyId)
    .where('e.version', '<>', version)
    .orderBy('e.entryId')
    .forUpdate('e')
    .execute();

/** Locks the rules of a channel that are on. */
export const lockActive = (tx: Tx, enterpriseId: string, channelId: string) =>
  tx
    .selectFrom('journeyEntries')
    .select(['entryId', 'journeyId'])
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('isActive', '=', true)
    .orderBy('entryId')
    .forUpdate()
    .execute();

/** Finds the streams of rules that name something by their word, each once, by name. */
export const findStreamsOfWord = (tx: Read, enterpriseId: string, kind: JourneyRuleKind, word: string): Promise<{ name: string }[]> =>
  tx
    .selectFrom('journeyEntries as e')
    .innerJoin('journeys as j', (join) => join.onRef('j.enterpriseId', '=', 'e.enterpriseId').onRef('j.journeyId', '=', 'e.journeyId'))
    .select('j.name')
    .distinct()
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.kind', '=', kind)
    .where('e.word', '=', word)
    .orderBy('j.name')
    .execute();

/** Finds a group or label, and keeps it from being deleted meanwhile. */
export const lockAudience = (tx: Tx, enterpriseId: string, setId: string): Promise<{ name: string; people: number } | undefined> =>
  tx
    .selectFrom('customerSets')
    .select(['name', 'customerCount as people'])
    .where('enterpriseId', '=', enterpriseId)
    .where('setId', '=', setId)
    .forKeyShare()
    .executeTakeFirst();
