import type { Compiled } from '../engine/compile.ts';
import { toRecord } from './record.ts';
import { rehearse, type Stage } from './rehearse.ts';
import type { TestCase } from './test-case.ts';

/**
 * A saved conversation as it comes out now: its record is what happens now, and expectations that are not met are gone with what they expected.
 * Those that are met stay: somebody wrote them. A conversation that was saved before there were records has one from then on.
 */
export function rightNow(compiled: Compiled, test: TestCase, stage: Stage): TestCase {
  const { noted, failures } = rehearse(compiled, test, stage);
  const missed = new Set(failures.map(({ expectation }) => expectation));
  return { ...test, record: toRecord(noted), expect: test.expect.filter((_, place) => !missed.has(place)) };
}
