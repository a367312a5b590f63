import type { Audience } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { needsOf } from '../../messaging/door.run.ts';
import type { RunMessage } from '../../messaging/door.talk.ts';
import { findColumns } from '../audience-file/file.repository.ts';
import { columnSql } from '../message/recipient.repository.ts';

/** Finds the people who lack a value that a message needs, for a whole audience at once: the same that sending finds person by person. */

/** A column of people who have columns of their own, rows called `g`; undefined: they have none of this name. */
export type OwnColumns = (name: string) => RawBuilder<string | null> | undefined;
/** @property ofFile columns of the audience's own file */
export type Lacks = { isMissing: (own: OwnColumns) => RawBuilder<boolean>; ofFile: OwnColumns };

/** The characters that JavaScript's `trim` removes. */
const blanks =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/**
 * Reads the columns that the messages need of each person of an audience; undefined: none.
 * @param contents anybody may get any of them, so each of them must be whole
 */
export async function askLacks(
  tx: Read,
  enterpriseId: string,
  { fileId }: Pick<Audience, 'fileId'>,
  contents: readonly { message: RunMessage }[],
): Promise<Lacks | undefined> {
  const needs = [...new Map(contents.flatMap(({ message }) => needsOf(message)).map((need) => [JSON.stringify(need), need])).values()];
  if (needs.length === 0) return undefined;
  const known = await columnSql(tx, enterpriseId);
  const names = fileId === '' ? [] : ((await findColumns(tx, enterpriseId, fileId)) ?? []);
  return {
    isMissing: (own) => {
      const lacking = needs.map(({ column, isTrimmed }) => {
        if (column === null) return sql<boolean>`true`;
        const mine = own(column);
        const value = sql`coalesce(${mine ? sql`nullif(${mine}, ''), ` : sql``}${known(column)}, '')`;
        return isTrimmed ? sql<boolean>`btrim(${value}, ${blanks}) = ''` : sql<boolean>`${value} = ''`;
      });
      return sql<boolean>`(${sql.join(lacking, sql` or `)})`;
    },
    ofFile: (name) => {
      const place = names.lastIndexOf(name);
      return place < 0 ? undefined : sql`g.cells->>${sql.lit(place)}`;
    },
  };
}
