import type { Document } from '@parley/journey';
import { writeStream } from '../apps/server/test/streams.ts';

const groups = 100;
const perGroup = 5;
const columns = 25;
export const nodeCount = groups * perGroup;

type Written = { nodes: { id: string; [part: string]: unknown }[]; edges: Parameters<typeof writeStream>[1]['edges'] };

const id = (kind: string, group: number) => `${kind}${String(group).padStart(8 - kind.length, '0')}`;
const nameOf = (group: number) => `value${group % 40}`;

/** One part of the stream: a question, a condition on its answer, a variable, a text, a choice that leads on or back. */
function partOf(group: number): Written {
  const next = id('ask', group + 1);
  const [ask, test, set, text, pick] = ['ask', 'if', 'set', 'text', 'pick'].map((kind) => id(kind, group)) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const variable = nameOf(group);
  const item = (name: string) => ({ id: id(name, group), title: { en: name } });
  return {
    nodes: [
      {
        id: ask,
        type: 'input.number',
        name: `Question ${group}`,
        config: { text: { en: `How much is ${variable} in your case, {{ customer.name }}?` }, asking: { variable, tries: 2 } },
      },
      { id: test, type: 'logic.condition', config: { test: { source: `${variable} >= ${group} && customer.name != "x"` } } },
      { id: set, type: 'data.set', config: { assignments: [{ variable: nameOf(group + 1), value: `round(${variable} * 1.12 / 3)` }] } },
      { id: text, type: 'message.text', name: `Text ${group}`, config: { text: { en: `You said {{ ${variable} }}: thank you.` } } },
      { id: pick, type: 'message.buttons', config: { text: { en: 'Is that right?' }, items: [item('yes'), item('no')] } },
    ],
    edges: [
      [ask, 'ok', test],
      [test, 'yes', set],
      [test, 'no', text],
      [set, 'next', text],
      [text, 'next', pick],
      ...(group + 1 < groups ? ([[pick, id('yes', group), next]] as Written['edges']) : []),
      [pick, id('no', group), ask],
    ],
  };
}

const parts = Array.from({ length: groups }, (_, group) => partOf(group));
const nodes = parts.flatMap((part) => part.nodes);

/** A stream as large as one may be, as people build them: five kinds of nodes, joined, with forty variables that they read and set. */
export const largeStream: Document = {
  ...writeStream(id('ask', 0), {
    variables: Array.from({ length: 40 }, (_, place) => ({ name: nameOf(place), type: 'Number' })),
    nodes,
    edges: parts.flatMap((part) => part.edges),
  }),
  layout: Object.fromEntries(nodes.map(({ id: node }, place) => [node, placeOf(place)])),
};

/** Returns the position of a node, in the designer and on the plain canvas beside it. */
export function placeOf(place: number): [number, number] {
  return [(place % columns) * 340, Math.floor(place / columns) * 280];
}
