import { expect, test } from 'vitest';
import { findSystemEntities } from './find.ts';
import { englishSuite, type SuiteCase, suiteContext } from './suite.en.ts';
import { hindiSuite } from './suite.hi.ts';

/** Every match of a case, kinds and values, must be the expected ones: nothing missed, nothing made up. */
function listFailures(suite: readonly SuiteCase[]): string[] {
  return suite.flatMap(([text, expected]) => {
    const found = findSystemEntities(text, suiteContext)
      .map((match) => `${match.entity.slice('sys.'.length)} ${match.value}`)
      .join(' + ');
    return found === expected ? [] : [`${text} → ${found}, not ${expected}`];
  });
}

test('ENTITY-025 English: 98 in 100 cases of the written suite are read with their exact values', () => {
  const failures = listFailures(englishSuite);
  expect(englishSuite.length).toBeGreaterThanOrEqual(300);
  expect(failures.length / englishSuite.length, failures.join('\n')).toBeLessThanOrEqual(0.02);
});

test('ENTITY-025 Hindi in both scripts: 95 in 100 cases of the written suite are read with their exact values', () => {
  const failures = listFailures(hindiSuite);
  expect(hindiSuite.length).toBeGreaterThanOrEqual(150);
  expect(failures.length / hindiSuite.length, failures.join('\n')).toBeLessThanOrEqual(0.05);
});
