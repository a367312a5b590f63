import { cleanTexts } from '@parley/contract';
import { type FlowRequest, flowEndpoint } from '@parley/journey';
import type { EnterpriseContext } from '../../../context.ts';
import type { Pages } from '../filling/filling.act.ts';
import { planOf } from '../flow/flow.sent.ts';
import { askRest, faultLines, findOnPhone, keepDone, keepProgress } from './flow.judge.ts';

/** The end of a flow, as a phone takes it: it closes, and the chat gets its token back. */
const ended = (token: string) => ({ screen: 'SUCCESS', data: { extension_message_response: { params: { flow_token: token } } } });

/**
 * Answers one request of a phone, in one transaction: one look at the filling and one change of it. The same request once more gives the same
 * answer and changes nothing.
 * @returns undefined for a token that names no open filling on this channel
 */
export const answerFlow = (ctx: EnterpriseContext, pages: Pages, channelId: string, given: FlowRequest): Promise<object | undefined> =>
  ctx.transaction(async (tx) => {
    const request = cleanTexts(given);
    const token = request.flow_token ?? '';
    const found = await findOnPhone(ctx, tx, pages, channelId, token);
    if (!found) return undefined;
    // An answer that was lost on its way to the phone is asked for again: it was sent, and stays so.
    if (found.filling.state === 'SUBMITTED' && request.action === 'data_exchange') return ended(token);
    if (found.filling.state !== 'OPEN') return undefined;
    const now = ctx.now().getTime();
    const { response, state, done, rest } = flowEndpoint(planOf(found.form), found.state, request, found.facts, now);
    if (done) await keepDone(ctx, tx, pages, found, done);
    else {
      if (JSON.stringify(state) !== JSON.stringify(found.state) || !found.filling.faces.includes('flow'))
        await keepProgress(ctx, tx, pages, found, state);
      if (rest.length > 0) await askRest(ctx, tx, found, faultLines(found, state, rest, now));
    }
    return response;
  });
