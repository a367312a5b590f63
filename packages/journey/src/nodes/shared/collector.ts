import type { ChoiceItem, LocalText, MediaSource } from '../../document/fields.ts';
import type { ConditionRows } from '../../expression/row-shape.ts';
import type { ValueType } from '../../expression/value.ts';
import type { Test } from '../logic.condition/schema.ts';

/**
 * An expression or a text of a node, by its place in the config. `item`: a name that its list gives each item; `wants`: the types with which the
 * node can go on
 */
export type SourcePart = {
  field: string;
  kind: 'expression' | 'text' | 'condition';
  source: string;
  isOptional?: true;
  item?: { name: string; of: string };
  wants?: readonly ValueType[];
};
export type RowsPart = { field: string; rows: ConditionRows };
export type NodeSources = { parts: SourcePart[]; rows: RowsPart[]; texts: { field: string; texts: LocalText }[] };

/** Collects the expressions, conditions and texts of a node, each by its place in the config. */
export class Collector implements NodeSources {
  readonly parts: SourcePart[] = [];
  readonly rows: RowsPart[] = [];
  readonly texts: { field: string; texts: LocalText }[] = [];

  expression(field: string, source: string, isOptional = false, wants?: readonly ValueType[]): void {
    if (source !== '' || !isOptional) this.parts.push({ field, kind: 'expression', source, ...(wants ? { wants } : {}) });
  }

  words(field: string, texts: LocalText): void {
    if (Object.keys(texts).length === 0) return;
    this.texts.push({ field, texts });
    for (const [language, source] of Object.entries(texts)) this.parts.push({ field: `${field}.${language}`, kind: 'text', source });
  }

  plain(field: string, source: string): void {
    this.parts.push({ field, kind: 'text', source });
  }

  test(field: string, { rows, source }: Test): void {
    if (source !== '' || rows === null) this.parts.push({ field: `${field}.source`, kind: 'condition', source });
    else this.rows.push({ field: `${field}.rows`, rows });
  }

  values(field: string, values: Readonly<Record<string, string>>): void {
    for (const [name, source] of Object.entries(values)) this.expression(`${field}.${name}`, source);
  }

  media(field: string, media: MediaSource | null): void {
    if (media?.kind === 'variable') this.expression(`${field}.source`, media.source, false, ['Media']);
  }

  items(field: string, items: readonly ChoiceItem[]): void {
    for (const [place, { title, short, description, action }] of items.entries()) {
      this.words(`${field}.${place}.title`, title);
      this.words(`${field}.${place}.short`, short);
      this.words(`${field}.${place}.description`, description);
      if (action.kind === 'url') this.plain(`${field}.${place}.action.url`, action.url);
      if (action.kind === 'calendar') this.words(`${field}.${place}.action.title`, action.title);
    }
  }
}
