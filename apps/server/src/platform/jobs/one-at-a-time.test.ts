import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

function scene() {
  const starts: { key: string; end: (error?: Error) => void }[] = [];
  const ask = oneAtATime((key) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    starts.push({ key, end: (error) => (error ? reject(error) : resolve()) });
    return promise;
  });
  return { starts, ask };
}

test('a caller who asks while work runs gets one more run after it, together with all others who ask', async () => {
  const { starts, ask } = scene();
  const first = ask('a');
  const others = [ask('a'), ask('a')];
  const elsewhere = ask('b');
  expect(starts.map(({ key }) => key)).toEqual(['a', 'b']);
  starts[0]?.end();
  await first;
  await Promise.resolve();
  starts[1]?.end();
  await elsewhere;
  expect(starts.map(({ key }) => key)).toEqual(['a', 'b', 'a']);
  starts[2]?.end();
  await Promise.all(others);
  const again = ask('a');
  expect(starts).toHaveLength(4);
  starts[3]?.end();
  await again;
});

test('a run that fails is told to those who asked for it, and the next goes on', async () => {
  const { starts, ask } = scene();
  const first = ask('a');
  const second = ask('a');
  starts[0]?.end(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await Promise.resolve();
  starts[1]?.end();
  await second;
  expect(starts).toHaveLength(2);
});
