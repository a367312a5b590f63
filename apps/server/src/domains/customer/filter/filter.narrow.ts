import type { Condition, Match } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { partPatternsOf } from '../number/customer.text.ts';
import type { FilterField } from './filter.fields.ts';

/**
 * Candidates of a filter, so that not everybody must be read: matches of the search's index, and members of groups and labels. They may
 * hold more customers than match, never fewer.
 */
export type Narrowing =
  | { by: 'text'; patterns: readonly string[] }
  | { by: 'sets'; sets: readonly { setId: string; count: number }[] }
  | { by: Match; of: readonly Narrowing[] };

/** A query of ids, and how many they are at most. */
export type Source = { ids: RawBuilder<{ customerId: string }>; size: number };

/** Above this count a walk over the newest customers finds matches soon; looking further would cost a page more than it saves. */
export const mostForPage = 500;
/** Several sources are put together before the first of them is known, which from here on costs more than walking. */
const mostUnited = 100_000;
/** Each look into the index costs a moment; a filter of many words is walked. */
const mostLooks = 8;

/**
 * @param values as the field stores them
 * @param counts members of each group and label that the filter names
 */
export function narrowingOf(
  field: FilterField,
  { operator, values }: Pick<Condition, 'operator' | 'values'>,
  counts: ReadonlyMap<string, number>,
): Narrowing | undefined {
  if (field.kind === 'sets')
    return operator === 'anyOf' ? { by: 'sets', sets: values.map((setId) => ({ setId, count: counts.get(setId) ?? 0 })) } : undefined;
  if (!field.isSearched) return undefined;
  if (operator !== 'is' && operator !== 'contains' && operator !== 'startsWith' && operator !== 'anyOf') return undefined;
  return joinNarrowings(
    'any',
    values.map((value) => {
      const patterns = partPatternsOf(value);
      return patterns.length > 0 ? { by: 'text', patterns } : undefined;
    }),
  );
}

/** All: any part that narrows does. Any: each part must, or somebody would be missed. */
export function joinNarrowings(match: Match, parts: readonly (Narrowing | undefined)[]): Narrowing | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0 || (match === 'any' && known.length < parts.length)) return undefined;
  return known.length === 1 ? known[0] : { by: match, of: known };
}

const looksOf = (narrowing: Narrowing): number =>
  'of' in narrowing ? narrowing.of.reduce((sum, part) => sum + looksOf(part), 0) : narrowing.by === 'text' ? 1 : 0;

/**
 * @param mostFound a text that is found more often narrows nothing
 * @returns nothing when everybody must be walked
 */
export async function findSource(
  tx: Read,
  enterpriseId: string,
  narrowing: Narrowing | undefined,
  mostFound: number,
): Promise<Source | undefined> {
  if (!narrowing || looksOf(narrowing) > mostLooks) return undefined;
  return lookInto(tx, enterpriseId, narrowing, mostFound);
}

async function lookInto(tx: Read, enterpriseId: string, narrowing: Narrowing, mostFound: number): Promise<Source | undefined> {
  switch (narrowing.by) {
    case 'text': {
      const { rows } = await sql<{ customerId: string }>`select customer_id
        from search_customers(${narrowing.patterns}::text[], ${mostFound + 1}, 0, null)`.execute(tx);
      if (rows.length > mostFound) return undefined;
      return { ids: sql`select unnest(${rows.map(({ customerId }) => customerId)}::uuid[]) as customer_id`, size: rows.length };
    }
    case 'sets':
      return unite(
        narrowing.sets.map(({ setId, count }) => ({
          ids: sql`select m.customer_id from customer_set_members m where m.enterprise_id = ${enterpriseId} and m.set_id = ${setId}`,
          size: count,
        })),
      );
    case 'any': {
      const sources: Source[] = [];
      for (const part of narrowing.of) {
        const source = await lookInto(tx, enterpriseId, part, mostFound);
        if (!source) return undefined;
        sources.push(source);
      }
      return unite(sources);
    }
    case 'all': {
      let best: Source | undefined;
      for (const part of narrowing.of) {
        const source = await lookInto(tx, enterpriseId, part, mostFound);
        if (source && source.size < (best?.size ?? Number.POSITIVE_INFINITY)) best = source;
      }
      return best;
    }
  }
  return narrowing satisfies never;
}

/** Unites the members of the sources, each once. */
function unite(sources: readonly Source[]): Source | undefined {
  const size = sources.reduce((sum, source) => sum + source.size, 0);
  if (sources.length > 1 && size > mostUnited) return undefined;
  return {
    ids: sql.join(
      sources.map(({ ids }) => ids),
      sql` union `,
    ),
    size,
  };
}
