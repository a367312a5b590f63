import { type FieldError, fieldError, type GivenPerson, type StartForAnswer } from '@parley/contract';
import { excuse } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertMayUseChannel } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { readingOf } from '../../customer/door.ts';
import { activityChanged, assertAllowed, stateInvalid } from '../activity/activity.moves.ts';
import { accessSeen } from '../activity/activity.query.ts';
import { deleteFile } from '../audience-file/file.repository.ts';
import { hashOfPeople, readList, storeList } from '../given/given.list.ts';
import { planInvalid } from '../plan/plan.ts';
import type { ActivityRow } from '../row/activity.repository.ts';
import { tryStart } from './activity.start.ts';

type Asked = { requestKey: string; people: readonly GivenPerson[] };

/**
 * Starts an approved iteration for people that come with the call. It starts once: the same key answers the same result, also for
 * simultaneous callers. The approval covers a number of people, so they may differ from call to call as long as there are no more.
 * @throws DomainError campaign.takes_no_list, activity.key_used for another list by the same key, activity.state_invalid, activity.invalid or activity.changed
 */
export async function startFor(ctx: Ctx, activityId: string, { requestKey, people }: Asked): Promise<StartForAnswer> {
  const { enterpriseId } = ctx;
  const before = await ctx.read((tx) => accessSeen(ctx, tx, activityId));
  assertMayUseChannel(ctx.actor, before.fallbackChannelId ?? before.channelId ?? '');
  const { given } = before.plan.audience;
  if (!given) throw new DomainError('campaign.takes_no_list', 'The plan of this iteration says for whom it is.', {});
  const hash = hashOfPeople(people);
  if (before.startKey !== '') return ctx.read((tx) => answerAgain(ctx, tx, before, { requestKey, hash }));
  assertAllowed('start', before);
  if (people.length > given.most)
    throw planInvalid([fieldError('people', 'campaign.given_over', { maximum: given.most, count: people.length })]);
  const fileId = await ctx.transaction((tx) => {
    excuse(tx, 'the start that names the list is recorded');
    return storeList(ctx, tx, people, { channelType: before.channelType ?? 0, country: before.plan.country });
  });
  let isTaken = false;
  try {
    const outcome = await tryStart(ctx, before, { given: { fileId, startKey: requestKey, startHash: hash } });
    if (outcome.kind === 'refused') throw planInvalid(outcome.faults.map(toPeople));
    if (outcome.kind === 'changed') throw activityChanged(outcome.parts, '');
    const after = await ctx.read((tx) => accessSeen(ctx, tx, activityId));
    isTaken = after.givenFileId === fileId;
    return await ctx.read((tx) => answerAgain(ctx, tx, after, { requestKey, hash }));
  } finally {
    // The first start has brought the people; the people of any other start are not kept.
    if (!isTaken)
      await ctx.transaction((tx) => {
        excuse(tx, 'the list was never anybody’s');
        return deleteFile(tx, enterpriseId, fileId);
      });
  }
}

const toPeople = (fault: FieldError): FieldError => (fault.field === 'audience' ? { ...fault, field: 'people' } : fault);

/** Answers with the results of the start with this key. */
function answerAgain(
  ctx: Ctx,
  tx: Read,
  row: ActivityRow,
  { requestKey, hash }: { requestKey: string; hash: string },
): Promise<StartForAnswer> {
  if (row.startKey !== requestKey || row.givenFileId === null) throw stateInvalid(row);
  if (row.startHash !== hash) throw new DomainError('activity.key_used', 'This key has started it for other people.', {});
  return readList(tx, ctx.enterpriseId, row.givenFileId, readingOf(ctx.actor));
}
