import type { Condition, Match } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { partPatternsOf } from './customer.text.ts';
import type { FilterField } from './filter.fields.ts';

/**
 * Whom a filter can be looked for among, so that not everybody must be read: the finds of the search's index, and the members of groups and
 * labels. More customers than match may be found, never fewer.
 */
export type Narrowing =
  | { by: 'text'; patterns: readonly string[] }
  | { by: 'sets'; sets: readonly { setId: string; count: number }[] }
  | { by: Match; of: readonly Narrowing[] };

/** A query of ids, and how many they are at most. */
export type Source = { ids: RawBuilder<{ customerId: string }>; size: number };

/** What is found more often than this is soon found by walking the newest customers. */
const mostFound = 10_000;
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

/** @returns nothing when everybody must be walked */
export async function findSource(tx: Tx, enterpriseId: string, narrowing: Narrowing | undefined): Promise<Source | undefined> {
  if (!narrowing || looksOf(narrowing) > mostLooks) return undefined;
  return lookInto(tx, enterpriseId, narrowing);
}

async function lookInto(tx: Tx, enterpriseId: string, narrowing: Narrowing): Promise<Source | undefined> {
  switch (narrowing.by) {
    case 'text': {
      const { rows } = await sql<{ customerId: string }>`select customer_id
        from search_customers(${narrowing.patterns}::text[], ${mostFound + 1}, 0, null)`.execute(tx);
      if (rows.length > mostFound) return undefined;
      return { ids: sql`select unnest(${rows.map(({ customerId }) => customerId)}::uuid[]) as customer_id`, size: rows.length };
    }
    case 'sets':
      return {
        ids: union(
          narrowing.sets.map(
            ({ setId }) =>
              sql`select m.customer_id from customer_set_members m where m.enterprise_id = ${enterpriseId} and m.set_id = ${setId}`,
          ),
        ),
        size: narrowing.sets.reduce((sum, { count }) => sum + count, 0),
      };
    case 'any': {
      const sources: Source[] = [];
      for (const part of narrowing.of) {
        const source = await lookInto(tx, enterpriseId, part);
        if (!source) return undefined;
        sources.push(source);
      }
      return { ids: union(sources.map(({ ids }) => ids)), size: sources.reduce((sum, { size }) => sum + size, 0) };
    }
    case 'all': {
      let best: Source | undefined;
      for (const part of narrowing.of) {
        const source = await lookInto(tx, enterpriseId, part);
        if (source && source.size < (best?.size ?? Number.POSITIVE_INFINITY)) best = source;
      }
      return best;
    }
  }
  return narrowing satisfies never;
}

const union = (queries: readonly RawBuilder<{ customerId: string }>[]): RawBuilder<{ customerId: string }> =>
  sql.join(queries, sql` union `);
