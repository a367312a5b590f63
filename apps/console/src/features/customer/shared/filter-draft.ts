import type { Condition, Conditions, Match } from '@parley/contract';
import { conditionsOf, mostClauses, mostConditions } from '@parley/contract';
import type { PhoneBookSay } from '../../../locales/customer.ts';
import { type FilterField, findField, isComplete, tidyCondition, toDays } from './filter-fields.ts';

/** A filter while it is edited: rows and clauses keep their place on screen by their keys. */
export type DraftRow = { key: number; condition: Condition };
export type DraftClause = { key: number; match: Match; rows: DraftRow[] };
export type FilterDraft = { match: Match; clauses: DraftClause[] };

let lastKey = 0;
const nextKey = () => {
  lastKey += 1;
  return lastKey;
};
const emptyRow = (): DraftRow => ({ key: nextKey(), condition: { field: 'name', operator: 'contains', values: [] } });
const emptyClause = (): DraftClause => ({ key: nextKey(), match: 'all', rows: [emptyRow()] });

type FindField = (id: string) => FilterField;

export const toDraft = ({ match, clauses }: Conditions, find: FindField): FilterDraft => ({
  match,
  clauses:
    clauses.length === 0
      ? [emptyClause()]
      : clauses.map((clause) => ({
          key: nextKey(),
          match: clause.match,
          rows: clause.conditions.map((condition) => ({
            key: nextKey(),
            condition: find(condition.field).kind === 'instant' && condition.operator !== 'inLastDays' ? toDays(condition) : condition,
          })),
        })),
});

export const toConditions = ({ match, clauses }: FilterDraft, find: FindField): Conditions => ({
  match,
  clauses: clauses.map((clause) => ({
    match: clause.match,
    conditions: clause.rows.map(({ condition }) => tidyCondition(condition, find(condition.field).kind)),
  })),
});

export const isWhole = (conditions: Conditions): boolean => conditionsOf(conditions).every(isComplete);

const countRows = ({ clauses }: FilterDraft) => clauses.reduce((sum, { rows }) => sum + rows.length, 0);
export const canAddRow = (draft: FilterDraft) => countRows(draft) < mostConditions;
export const canAddClause = (draft: FilterDraft) => canAddRow(draft) && draft.clauses.length < mostClauses;

export const addClause = (draft: FilterDraft): FilterDraft => ({ ...draft, clauses: [...draft.clauses, emptyClause()] });

const changeClause = (draft: FilterDraft, key: number, change: (clause: DraftClause) => DraftClause): FilterDraft => ({
  ...draft,
  // A clause whose last condition was taken away says nothing.
  clauses: draft.clauses.map((clause) => (clause.key === key ? change(clause) : clause)).filter(({ rows }) => rows.length > 0),
});

export const matchClause = (draft: FilterDraft, key: number, match: Match) => changeClause(draft, key, (clause) => ({ ...clause, match }));
export const addRow = (draft: FilterDraft, key: number) =>
  changeClause(draft, key, (clause) => ({ ...clause, rows: [...clause.rows, emptyRow()] }));
export const removeRow = (draft: FilterDraft, key: number, rowKey: number) =>
  changeClause(draft, key, (clause) => ({ ...clause, rows: clause.rows.filter((row) => row.key !== rowKey) }));
export const changeRow = (draft: FilterDraft, key: number, rowKey: number, condition: Condition) =>
  changeClause(draft, key, (clause) => ({ ...clause, rows: clause.rows.map((row) => (row.key === rowKey ? { ...row, condition } : row)) }));

export const fieldFinder =
  (t: PhoneBookSay, fields: readonly FilterField[]): FindField =>
  (id) =>
    findField(t, fields, id);
