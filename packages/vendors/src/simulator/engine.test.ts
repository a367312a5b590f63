import { expect, test } from 'vitest';
import { createEngine } from './engine.ts';
import type { HookCall } from './family.ts';
import { newChannel, phoneOf } from './state.ts';

test('a phone is told of in its order, however slow the first answer is; another phone does not wait for it', async () => {
  const heard: string[] = [];
  const answers = new Map<string, () => void>();
  const poster = {
    post: (call: HookCall) =>
      new Promise<boolean>((resolve) => {
        heard.push(call.body);
        answers.set(call.body, () => resolve(true));
      }),
    ask: () => Promise.resolve(undefined),
    close: () => {},
  };
  const engine = createEngine(poster, () => undefined);
  const channel = newChannel('channel-1');
  channel.hookUrl = 'http://127.0.0.1/hook';
  channel.behaviour.receiptDelayMs = 0;
  const [asha, meera] = [phoneOf(channel, '+919876500001', 'Asha'), phoneOf(channel, '+919876500002', 'Meera')];
  const call = (body: string): HookCall => ({ url: channel.hookUrl, headers: {}, body });
  engine.tell(channel, [call('first')], asha);
  engine.tell(channel, [call('second')], asha);
  engine.tell(channel, [call('other')], meera);
  await expect.poll(() => heard).toEqual(['first', 'other']);
  answers.get('first')?.();
  await expect.poll(() => heard).toEqual(['first', 'other', 'second']);
  engine.stop();
});
