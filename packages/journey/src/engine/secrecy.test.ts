import { expect, test } from 'vitest';
import type { Effect } from './effects.ts';
import { compiledOf, makeDocument, Talk } from './engine.fixtures.ts';

const card = '4111111111111111';
const en = (text: string) => ({ en: text });
const end = { type: 'mark.end' };
const secretCard = { name: 'card', type: 'Text', isSensitive: true };
const text = (name: string) => ({ name, type: 'Text' });
const ask = (to: Record<string, string>, asking: object = {}) => ({
  type: 'input.text',
  config: { text: en('Your card?'), asking: { variable: 'card', ...asking }, pattern: '[0-9 ]{12,19}' },
  to,
});
const given = (answer: object) => ({
  kind: 'call' as const,
  call: 1,
  outcome: 'DONE' as const,
  status: 200,
  answer: answer as never,
  error: '',
});
const callOf = (effects: readonly Effect[]) => effects.find((effect) => effect.kind === 'call');

/** Shows a turn as people may see it: traces, and effects without the content for the customer and the services. */
function seen({ stepped: { visits, effects } }: Talk): string {
  const shown = effects.map((effect) => {
    if (effect.kind === 'send') return effect.shown ?? effect.content;
    if (effect.kind === 'endChat') return effect.shown ?? effect.text;
    return effect.kind === 'call' ? effect.call : effect;
  });
  return JSON.stringify([visits, shown]);
}

test('a value that is computed from a sensitive one is shown to nobody: in traces, notes, the agent’s card and the chat’s record', () => {
  const talk = new Talk(
    compiledOf(
      makeDocument(
        {
          card0001: ask({ ok: 'set00001', invalid: 'end00001' }),
          set00001: {
            type: 'data.set',
            config: {
              assignments: [
                { variable: 'copy', value: '"no " + card' },
                { variable: 'again', value: 'last.text' },
                { variable: 'plain', value: '"harmless"' },
              ],
            },
            to: { next: 'say00001' },
          },
          say00001: { type: 'message.text', config: { text: en('Is it {{ copy }}, {{ plain }}?') }, to: { next: 'hand0001' } },
          hand0001: {
            type: 'talk.department',
            config: {
              department: { ref: 'department', id: 'd1' },
              note: en('Has {{ copy }} and {{ plain }}.'),
              shows: ['copy', 'again', 'plain'],
            },
          },
          end00001: end,
        },
        { variables: [secretCard, text('copy'), text('again'), text('plain')] },
      ),
    ),
  );
  expect(talk.say('41 11').stepped.instance.last).toMatchObject({ text: '41 11', isSensitive: true });
  talk.say(card);
  expect(talk.shown).toEqual([`Is it no ${card}, harmless?`]);
  expect(seen(talk)).not.toContain(card);
  expect(talk.stepped.visits[1]?.sets).toEqual([
    { name: 'copy', value: '•••' },
    { name: 'again', value: '•••' },
    { name: 'plain', value: 'harmless' },
  ]);
  expect(talk.stepped.effects).toMatchObject([
    { kind: 'send', shown: { text: 'Is it •••, harmless?' } },
    {
      kind: 'handOver',
      note: 'Has ••• and harmless.',
      shown: [
        { name: 'copy', value: '•••' },
        { name: 'again', value: '•••' },
        { name: 'plain', value: 'harmless' },
      ],
    },
    { kind: 'ended' },
  ]);
  expect(JSON.stringify(talk.instance)).not.toContain(card);
});

test.each([
  ['data.http', { address: 'https://a.example/{{ card }}', picks: [{ path: 'echo', variable: 'copy' }] }, { echo: card }, 'ok'],
  [
    'data.http',
    {
      method: 'POST',
      address: 'https://a.example/',
      body: { kind: 'json', text: '{"c": "{{ card }}"}' },
      picks: [{ path: 'echo', variable: 'copy' }],
    },
    { echo: card },
    'ok',
  ],
  [
    'data.query',
    { integration: { ref: 'integration', id: 'i1' }, statement: 'select ?', parameters: ['card'], variable: 'rows' },
    [{ c: card }],
    'rows',
  ],
  ['talk.knowledge', { sources: [], question: 'card', variable: 'copy' }, { text: `You asked ${card}.` }, 'answered'],
])('the answer of %s to a call that carried a secret is one (%#)', (type, config, answer, exit) => {
  const talk = new Talk(
    compiledOf(
      makeDocument(
        {
          card0001: ask({ ok: 'call0001' }),
          call0001: { type, name: 'Bank', config, to: { [exit]: 'set00001' } },
          set00001: {
            type: 'data.set',
            config: { assignments: [{ variable: 'second', value: 'text(size(text(call.Bank.answer))) + text(rows) + (copy ?? "")' }] },
            to: { next: 'say00001' },
          },
          say00001: { type: 'message.text', config: { text: en('{{ second }}') }, to: { next: 'more0001' } },
          more0001: { type: 'input.text', config: { text: en('And?'), asking: { variable: 'other' } }, to: { ok: 'end00001' } },
          end00001: end,
        },
        { variables: [secretCard, text('copy'), text('second'), text('other'), { name: 'rows', type: 'List' }] },
      ),
    ),
  );
  talk.say(card);
  expect(callOf(talk.stepped.effects)).toMatchObject({ isSecret: true });
  talk.give(given(answer));
  expect(talk.shown[0]).toContain(card);
  expect(seen(talk)).not.toContain(card);
  expect(talk.instance).toMatchObject({ secretCalls: ['call0001', 'Bank'], frames: [{ secret: expect.arrayContaining(['second']) }] });
  // The next answer is nobody's secret, and the end forgets those that are.
  expect(talk.say('fine').stepped.visits[0]?.sets).toEqual([{ name: 'other', value: 'fine' }]);
  expect(talk.standing).toBe('COMPLETED');
  expect(JSON.stringify(talk.instance)).not.toContain(card);
});

test('a secret goes into a stream inside, through a loop, and back', () => {
  const inside = makeDocument(
    {
      loop0001: { type: 'logic.loop', config: { list: '[number]', item: 'each', most: 3 }, to: { each: 'set00001', done: 'end00001' } },
      set00001: { type: 'data.set', config: { assignments: [{ variable: 'made', value: 'each' }] }, to: { next: 'loop0001' } },
      end00001: end,
    },
    { id: 'inside', variables: [text('number'), text('each'), text('made')] },
  );
  const talk = new Talk(
    compiledOf(
      makeDocument(
        {
          card0001: ask({ ok: 'sub00001' }),
          sub00001: {
            type: 'logic.stream',
            config: { stream: { ref: 'stream', id: 'inside' }, given: { number: 'card' }, taken: { back: 'made' } },
            to: { done: 'say00001' },
          },
          say00001: { type: 'message.text', config: { text: en('{{ back }}') }, to: { next: 'ask00001' } },
          ask00001: { type: 'input.text', config: { text: en('And?') } },
        },
        { variables: [secretCard, text('back')] },
      ),
      inside,
    ),
  );
  talk.say(card);
  expect(talk.shown).toEqual([card, 'And?']);
  expect(seen(talk)).not.toContain(card);
  expect(talk.instance.frames).toMatchObject([{ secret: ['back'] }]);
});

test('a sensitive question takes nothing that was said before, and what is left of a wrong answer stays a secret', () => {
  const talk = new Talk(
    compiledOf(
      makeDocument(
        {
          card0001: ask({ ok: 'end00001', invalid: 'text0001' }, { takesEarlier: true, tries: 0 }),
          text0001: {
            type: 'input.text',
            config: { text: en('In words?'), asking: { variable: 'copy', takesEarlier: true } },
            to: { ok: 'ask00001' },
          },
          ask00001: { type: 'input.text', config: { text: en('And?') } },
          end00001: end,
        },
        { variables: [secretCard, text('copy')] },
      ),
    ),
    { said: card },
  );
  expect(talk.shown).toEqual(['Your card?']);
  talk.say('4111-1111');
  expect([talk.variables.copy, talk.shown]).toEqual(['4111-1111', ['And?']]);
  expect(seen(talk)).not.toContain('4111');
});

test('a fault quotes no secret', () => {
  const talk = new Talk(
    compiledOf(
      makeDocument(
        {
          card0001: ask({ ok: 'set00001' }),
          set00001: {
            type: 'data.set',
            config: { assignments: [{ variable: 'day', value: 'card' }] },
            to: { next: 'end00001', error: 'say00001' },
          },
          say00001: { type: 'message.text', config: { text: en('{{ date(card) }}{{ duration(card) }}So.') }, to: { next: 'end00001' } },
          end00001: end,
        },
        { variables: [secretCard, { name: 'day', type: 'Date' }] },
      ),
    ),
  ).say(card);
  expect(talk.shown).toEqual(['So.']);
  expect(talk.stepped.visits.flatMap(({ warnings }) => warnings)).toHaveLength(3);
  expect(seen(talk)).not.toContain(card);
});
