import { notAgainDaysMost, type SiteRule } from '@parley/contract';
import type { RuleBody } from './website.queries.ts';

/** A rule as the form has it: numbers as they are typed. */
export type RuleDraft = {
  name: string;
  page: string;
  seconds: string;
  scroll: string;
  visits: string;
  language: string;
  cart: string;
  attributes: { name: string; value: string }[];
  act: 'greeting' | 'stream';
  greeting: string;
  journeyId: string;
  notAgainDays: string;
  inHours: boolean;
  isActive: boolean;
};

const shown = (value: number | undefined): string => (value ? String(value) : '');

export function toDraft(rule: SiteRule | undefined): RuleDraft {
  const { conditions } = rule ?? {};
  return {
    name: rule?.name ?? '',
    page: conditions?.page ?? '',
    seconds: shown(conditions?.seconds),
    scroll: shown(conditions?.scroll),
    visits: shown(conditions?.visits),
    language: conditions?.language ?? '',
    cart: shown(conditions?.cart),
    attributes: conditions?.attributes ?? [],
    act: rule?.act ?? 'greeting',
    greeting: rule?.greeting ?? '',
    journeyId: rule?.journeyId ?? '',
    notAgainDays: String(rule?.notAgainDays ?? 7),
    inHours: rule?.inHours ?? false,
    isActive: rule?.isActive ?? true,
  };
}

export const toBody = (draft: RuleDraft): RuleBody => ({
  name: draft.name.trim(),
  conditions: {
    page: draft.page.trim(),
    seconds: Number(draft.seconds),
    scroll: Number(draft.scroll),
    visits: Number(draft.visits),
    language: draft.language.trim(),
    cart: Number(draft.cart),
    attributes: draft.attributes.filter(({ name }) => name.trim() !== ''),
  },
  act: draft.act,
  greeting: draft.act === 'greeting' ? draft.greeting.trim() : '',
  journeyId: draft.act === 'stream' ? draft.journeyId : '',
  notAgainDays: Number(draft.notAgainDays),
  inHours: draft.inHours,
  isActive: draft.isActive,
});

const limits = { seconds: 3600, scroll: 100, visits: 1000, cart: 1_000_000_000, notAgainDays: notAgainDaysMost } as const;

/** Names the numbers that are out of their limits, with the limit. */
export const outOfLimits = (draft: RuleDraft): Partial<Record<keyof typeof limits, number>> =>
  Object.fromEntries(
    Object.entries(limits).filter(([name, most]) => {
      const value = Number(draft[name as keyof typeof limits]);
      return !(value >= 0 && value <= most) || (name !== 'cart' && !Number.isInteger(value));
    }),
  );
