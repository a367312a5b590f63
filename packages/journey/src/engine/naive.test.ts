import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Document } from '../document/document.ts';
import { exitsOf } from '../document/exits.ts';
import { compiledOf, makeDocument, makeFacts, minute, shownOf, Talk } from './engine.fixtures.ts';
import { mostUnheard } from './pace.ts';
import { standardWords } from './words.ts';

/**
 * The same streams run by an interpreter that is as simple as it can be: it keeps nothing but a list of what was said, and plays all of it from the
 * start each time. It shares the schema with the engine, and no rule.
 */
type Said = { kind: 'say'; text: string } | { kind: 'press'; item: string } | { kind: 'pass'; minutes: number };
type Played = { shown: string[]; standing: string; n: unknown };

const tries = 1;
const inactive = 30;
const lifeMinutes = 1440;

function play(document: Document, script: readonly Said[]): Played {
  const shown: string[] = [];
  let n: number | null = 0;
  let at = document.start;
  let from = '';
  let clock = 0;
  const rounds = new Map<string, number>();
  const next = [...script];
  const to = (exit: string): string | undefined =>
    document.edges.find((edge) => edge.from === at && edge.exit === exit)?.to ??
    document.edges.find((edge) => edge.from === at && edge.exit === 'error')?.to;
  let since = 0;
  for (let visits = 0; ; visits += 1) {
    const node = document.nodes.find(({ id }) => id === at);
    if (!node) return { shown, standing: 'FAILED', n };
    if (visits - since >= 100) return { shown, standing: 'FAILED', n };
    let exit = 'next';
    const waited = (minutes: number): 'over' | 'short' | 'life' => {
      let left = minutes;
      while (left > 0) {
        const step = next[0];
        if (!step) return 'short';
        if (step.kind !== 'pass') {
          next.shift();
          continue;
        }
        if (clock + Math.min(step.minutes, left) >= lifeMinutes) return 'life';
        if (step.minutes > left) {
          next[0] = { kind: 'pass', minutes: step.minutes - left };
          clock += left;
          left = 0;
        } else {
          next.shift();
          clock += step.minutes;
          left -= step.minutes;
        }
      }
      return 'over';
    };
    switch (node.type) {
      case 'message.text':
        shown.push(node.config.text.en?.replace('{{ n }}', n === null ? '' : String(n)) ?? '');
        break;
      case 'data.set':
        if (n === null) exit = 'error';
        else n += node.config.assignments[0]?.value.endsWith('2') ? 2 : 1;
        break;
      case 'logic.condition':
        exit = n !== null && n < Number(node.config.test.source.split('< ')[1]) ? 'yes' : 'no';
        break;
      case 'logic.loop': {
        const round = from !== '' && isInside(document, node.id, from) ? (rounds.get(node.id) ?? -1) + 1 : 0;
        if (round >= node.config.most) rounds.delete(node.id);
        else rounds.set(node.id, round);
        exit = round >= node.config.most ? 'done' : 'each';
        break;
      }
      case 'logic.wait': {
        const passed = waited(node.config.until.kind === 'duration' ? node.config.until.seconds / 60 : 0);
        if (passed === 'life') return { shown, standing: 'TIMEDOUT/LIFE', n };
        if (passed === 'short') return { shown, standing: 'WAITING', n };
        since = visits + 1;
        break;
      }
      case 'mark.end':
        return { shown, standing: 'COMPLETED', n };
      case 'input.number':
      case 'message.buttons': {
        const items = node.type === 'message.buttons' ? node.config.items : [];
        const ask = () => {
          const words = node.config.text.en ?? '';
          shown.push(items.length > 0 ? `${words} [${items.map(({ title }) => title.en).join('|')}]` : words);
        };
        ask();
        let found: string | undefined;
        let silent = 0;
        for (let missed = 0; found === undefined; ) {
          const step = next[0];
          if (!step) return { shown, standing: 'WAITING', n };
          if (step.kind === 'pass') {
            const left = inactive - silent;
            const passed = Math.min(step.minutes, left);
            if (clock + passed >= lifeMinutes) return { shown, standing: 'TIMEDOUT/LIFE', n };
            clock += passed;
            silent += passed;
            if (step.minutes > passed) next[0] = { kind: 'pass', minutes: step.minutes - passed };
            else next.shift();
            if (silent >= inactive) return { shown, standing: 'TIMEDOUT/INACTIVE', n };
            continue;
          }
          next.shift();
          if (items.length > 0) {
            const said =
              step.kind === 'press'
                ? step.item
                : (items.find(({ title }) => title.en?.toLowerCase() === step.text.trim().toLowerCase())?.id ??
                  items[Number(step.text) - 1]?.id);
            found = items.find(({ id }) => id === said)?.id;
          } else if (step.kind === 'say' && /^\d+$/.test(step.text)) {
            n = Number(step.text);
            found = 'ok';
          }
          if (found !== undefined) break;
          if (missed >= tries) {
            found = items.length > 0 ? 'error' : 'invalid';
            break;
          }
          missed += 1;
          silent = 0;
          ask();
        }
        exit = found;
        since = visits + 1;
        break;
      }
      default:
        throw new Error(node.type);
    }
    const target = to(exit);
    if (target === undefined) return { shown, standing: 'FAILED', n };
    from = at;
    at = target;
  }
}

/** Everything that ways from a node lead to, without going on behind `stop`. */
function reach(document: Document, node: string, stop: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(node)) return found;
  found.add(node);
  if (node !== stop) for (const { from, to } of document.edges) if (from === node) reach(document, to, stop, found);
  return found;
}

/** Tells whether a node is on a way from the loop's `each` back to the loop. */
function isInside(document: Document, loop: string, node: string): boolean {
  const each = document.edges.find(({ from, exit }) => from === loop && exit === 'each');
  return each !== undefined && node !== loop && reach(document, each.to, loop).has(node) && reach(document, node, '').has(loop);
}

const ids = Array.from({ length: 8 }, (_, place) => `node000${place}`);
const id = fc.constantFrom(...ids);
const en = (text: string) => ({ en: text });
const makeNode = fc.oneof(
  fc.record({ type: fc.constant('message.text'), config: fc.constantFrom({ text: en('a {{ n }}') }, { text: en('b') }) }),
  fc.record({
    type: fc.constant('data.set'),
    config: fc.constantFrom('n + 1', 'n + 2').map((value) => ({ assignments: [{ variable: 'n', value }] })),
  }),
  fc.record({ type: fc.constant('logic.condition'), config: fc.nat(9).map((most) => ({ test: { source: `n < ${most}` } })) }),
  fc.record({ type: fc.constant('logic.loop'), config: fc.integer({ min: 1, max: 4 }).map((most) => ({ most })) }),
  fc.record({
    type: fc.constant('logic.wait'),
    config: fc.integer({ min: 1, max: 90 }).map((minutes) => ({ until: { kind: 'duration', seconds: minutes * 60 } })),
  }),
  fc.record({ type: fc.constant('input.number'), config: fc.constant({ text: en('How many?'), asking: { variable: 'n' } }) }),
  fc.record({
    type: fc.constant('message.buttons'),
    config: fc.integer({ min: 1, max: 3 }).map((count) => ({
      text: en('Which?'),
      items: Array.from({ length: count }, (_, place) => ({ id: `item000${place}`, title: en(`Item ${place + 1}`) })),
    })),
  }),
  fc.record({ type: fc.constant('mark.end'), config: fc.constant({}) }),
);

/** Every exit leads somewhere, or nowhere: whatever it is, both have to come to the same. */
const makeStream = fc
  .tuple(
    fc.array(makeNode, { minLength: ids.length, maxLength: ids.length }),
    fc.infiniteStream(fc.option(id, { freq: 8, nil: undefined })),
  )
  .map(([nodes, targets]) => {
    const bare = makeDocument(Object.fromEntries(nodes.map((node, place) => [ids[place] ?? '', node])), {
      variables: [{ name: 'n', type: 'Number', default: '0' }],
      settings: { retries: tries, lifeDays: 1, inactivity: { seconds: inactive * 60 } },
    });
    const edges = bare.nodes.flatMap((node) =>
      exitsOf(node).flatMap(({ id: exit }) => {
        const to = exit === 'refused' || exit === 'other' ? undefined : targets.next().value;
        return to === undefined ? [] : [{ from: node.id, exit, to }];
      }),
    );
    return { ...bare, edges };
  });

const makeScript = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('say' as const), text: fc.constantFrom('1', '2', '7', 'item 1', 'Item 2', 'what?') }),
    fc.record({ kind: fc.constant('press' as const), item: fc.constantFrom('item0000', 'item0001', 'item0002') }),
    fc.record({ kind: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 120 }) }),
  ),
  { maxLength: 25 },
);

test('random streams and what is said to them come to the same as in the simplest interpreter', () => {
  fc.assert(
    fc.property(makeStream, makeScript, (document, script) => {
      const talk = new Talk(compiledOf(document), { facts: makeFacts() });
      for (const step of script) {
        if (step.kind === 'pass') talk.pass(step.minutes * minute);
        else if (step.kind === 'say') talk.say(step.text);
        else talk.press(step.item);
      }
      const sent = talk.effects.flatMap((effect) => (effect.kind === 'send' ? [shownOf(effect)] : []));
      // The simplest interpreter knows neither the words of a failing walk nor the limit of sending, at which a walk has sent just so much.
      const standard = ['error', 'invalid'].map((exit) => standardWords(exit, 'en'));
      const shown = sent.filter((text) => !standard.includes(text));
      fc.pre(sent.length < mostUnheard.hour);
      const naive = play(document, script);
      const standing = talk.standing.startsWith('FAILED') ? 'FAILED' : talk.standing;
      expect({ shown, standing, n: talk.variables.n ?? null }).toEqual(naive);
    }),
    { numRuns: 300 },
  );
});
