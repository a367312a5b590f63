import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findReachedBy } from '../../messaging/door.run.ts';
import type { InboundMessage } from '../../messaging/door.talk.ts';
import { hasStartedSince, insertResponses, type NewResponse, readReplyHours } from '../row/response.repository.ts';
import { iterationsOf } from '../row/runs.repository.ts';
import { respondsTo } from './response.rules.ts';

const dayMs = 86_400_000;
/** A plan waits at most 30 days for responses, and what it starts has left within 30 more. */
export const lookedBackMs = 60 * dayMs;
const mostButton = 200;
const mostPayload = 2000;

/** Returns the time of writing of a message, as the vendor tells it. */
export const timeOf = (ctx: EnterpriseContext, { line }: InboundMessage): Date =>
  line ? new Date(line.lastInboundAt ?? ctx.now()) : ctx.now();

/** Notes who responds to an iteration, in the transaction that reads the messages. A word that stops marketing, or lifts that, is no response, nor is what a program writes. */
export async function takeResponses(ctx: EnterpriseContext, tx: Tx, messages: readonly InboundMessage[]): Promise<void> {
  const said = messages.filter(
    ({ isSettled, isAutomatic, address, key }) => isSettled !== true && isAutomatic !== true && address !== '' && key !== '',
  );
  const [first] = said;
  const since = new Date(ctx.now().getTime() - lookedBackMs);
  if (!first || !(await hasStartedSince(tx, ctx.enterpriseId, since))) return;
  const heard = said.map(({ address, detail }) => ({ address, answers: detail?.answers ?? '' }));
  const found = await findReachedBy(tx, ctx.enterpriseId, heard, { channelId: first.channelId, source: 'CAMPAIGN', since });
  const iterations = await iterationsOf(tx, ctx.enterpriseId, [...new Set(found.map(({ runId }) => runId))]);
  const hours = await readReplyHours(tx, ctx.enterpriseId, [...new Set([...iterations.values()].map(({ activityId }) => activityId))]);
  const reachedBy = Map.groupBy(
    found.flatMap((one) => {
      const activityId = iterations.get(one.runId)?.activityId ?? '';
      const replyHours = hours.get(activityId);
      return replyHours === undefined ? [] : [{ ...one, activityId, replyHours }];
    }),
    ({ place }) => place,
  );
  // Messages of one batch keep their order in the list.
  const ids = said.map(() => idAt(ctx.now())).sort();
  const responses = said.flatMap((message, place): NewResponse[] => {
    const at = timeOf(ctx, message);
    const reached = respondsTo(reachedBy.get(place) ?? [], at);
    if (!reached) return [];
    const { detail, address, channelId, key, text } = message;
    // A button of another message of ours, such as a bot's, is no button of the iteration.
    const isPress = detail?.kind === 'reply' && !(reached.isOtherAnswered && !reached.isAnswered);
    return [
      {
        activityId: reached.activityId,
        responseId: ids[place] as string,
        messageId: reached.messageId,
        customerId: reached.customerId,
        channelId,
        address,
        messageKey: key,
        kind: isPress ? 'press' : 'reply',
        button: isPress ? text.slice(0, mostButton) : '',
        payload: isPress ? detail.payload.slice(0, mostPayload) : '',
        body: isPress ? '' : text,
        at,
      },
    ];
  });
  await insertResponses(tx, ctx.enterpriseId, responses);
}
