import { compareValues, keyOf } from '../compare.ts';
import type { Value } from '../value.ts';
import { define } from './define.ts';

const list = [['List']] as const;
const itemsOf = (value: Value | undefined): Value[] => value as Value[];

export const listFunctions = define({
  // They look at one item, however long the list is.
  first: { looks: () => 0, params: list, returns: 'Any', passesEmpty: true, apply: ([items]) => itemsOf(items)[0] ?? null },
  last: { looks: () => 0, params: list, returns: 'Any', passesEmpty: true, apply: ([items]) => itemsOf(items).at(-1) ?? null },
  sort: {
    looks: ([items]) => Math.ceil(Math.log2(itemsOf(items).length + 2)),
    params: list,
    returns: 'List',
    passesEmpty: true,
    apply: ([items], { zone }) => [...itemsOf(items)].sort((a, b) => compareValues(a, b, zone)),
  },
  // The first of those that are the same stays.
  unique: {
    looks: () => 2,
    params: list,
    returns: 'List',
    passesEmpty: true,
    apply([items]) {
      const seen = new Set<string>();
      return itemsOf(items).filter((item) => {
        const key = keyOf(item);
        if (seen.has(key)) return false;
        seen.add(key);
        return true;
      });
    },
  },
});
