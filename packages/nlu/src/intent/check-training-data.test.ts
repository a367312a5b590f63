import { describe, expect, test } from 'vitest';
import { checkTrainingData } from './check-training-data.ts';
import { shopExamples } from './shop-examples.ts';

const kinds = (examples: Parameters<typeof checkTrainingData>[0]) => checkTrainingData(examples).map(({ kind }) => kind);

describe('findings before training', () => {
  test('sound data has no issue', () => {
    expect(checkTrainingData(shopExamples)).toEqual([]);
  });

  test('the same phrase in two intents is an error, whatever its case, spacing and characters without width', () => {
    const issues = checkTrainingData([
      ...shopExamples,
      { text: 'Hello  there', intent: 'greet' },
      { text: 'good morning', intent: 'greet' },
      { text: 'hello\u200b THERE!', intent: 'small_talk' },
      { text: 'how are things', intent: 'small_talk' },
      { text: 'nice weather', intent: 'small_talk' },
      { text: 'good evening', intent: 'greet' },
    ]);
    expect(issues).toEqual([
      {
        kind: 'conflict',
        severity: 'error',
        intents: ['greet', 'small_talk'],
        texts: ['Hello  there', 'hello\u200b THERE!'],
        message: '"Hello  there" stands in 2 intents (greet, small_talk); none of them learns it.',
      },
    ]);
  });

  test('an intent with one phrase is warned of, one with none left is an error', () => {
    const issues = checkTrainingData([...shopExamples, { text: 'sing a song', intent: 'sing' }, { text: ' \u200b ', intent: 'silence' }]);
    expect(issues.map(({ kind, severity, intents }) => ({ kind, severity, intents }))).toEqual([
      { kind: 'few_phrases', severity: 'error', intents: ['silence'] },
      { kind: 'few_phrases', severity: 'warning', intents: ['sing'] },
    ]);
  });

  test('phrases of two intents that differ in a few letters are found', () => {
    const issues = checkTrainingData([
      ...shopExamples,
      { text: 'what is the current status of my deliveries', intent: 'report' },
      { text: 'print a summary of the year', intent: 'report' },
      { text: 'what is the current status of my delivery', intent: 'track_order' },
    ]);
    expect(issues).toEqual([
      {
        kind: 'near_duplicate',
        severity: 'warning',
        intents: ['report', 'track_order'],
        texts: ['what is the current status of my deliveries', 'what is the current status of my delivery'],
        message:
          '"what is the current status of my deliveries" (report) and "what is the current status of my delivery" (track_order) are nearly the same.',
      },
    ]);
  });

  test('two intents that say the same are found', () => {
    const twin = shopExamples
      .filter(({ intent }) => intent === 'refund')
      .map(({ text }) => ({ text: `${text} now`, intent: 'money_back' }));
    expect(kinds([...shopExamples, ...twin])).toContain('intents_alike');
  });

  test('an intent with more than ten times the phrases of the middle one is found', () => {
    const many = Array.from({ length: 90 }, (_, number) => ({ text: `buy item${number} colour${number * 3}`, intent: 'buy' }));
    expect(checkTrainingData([...shopExamples, ...many])).toEqual([
      {
        kind: 'imbalance',
        severity: 'warning',
        intents: ['buy'],
        texts: [],
        message: '"buy" has 90 phrases where the middle intent has 8; it will draw other texts to itself.',
      },
    ]);
  });

  test('the order of phrases changes no issue', () => {
    const examples = [...shopExamples, { text: 'sing', intent: 'sing' }, { text: 'track my order', intent: 'sing' }];
    expect(checkTrainingData(examples.toReversed())).toEqual(checkTrainingData(examples));
  });

  test('no phrases, no issues', () => {
    expect(checkTrainingData([])).toEqual([]);
  });
});
