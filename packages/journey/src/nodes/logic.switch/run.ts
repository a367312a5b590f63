import { leave, NodeFault, type Turn } from '../../engine/turn.ts';
import { compareValues, isSame } from '../../expression/compare.ts';
import { showValue } from '../../expression/show.ts';
import type { Value } from '../../expression/value.ts';
import type { Run } from '../shared/run.ts';
import type { Config } from './schema.ts';

type Case = Config['cases'][number];

function isCase(turn: Turn, value: Value, { operator, values }: Case): boolean {
  const { zone } = turn.facts;
  const given = values.map((source) => turn.value(source));
  const [first = null, second = null] = given;
  const text = showValue(value, { language: 'en', zone }).toLowerCase();
  const textOf = (one: Value) => showValue(one, { language: 'en', zone }).toLowerCase();
  switch (operator) {
    case 'is':
      return given.some((one) => isSame(one, value) || (typeof one === 'string' && typeof value === 'string' && textOf(one) === text));
    case 'between':
      return (
        value !== null &&
        first !== null &&
        second !== null &&
        compareValues(value, first, zone) >= 0 &&
        compareValues(value, second, zone) <= 0
      );
    case 'contains':
      return Array.isArray(value)
        ? given.some((one) => value.some((item) => isSame(item, one)))
        : given.some((one) => text.includes(textOf(one)));
    case 'matches': {
      const pattern = turn.pattern(typeof first === 'string' ? first : '', typeof value === 'string' ? value : '');
      if (typeof pattern === 'string') throw new NodeFault(pattern);
      return typeof value === 'string' && pattern.matcher(value).find();
    }
    case 'inGroup': {
      const groups = turn.customer.groups;
      return Array.isArray(groups) && given.some((one) => groups.some((group) => isSame(group, one)));
    }
  }
}

export const run: Run<'logic.switch'> = {
  /** Leaves by the first case that holds. */
  run(turn, { config }) {
    const value = turn.value(config.value);
    return leave(config.cases.find((one) => isCase(turn, value, one))?.id ?? 'other');
  },
};
