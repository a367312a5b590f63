import { type JourneyInstanceState, type JourneyTest, journeyInstanceStates } from '@parley/contract';

const kinds = ['message', 'variable', 'node', 'end'] as const;
export type Wanted = {
  kind: (typeof kinds)[number];
  after: number;
  text: string;
  name: string;
  value: string;
  node: string;
  state: JourneyInstanceState | '';
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the expectations of a saved conversation's document. The engine's package, which knows the schema, stays out of this screen. */
export function expectationsOf(test: JourneyTest['test'] | undefined): (Wanted | undefined)[] {
  const expected: unknown = test?.expect;
  return Array.isArray(expected) ? expected.map(readWanted) : [];
}

function readWanted(value: unknown): Wanted | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const given = value as Record<string, unknown>;
  const kind = kinds.find((known) => known === given.kind);
  if (!kind) return undefined;
  return {
    kind,
    after: Number(given.after) || 0,
    text: textOf(given.text),
    name: textOf(given.name),
    value: given.value === undefined ? '' : JSON.stringify(given.value),
    node: textOf(given.node),
    state: journeyInstanceStates.find((known) => known === given.state) ?? '',
  };
}

/** Counts the turns of a saved conversation. */
export const turnCountOf = ({ test }: JourneyTest): number => (Array.isArray(test.turns) ? test.turns.length : 0);
