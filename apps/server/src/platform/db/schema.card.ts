import type { RichCardDocument, RichCardKind } from '@parley/contract';
import type { ColumnType } from 'kysely';

export type RichCardTable = {
  enterpriseId: string;
  cardId: string;
  name: string;
  kind: RichCardKind;
  document: ColumnType<RichCardDocument, string, string>;
  version: ColumnType<number, number | undefined, number>;
  createdAt: ColumnType<Date, Date | undefined, never>;
  updatedAt: ColumnType<Date, Date | undefined, Date>;
  updatedBy: string;
};

/** Tables of cards. */
export type CardTables = { richCards: RichCardTable };
