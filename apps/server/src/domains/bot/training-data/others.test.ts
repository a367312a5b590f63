import type { ImportEntry } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { DomainError } from '#platform/http/domain-error.ts';
import { readEntities } from '../dialogflow/dialogflow.entities.ts';
import { IntentFile, readIntent, readPhrases } from '../dialogflow/dialogflow.intent.ts';
import type { ReadIntent } from '../format/data.types.ts';
import { readRasaData } from '../rasa/data.rasa.ts';

/** Values of any shape where a format of some version has one. */
const any = fc.jsonValue({ maxDepth: 2 });
const some = <T>(usual: fc.Arbitrary<T>) => fc.oneof(usual, any);
const words = fc.constantFrom('greet', 'city', 'utter_greet', '[Pune](city)', '- hello [x]{"entity": "city"}', '@sys.date', '@city', '');

const expectSound = (intents: readonly ReadIntent[]) => {
  for (const { phrases } of intents)
    for (const { text, refs } of phrases)
      for (const { start, end } of refs) expect(start >= 0 && end >= start - 1 && end < text.length).toBe(true);
};

test('a Rasa file of any shape is read, or refused in words', () => {
  const entry = fc.record(
    { intent: some(words), examples: some(words), lookup: some(words), regex: some(words), synonym: some(words) },
    { requiredKeys: [] },
  );
  const flow = fc.record({
    rule: some(words),
    steps: some(fc.array(some(fc.record({ intent: some(words), action: some(words) }, { requiredKeys: [] })))),
  });
  const file = fc.record(
    {
      nlu: some(fc.array(some(entry))),
      intents: some(fc.array(some(words))),
      slots: some(
        fc.dictionary(
          words,
          some(fc.record({ mappings: some(fc.array(some(fc.record({ type: some(fc.constant('from_entity')), entity: some(words) })))) })),
        ),
      ),
      forms: some(fc.dictionary(words, some(fc.record({ required_slots: some(fc.array(some(words))) })))),
      responses: some(fc.dictionary(words, some(fc.array(some(fc.record({ text: some(words) })))))),
      rules: some(fc.array(some(flow))),
      stories: some(fc.array(some(flow))),
    },
    { requiredKeys: ['nlu'] },
  );
  fc.assert(
    fc.property(file, (data) => {
      try {
        const { intents, report } = readRasaData(stringify(data));
        expectSound(intents);
        for (const { place } of report) expect(place === '' || /^line \d+$/.test(place)).toBe(true);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
      }
    }),
    { numRuns: 300, examples: [[{ nlu: [], rules: [{ rule: { toString: 0 } as never, steps: [] }] }]] },
  );
});

test('an intent of Dialogflow of any shape is read, and its marks lie in their phrases', () => {
  const list = (item: fc.Arbitrary<unknown>) => some(fc.array(some(item), { maxLength: 3 }));
  const answer = fc.record({
    action: some(words),
    parameters: list(
      fc.record({
        name: some(words),
        dataType: some(words),
        value: any,
        prompts: list(fc.record({ value: some(words), lang: some(words) })),
      }),
    ),
    affectedContexts: list(fc.record({ name: some(words) })),
    messages: list(fc.record({ type: any, speech: some(words) })),
  });
  const intent = fc.record({ name: words, contexts: list(words), events: list(words), responses: list(answer), other: any });
  const says = list(fc.record({ data: list(fc.record({ text: some(words), alias: some(words), meta: some(words) })), isTemplate: any }));
  fc.assert(
    fc.property(intent, says, (content, phrases) => {
      const report: ImportEntry[] = [];
      const file = IntentFile.parse(content);
      const read = readIntent({ path: 'intents/x.json', content, file, language: 'en', parentName: undefined, report });
      readPhrases(read, 'intents/x_usersays_en.json', phrases, report);
      expectSound([read]);
      for (const { place } of report) expect(place).toMatch(/^intents\/x(?:_usersays_en)?\.json#\//);
    }),
    { numRuns: 300 },
  );
});

test('entities of Dialogflow of any shape are read', () => {
  const entity = some(fc.record({ name: words, isRegexp: any, automatedExpansion: any }));
  fc.assert(
    fc.property(entity, some(fc.array(some(fc.record({ value: some(words), synonyms: any })))), (content, entries) => {
      const files = new Map<string, unknown>([
        ['entities/x.json', content],
        ['entities/x_entries_en.json', entries],
      ]);
      const report: ImportEntry[] = [];
      const read = readEntities(files, () => 'entities/x_entries_en.json', report);
      expect(read.length + report.filter(({ kind }) => kind === 'left').length).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
});
