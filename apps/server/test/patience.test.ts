import { expect, test, vi } from 'vitest';

test('a sign that comes after more than a second is waited for, where no time is named', async () => {
  const comesAt = performance.now() + 1_100;
  const [untilPassed, untilTrue] = await Promise.all([
    vi.waitFor(() => {
      expect(performance.now()).toBeGreaterThan(comesAt);
      return 'passed';
    }),
    vi.waitUntil(() => performance.now() > comesAt && 'true', { interval: 20 }),
  ]);
  expect([untilPassed, untilTrue]).toEqual(['passed', 'true']);
});

test('a test that names its own time is refused after it', async () => {
  const never = () => expect(1).toBe(2);
  await expect(vi.waitFor(never, 5)).rejects.toThrow('expected 1 to be 2');
  await expect(vi.waitFor(never, { timeout: 5, interval: 1 })).rejects.toThrow('expected 1 to be 2');
});
