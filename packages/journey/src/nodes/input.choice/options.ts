import type { NodeOf } from '../../document/node.ts';
import { NodeFault, type Turn } from '../../engine/turn.ts';
import { showValue } from '../../expression/show.ts';
import type { Value } from '../../expression/value.ts';
import { type Option, toOption } from '../shared/options.ts';

const mostOptions = 100;

type ListOptions = { source: string; item: string; title: string; value: string };

/** Options out of a list: titles and values are expressions over each item of it. */
function listed(turn: Turn, { source, item, title, value }: ListOptions): Option[] {
  const list = turn.value(source);
  if (list === null) return [];
  if (!Array.isArray(list)) throw new NodeFault('The options are no list.');
  const of = (each: string) => turn.value(`(${source}).map(${item}, ${each})`) as Value[];
  const titles = of(title);
  const values = value === '' ? titles : of(value);
  return list.slice(0, mostOptions).map((_, place) => ({
    id: `o${place + 1}`,
    title: showValue(titles[place] ?? null, { language: turn.language, zone: turn.facts.zone }),
    short: '',
    description: '',
    synonyms: [],
    action: { kind: 'reply' },
    value: values[place] ?? null,
  }));
}

export function optionsOf(turn: Turn, { config: { options } }: NodeOf<'input.choice'>): Option[] {
  return options.kind === 'fixed' ? options.items.map((item) => toOption(turn, item)) : listed(turn, options);
}
