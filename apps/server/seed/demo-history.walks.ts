import { channelTypes } from '@parley/contract';
import { receive } from '../src/domains/chat/door.ts';
import { noteHeard } from '../src/domains/customer/door.ts';
import { createWalkSteps } from '../src/domains/journey/door.ts';
import type { Past } from './demo-history.past.ts';
import { longestWalkMs, type PlannedWalk } from './demo-history.plan.ts';
import { carry } from './demo-history.wire.ts';

const readSeconds = 7;

async function says({ ctx, tx, mark }: Past, { key, number }: PlannedWalk, place: number, text: string): Promise<string> {
  const [stored] = await receive(ctx, tx, [
    {
      enterpriseId: ctx.enterpriseId,
      channelId: mark.whatsApp,
      entry: 'queue',
      address: number,
      person: { name: '', number },
      line: {
        type: channelTypes.WHATSAPP,
        vendor: 'twixormcmi',
        environment: 'sandbox',
        state: 'ACTIVE',
        lastInboundAt: ctx.now().toISOString(),
        session: null,
        isBlocked: false,
      },
      visit: {},
      key: `${key}.${place}`,
      text,
      attachment: null,
    },
  ]);
  await noteHeard(tx, ctx.enterpriseId, mark.whatsApp, [{ address: number, at: ctx.now(), session: null }]);
  return stored?.customer.customerId ?? '';
}

/** Walks through the example streams, from the word that begins them to their end, or to a question that nobody answers. */
export async function makeWalks(past: Past, walks: readonly PlannedWalk[]): Promise<void> {
  const step = createWalkSteps(past.ctx, past.deps.secrets);
  for (const walk of walks) {
    past.goTo(walk.startedAt);
    let customerId = '';
    for (const [place, text] of walk.says.entries()) {
      customerId = await says(past, walk, place, text);
      past.pass(1);
      await step(customerId);
      // A step that gathers several messages waits for more of them.
      past.pass(10);
      await step(customerId);
      await carry(past, past.mark.whatsApp, () => 'read', readSeconds);
      past.pass(walk.thinksSeconds);
    }
    // Nobody waits for people who answer no more.
    const givesUpAt = walk.startedAt.getTime() + longestWalkMs;
    if (givesUpAt >= Date.parse(past.mark.beganAt)) continue;
    past.goTo(new Date(givesUpAt));
    await step(customerId);
    await carry(past, past.mark.whatsApp, () => 'delivered', readSeconds);
  }
}
