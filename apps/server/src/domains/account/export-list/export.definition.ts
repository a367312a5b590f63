import type { Endpoint, ExportKind, z } from '@parley/contract';
import type { Change } from '#platform/audit/trail.ts';
import type { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { ExportHead } from './export.words.ts';

type Cell = string | number | boolean | null | undefined;
/** A word of the product, which is written in the reader's language, with its unit; or a name that somebody gave, such as an attribute's. */
type Head = { head: ExportHead; unit?: string } | { name: string };
/** A column, declared once for its head and its cells. An instant is written on the wall of the zone, which the head names. */
export type ExportColumn<Row> = Head & ({ value: (row: Row) => Cell } | { at: (row: Row) => Date | string | null | undefined });

/**
 * A list that is about to leave.
 * @property trail what the trail says of it beside the export itself
 * @property readPage the rows behind the last one of the page before; an empty page ends the file
 * @property zone of its instants; the enterprise's where it is left out
 * @property isForPrograms its heads are read by programs, so they stay English
 */
export type OpenedList<Row> = {
  name: string;
  trail?: Omit<Change, 'action'>;
  columns: readonly ExportColumn<Row>[];
  readPage: (last: Row | undefined) => Promise<readonly Row[]>;
  zone?: string;
  isForPrograms?: true;
};

/** A list whose rows only itself knows. */
export type AnyList = Omit<OpenedList<never>, 'readPage'> & { readPage: (last: never) => Promise<readonly unknown[]> };
/** Gives a list its type of rows, which is that of its pages. */
export const listOf = <Row>(list: OpenedList<Row>): OpenedList<Row> => list;

type Out<T> = T extends z.ZodType ? z.output<T> : unknown;
/** Parameters of the list's download, without the token of its link. */
export type FilterOf<E extends Endpoint> = Omit<Out<E['query']>, 'x-access-id'> & Out<E['params']>;

/**
 * @property download the list's own link; a file that is asked for takes what it takes
 * @property access the call that shows the same rows on a screen: whoever may make it may have the file
 * @property stranger the answer to a caller who is nobody; that of a call without a session where it is left out
 * @property isProved the caller has proved within the last minutes who they are
 */
export type ExportDefinition<E extends Endpoint = Endpoint> = {
  kind: ExportKind;
  download: E;
  access: Pick<Endpoint, 'access' | 'behind' | 'keyScopes'>;
  stranger?: () => DomainError;
  isProved?: true;
  open: (ctx: Ctx, filter: FilterOf<E>) => Promise<AnyList>;
};

/** A definition whose filter only itself knows. */
export type AnyExport = Omit<ExportDefinition, 'open'> & { open: (ctx: Ctx, filter: never) => Promise<AnyList> };
export const defineExport = <const E extends Endpoint>(definition: ExportDefinition<E>): ExportDefinition<E> => definition;

/** Extension point: the lists of later domains. */
export const exportLists = defineExtensionPoint<AnyExport>('lists that leave as a file');
