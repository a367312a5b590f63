import { type BotTest, endpoints } from '@parley/contract';
import { withPutBack } from '#platform/audit/record.ts';
import { assertMay } from '#platform/http/route.ts';
import { recordWith } from '../editor/put-back.ts';
import { testRecord } from './test.record.ts';
import { saveTest, testNotFound } from './test.service.ts';

export const restorableTest = withPutBack(testRecord, {
  fields: ['name', 'turns'],
  async save(ctx, id, values) {
    assertMay(ctx.actor, endpoints.training.saveTest);
    const { botId, name, turns } = await recordWith(ctx, testRecord, id, values, testNotFound);
    await saveTest(ctx, String(botId), { id, name: String(name), turns: turns as BotTest['turns'] });
  },
});
